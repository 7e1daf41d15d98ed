// Types for the used part of @huggingface/tokenizers: those of the package cannot be resolved from a Node module.

export interface LibraryTokenizer {
  readonly normalizer: { normalize(text: string): string } | null
  readonly pre_tokenizer: { pre_tokenize(text: string, options: { section_index: number }): string[] } | null
  readonly model: {
    readonly tokens_to_ids: ReadonlyMap<string, number>
    readonly unk_token_id?: number
    readonly unk_token?: string
    encode(pretokens: string[]): string[]
  } | null
  encode(text: string, options: { add_special_tokens: boolean }): { readonly ids: readonly number[] }
}

export interface TokenizerLibrary {
  readonly Tokenizer: new (file: object, config: object) => LibraryTokenizer
}
