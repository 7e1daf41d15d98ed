// Every format, one entry each: how a file of it is recognised by its content, read as a text and opened for a copy. File names are not
// reliable. The code of a format is loaded when a file of it comes.
import { Beginning } from './beginning.ts'
import type { Format, Open, Read } from './shared/format.ts'
import { delimiterOf } from './table/csv.ts'

export interface FileFormat {
  readonly name: Format
  /** Name of such a file in the reasons for unread parts; absent: "a file". */
  readonly called?: string
  /** The entries are asked in their order. */
  recognises(file: Beginning): boolean
  /** Absent where files of it are not read; `refusal` says why. */
  readonly read?: () => Promise<Read>
  readonly refusal?: string
  /** Absent where no copy is made. */
  readonly open?: () => Promise<Open>
  /** It holds text as it is. */
  readonly isText?: true
  /** An archive: the proof of a copy looks at each of its members. */
  readonly isPackage?: true
  /** File name extension for a docling-serve; absent if it does not read the format. */
  readonly docling?: string
}

const UNSUPPORTED = 'the format of the file is not supported; send text, office, PDF, mail, web page or picture files'

export const FORMATS: readonly FileFormat[] = [
  {
    name: 'epub',
    recognises: (file) => file.isZip && file.firstMember('application/epub+zip'),
    read: async () => (await import('./archive/epub.ts')).readBook,
    open: async () => (await import('./archive/epub.ts')).openBook,
    isPackage: true,
  },
  {
    name: 'odf',
    recognises: (file) =>
      file.isZip && (file.firstMember('application/vnd.oasis') || file.firstMember('application/vnd.sun.xml')),
    read: async () => (await import('./office/odf.ts')).readOdf,
    open: async () => (await import('./office/odf-copy.ts')).openOdf,
    isPackage: true,
  },
  {
    name: 'docx',
    recognises: (file) => file.hasMember('word/document'),
    read: async () => (await import('./office/docx.ts')).readDocx,
    open: openOffice,
    isPackage: true,
    docling: 'docx',
  },
  {
    name: 'xlsx',
    recognises: (file) => file.hasMember('xl/workbook') || file.hasMember('xl/worksheets/'),
    read: async () => (await import('./office/xlsx.ts')).readXlsx,
    open: openOffice,
    isPackage: true,
    docling: 'xlsx',
  },
  {
    name: 'pptx',
    recognises: (file) => file.hasMember('ppt/presentation') || file.hasMember('ppt/slides/'),
    read: async () => (await import('./office/pptx.ts')).readPptx,
    open: openOffice,
    isPackage: true,
    docling: 'pptx',
  },
  {
    name: 'zip',
    recognises: (file) => file.isZip,
    read: async () => (await import('./archive/zip.ts')).readZip,
    open: async () => (await import('./archive/zip.ts')).openZip,
    isPackage: true,
  },
  {
    name: 'pdf',
    called: 'a PDF',
    // Readers accept a PDF header anywhere in the first 1024 bytes (ISO 32000-1 Annex H.3, note 13).
    recognises: (file) => file.holds('%PDF-', 1024),
    read: async () => (await import('./pdf/pdf.ts')).readPdf,
    open: async () => (await import('./pdf/pdf-copy.ts')).openPdf,
    docling: 'pdf',
  },
  {
    name: 'outlook',
    recognises: (file) => file.hasStream('__properties_version1.0'),
    read: async () => (await import('./mail/outlook.ts')).readOutlook,
  },
  {
    name: 'word97',
    recognises: (file) => file.hasStream('WordDocument'),
    read: async () => (await import('./office/word97.ts')).readWord97,
  },
  {
    name: 'ole',
    called: 'an object',
    recognises: (file) => file.hasStream(''),
    refusal:
      'the file is an old Excel or PowerPoint file, or an encrypted office file; save it in a current format, without a password',
  },
  {
    name: 'rtf',
    recognises: (file) => file.startsWith('{\\rtf'),
    read: async () => (await import('./rtf/rtf.ts')).readRtf,
    open: async () => (await import('./rtf/rtf-copy.ts')).openRtf,
  },
  {
    name: 'image',
    called: 'a picture',
    recognises: (file) => file.isPicture,
    read: async () => (await import('./picture/pictures.ts')).readPictureFile,
    open: async () => (await import('./picture/picture-copy.ts')).openPicture,
    docling: 'png',
  },
  {
    name: 'unknown',
    called: 'a file of unknown format',
    recognises: (file) => file.isBinary,
    refusal: UNSUPPORTED,
    isText: true,
  },
  {
    name: 'mailbox',
    recognises: (file) => file.isMailbox,
    read: async () => (await import('./mail/mail.ts')).readMailbox,
    open: async () => (await import('./mail/mail-copy.ts')).openMailbox,
    isText: true,
  },
  {
    name: 'mail',
    recognises: (file) => file.isMail,
    read: async () => (await import('./mail/mail.ts')).readMail,
    open: async () => (await import('./mail/mail-copy.ts')).openMessage,
    isText: true,
  },
  {
    name: 'html',
    recognises: (file) => file.isPage,
    read: async () => (await import('./html/html.ts')).readHtml,
    open: async () => (await import('./html/html.ts')).openHtml,
    isText: true,
    docling: 'html',
  },
  {
    name: 'json',
    recognises: (file) => /^\s*[[{]/.test(file.head),
    read: async () => (await import('./json/json.ts')).readJson,
    open: async () => (await import('./json/json.ts')).openJson,
    isText: true,
  },
  {
    name: 'csv',
    recognises: (file) => delimiterOf(file.head) !== null,
    read: async () => (await import('./table/csv.ts')).readTable,
    open: async () => (await import('./table/csv.ts')).openTable,
    isText: true,
  },
  {
    name: 'text',
    recognises: () => true,
    read: async () => (await import('./text/plain-text.ts')).readText,
    open: async () => (await import('./text/plain-text.ts')).openText,
    isText: true,
  },
]

async function openOffice(): Promise<Open> {
  return (await import('./office/ooxml-copy.ts')).openOffice
}

/** The entry of a file's format. */
export function sniffed(bytes: Uint8Array): FileFormat {
  const file = new Beginning(bytes)
  return FORMATS.find((format) => format.recognises(file))!
}

export const sniff = (bytes: Uint8Array): Format => sniffed(bytes).name

export const formatNamed = (name: Format): FileFormat => FORMATS.find((format) => format.name === name)!
