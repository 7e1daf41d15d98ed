// Mail (RFC 5322, MIME) and mailboxes (RFC 4155): header fields, the text and HTML body where they differ, and every attachment.
import { wordSet } from '../../lists.ts'
import { withoutUtf7 } from '../../text/mail-encodings.ts'
import { addHtml } from '../html/html.ts'
import { DocumentBuilder } from '../shared/document-builder.ts'
import { type Read, type Reading, unreadable } from '../shared/format.ts'

const library = () => import('postal-mime')

/** Header fields with people or addresses, in addition to those of senders and receivers. Other fields describe the transport. */
const PEOPLE = wordSet(
  'organization comments keywords x-sender x-original-to x-originating-ip x-originating-email ' +
    'x-apparently-to resent-from resent-to resent-cc disposition-notification-to x-forwarded-to list-owner ' +
    'x-envelope-from x-envelope-to thread-topic',
)

type Mail = Awaited<ReturnType<typeof import('postal-mime')['default']['parse']>>
type Address = NonNullable<Mail['to']>[number]

async function addMail(bytes: Uint8Array, into: DocumentBuilder, reading: Reading): Promise<void> {
  const { default: PostalMime, decodeWords } = await library()
  let mail: Mail
  try {
    mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true })
  } catch (cause) {
    throw unreadable('the mail is damaged or its parts are nested too deep', cause)
  }
  const line = (name: string, value: string | undefined) => {
    if (value !== undefined && value.trim() !== '')
      into.block('key_value', `${name}: ${value.trim()}`, { origin: 'header', part: name })
  }
  const people = (name: string, addresses: readonly (Address | undefined)[] | undefined) =>
    line(name, addresses?.flatMap((address) => (address === undefined ? [] : spelled(address))).join(', '))
  people('From', [mail.from])
  people('Sender', [mail.sender])
  people('Reply-To', mail.replyTo)
  people('To', mail.to)
  people('Cc', mail.cc)
  people('Bcc', mail.bcc)
  line('Delivered-To', mail.deliveredTo)
  line('Return-Path', mail.returnPath)
  line('Date', mail.date)
  line('Subject', mail.subject)
  for (const { key, originalKey, value } of mail.headers) if (PEOPLE.has(key)) line(originalKey, decodeWords(value))
  for (const form of ['text', 'html'] as const) if (mail[form]) mail[form] = withoutUtf7(mail[form])?.text ?? mail[form]
  if (mail.text !== undefined)
    for (const paragraph of mail.text.split(/\n{2,}/)) into.block('paragraph', paragraph.trimEnd())
  if (mail.html !== undefined && hasMoreWords(mail.html, mail.text, reading)) addHtml(mail.html, into)
  for (const { filename, content, description, mimeType } of mail.attachments) {
    if (filename !== null) into.block('key_value', filename, { origin: 'property', part: 'attachment' })
    if (description !== undefined) into.block('key_value', description, { origin: 'property', part: 'attachment' })
    const inner = typeof content === 'string' ? Buffer.from(content, 'base64') : new Uint8Array(content)
    if (/^(?:application\/pgp|application\/(?:x-)?pkcs7)/.test(mimeType))
      reading.unread('a signature or encrypted part of a mail')
    else await reading.inner(inner, filename ?? description ?? 'attachment', into)
  }
}

function spelled(address: Address): string[] {
  if (address.group !== undefined)
    return [address.name, ...address.group.flatMap(spelled)].filter((part) => part !== '')
  if (address.name === '' || address.name === address.address) return [address.address]
  return [`${address.name} <${address.address}>`]
}

/** True if the page has a word that the plain text lacks: mail programs send one message in both forms. */
function hasMoreWords(html: string, text: string | undefined, { limits }: Reading): boolean {
  if (text === undefined || text.trim() === '') return true
  const known = new Set(wordsOf(text))
  const page = new DocumentBuilder(limits.text)
  addHtml(html, page)
  return wordsOf(page.finish().text).some((word) => !known.has(word))
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]{2,}/gu) ?? []

export const readMail: Read = async (bytes, into, reading) => {
  await addMail(bytes, into, reading)
  return null
}

/** The line that begins a message of a mailbox; in a body it is escaped with ">" (RFC 4155, appendix A). */
const FROM_LINE = /^From ([^\r\n]{7,300})\r?\n/gm
/** Number of characters at the end of the line that must include a year; a time zone may follow the year. */
const YEAR_AND_ZONE = 16

/** The messages of a mailbox. Each has its own encoding, so that a character of the text is a byte. */
export function messagesOf(bytes: Uint8Array): Buffer[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const starts = [...text.matchAll(FROM_LINE)].filter(([, rest]) => /\d{4}/.test(rest!.slice(-YEAR_AND_ZONE)))
  return starts.map(({ index, 0: line }, number) => {
    const message = text.slice(index + line.length, starts[number + 1]?.index ?? text.length)
    return Buffer.from(message.replace(/^>(>*From )/gm, '$1'), 'latin1')
  })
}

export const readMailbox: Read = async (bytes, into, reading) => {
  for (const message of messagesOf(bytes)) await addMail(message, into, reading)
  return null
}
