export function pageOf(pack: { readonly stories: unknown }): string
