// Masked copies of files: `selfsame deidentify letter.docx -o masked.docx`, and of whole folders.
import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { TokenKeeper } from '../engines/deidentify/engine.ts'
import { SelfsameError } from '../errors.ts'
import { counted } from '../page/html-page.ts'
import type { FileCopy } from '../records/documents.ts'
import type { Service } from '../service.ts'
import { readBytes, unreadable } from './input.ts'
import { printJson, recordedOrNot, remark, writeWhole } from './output.ts'

export type CopyRequest = Parameters<Service['deidentifyFile']>[0]

export interface CopyFlags {
  readonly out: string
  readonly file?: string
  readonly together?: boolean
  /** Keeps the tokens of the copies; each is committed before its copy is written. */
  readonly keeper?: TokenKeeper | undefined
  readonly json?: boolean
}

/** The source of the copy: the operand, or the files of --file. */
export function sourceOf(argument: string | undefined, { file }: { readonly file?: string }): string {
  if (argument !== undefined && file !== undefined)
    throw new SelfsameError('usage', 'name what is to be copied once: as an argument, or with --file')
  const source = argument ?? file
  if (source === undefined) throw new SelfsameError('usage', 'with --out, name the file or folder that is to be copied')
  return source
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

export async function copyFile(service: Service, source: string, asked: CopyRequest, flags: CopyFlags): Promise<void> {
  const { out, json = false } = flags
  if (flags.together)
    throw new SelfsameError('usage', '--together is about the files of a folder: name a folder, or leave it out')
  if (existsSync(out) && isFolder(out)) throw new SelfsameError('usage', '--out must name a file: a file is copied')
  const bytes = readBytes(source, source)
  const copy = await service.deidentifyFile(asked, { name: basename(source), bytes })
  flags.keeper?.commit()
  writeWhole(out, copy.bytes)
  if (json) printJson(withoutBytes(copy))
  else describe(copy)
}

export function withoutBytes({ bytes: _, ...rest }: FileCopy): Omit<FileCopy, 'bytes'> {
  return rest
}

function describe(copy: FileCopy): void {
  const { count, repeats, statute, method, removed, decision_id } = copy
  const besides = repeats === 0 ? '' : ` and ${counted(repeats, 'repeat')}`
  remark(`${counted(count, 'span')}${besides} under ${statute} (${method}); ${decision_id} ${recordedOrNot(copy)}`)
  for (const what of removed) remark(`taken out: ${what}`)
}
