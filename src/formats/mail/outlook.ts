// Messages saved by Outlook ([MS-OXMSG]): sender, receivers, subject, body in any of its forms, and attachments.
import { createRequire } from 'node:module'
import { wordSet } from '../../lists.ts'
import { addHtml } from '../html/html.ts'
import { addRtf } from '../rtf/rtf.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import { type Read, type Reading, unreadable } from '../shared/format.ts'

type Message = import('@kenjiuno/msgreader').FieldsData
type MessageReader = import('@kenjiuno/msgreader').default

const require = createRequire(import.meta.url)

interface Library {
  readonly Reader: new (bytes: ArrayBuffer) => MessageReader
  readonly decompress: (compressed: number[]) => number[]
}

const library = (): Library => ({
  Reader: require('@kenjiuno/msgreader').default,
  decompress: require('@kenjiuno/decompressrtf').decompressRTF,
})

async function addMessage(
  reader: MessageReader,
  message: Message,
  into: DocumentBuilder,
  reading: Reading,
): Promise<void> {
  const line = (name: string, ...values: (string | undefined)[]) => {
    const value = values.filter((part) => part !== undefined && part.trim() !== '').join(' ')
    if (value !== '') into.block('key_value', `${name}: ${value}`, { origin: 'header', part: name })
  }
  const address = (mail: string | undefined) => (mail === undefined || !mail.includes('@') ? undefined : `<${mail}>`)
  line('From', message.senderName, address(message.senderSmtpAddress ?? message.senderEmail))
  for (const receiver of message.recipients ?? [])
    line(receiver.recipType === 'cc' ? 'Cc' : 'To', receiver.name, address(receiver.smtpAddress ?? receiver.email))
  line('Date', message.messageDeliveryTime ?? message.clientSubmitTime)
  line('Subject', message.subject)
  for (const [name, value] of Object.entries(message))
    if (typeof value === 'string' && CONTACT.has(name)) line(name, value)
  addBody(message, into)
  for (const attachment of message.attachments ?? []) {
    const name = attachment.fileName ?? attachment.name ?? null
    if (name !== null) into.block('key_value', name, { origin: 'property', part: 'attachment' })
    if (attachment.innerMsgContent && attachment.innerMsgContentFields !== undefined) {
      const inner = attachment.innerMsgContentFields
      await into.attached(name, () => addMessage(reader, inner, into, reading))
    } else await reading.inner(reader.getAttachment(attachment).content, name, into)
  }
}

/** The body in the first of its forms that there is. */
function addBody({ body, bodyHtml, html, compressedRtf }: Message, into: DocumentBuilder): void {
  if (body !== undefined && body.trim() !== '') into.block('paragraph', body)
  else if (bodyHtml !== undefined) addHtml(bodyHtml, into)
  else if (html !== undefined) addHtml(Buffer.from(html).toString('utf8'), into)
  else if (compressedRtf !== undefined) addRtf(Buffer.from(library().decompress([...compressedRtf])), into)
}

/** Fields of contacts and appointments ([MS-OXPROPS]) that hold names, places and numbers. */
const CONTACT = wordSet(
  'givenName surname middleName nickname companyName departmentName title homeTelephoneNumber ' +
    'businessTelephoneNumber mobileTelephoneNumber homeAddress businessAddress streetAddress postalAddress ' +
    'email1EmailAddress email2EmailAddress email3EmailAddress workAddress apptLocation location inReplyTo ' +
    'lastModifierName creatorName',
)

export const readOutlook: Read = async (bytes, into, reading) => {
  const { Reader } = library()
  const copy = Uint8Array.from(bytes)
  const reader = new Reader(copy.buffer)
  const message = reader.getFileData()
  if (message.error !== undefined) throw unreadable('the message is damaged or not an Outlook message')
  await addMessage(reader, message, into, reading)
  return null
}
