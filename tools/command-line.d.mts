import type { Command } from 'commander'
export function helpsOf(command: Command): [name: string, help: string, line: string][]
export function helpPages(helps: readonly (readonly [name: string, help: string, line: string])[]): string
