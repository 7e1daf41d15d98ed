// Detects which kind of text a text is: mail, web page, JSON, table or plain text.

import { delimiterOf } from './csv.ts'
import type { Format } from './parser.ts'
import { decodeText } from './text.ts'

/** Number of characters that are checked: the header of a mail or page is at the start. */
const HEAD = 8_192
/** Header fields of a message (RFC 5322, 3.6); two of them at the start indicate a mail. */
const FIELD =
  /^(?:from|to|cc|subject|date|message-id|received|return-path|mime-version|delivered-to|reply-to|content-type):/i
/** Any header field (RFC 5322, 2.2). */
const ANY_FIELD = /^[!-9;-~]{1,70}:/
const MAILBOX = /^From [^\n]{3,200}\d{4}\r?\n[!-9;-~]{1,70}:/
const PAGE = /^(?:<!doctype html|<html[\s>])/i
/** Closing tags of an HTML fragment without a page frame. */
const TAGS = /<\/(?:p|div|td|table|body|ul|h[1-6])>/gi
const FEW_TAGS = 3

export function textFormat(bytes: Uint8Array): Format {
  const { text } = decodeText(bytes.length > HEAD * 4 ? bytes.subarray(0, HEAD * 4) : bytes, { isCut: true })
  const head = text.slice(0, HEAD)
  if (MAILBOX.test(head)) return 'mailbox'
  if (isMail(head)) return 'mail'
  const markup = afterComments(head)
  if (PAGE.test(markup) || (markup.startsWith('<') && (head.match(TAGS)?.length ?? 0) >= FEW_TAGS)) return 'html'
  if (/^\s*[[{]/.test(head)) return 'json'
  return delimiterOf(head) === null ? 'text' : 'csv'
}

function afterComments(head: string): string {
  let rest = head.trimStart()
  for (;;) {
    const [start, end] = rest.startsWith('<?xml') ? ['<?xml', '?>'] : ['<!--', '-->']
    const at = rest.startsWith(start) ? rest.indexOf(end, start.length) : -1
    if (at === -1) return rest
    rest = rest.slice(at + end.length).trimStart()
  }
}

function isMail(head: string): boolean {
  let known = new Set<string>()
  for (const line of head.split(/\r?\n/)) {
    if (line === '') break
    if (/^[ \t]/.test(line) && known.size > 0) continue
    if (!ANY_FIELD.test(line)) return false
    const field = FIELD.exec(line)?.[0].toLowerCase()
    if (field !== undefined) known.add(field)
  }
  known = new Set([...known].filter((field) => field !== 'content-type:'))
  return (
    known.size >= 2 &&
    (known.has('from:') || known.has('received:') || known.has('message-id:') || known.has('subject:'))
  )
}
