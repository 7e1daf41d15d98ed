// Hostile files that are neither PDF nor DOCX, or both: texts in odd encodings, endless lines, pictures, messages and archives.
import { gzipSync } from 'node:zlib'
import { noise, utf32, wordDocument } from './docx.mjs'
import { pdf, textPage } from './pdf-writer.mjs'
import { zip } from './zip-writer.mjs'

const MIB = 1024 * 1024
const NOTE = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.\n'
const filled = (text, bytes) => Buffer.alloc(bytes, text)

/** name -> [what it attacks, bytes]. */
export const OTHER_FILES = {
  'text-one-line': ['one line of 10 MB without a blank', () => filled('A', 10 * MIB)],
  'text-one-line-words': ['one line of 10 MB of words', () => filled(NOTE.replace('\n', ' '), 10 * MIB)],
  'text-digits': ['4 MB of digits', () => filled('0123456789', 4 * MIB)],
  'text-ats': ['4 MB of @ and dots', () => filled('a@b.', 4 * MIB)],
  'text-brackets': ['4 MB of opening brackets', () => filled('(<[{', 4 * MIB)],
  'text-tags': ['4 MB of opening tags', () => filled('<div class="', 4 * MIB)],
  'text-entities': ['4 MB of character references', () => filled('&#x41;&amp;', 4 * MIB)],
  'text-capitals': ['4 MB of capitalised words', () => filled('Casey Example ', 4 * MIB)],
  'text-blanks': ['4 MB of blanks', () => filled(' \t\n', 4 * MIB)],
  'text-table': [
    '200,000 rows of a table',
    () => Buffer.from(`name,phone\n${'Casey Example,0803 555 7890\n'.repeat(200_000)}`),
  ],
  'text-combining': ['2,000,000 accents on one letter', () => Buffer.from(`a${'\u0301'.repeat(1_000_000)}`)],
  'text-bidi': [
    'marks that turn the direction, one after another',
    () => Buffer.from(`${NOTE}${'\u202e\u2066'.repeat(300_000)}`),
  ],
  'text-nul': ['text with NULs', () => Buffer.from(NOTE.replaceAll(' ', '\0').repeat(100))],
  'text-nul-late': [
    'a NUL behind 100 kB of text',
    () => Buffer.concat([filled(NOTE, 100_000), Buffer.alloc(9), Buffer.from(NOTE)]),
  ],
  'text-utf16-odd': [
    'UTF-16 with half a letter at its end',
    () => Buffer.concat([Buffer.from(`\ufeff${NOTE}`, 'utf16le'), Buffer.from('x')]),
  ],
  'text-utf16-surrogates': [
    'UTF-16 of unpaired surrogates',
    () => Buffer.concat([Buffer.from('fffe', 'hex'), filled(Buffer.from('00d8', 'hex'), 200_000)]),
  ],
  'text-utf16-no-mark': ['UTF-16 without its mark', () => Buffer.from(NOTE.repeat(50), 'utf16le')],
  'text-utf32': ['UTF-32', () => utf32(NOTE.repeat(50))],
  'text-utf7': ['UTF-7', () => Buffer.from('+ADw-script+AD4- Casey +AEA-example.com')],
  'text-bad-utf8': [
    'letters cut in half',
    () => Buffer.concat([Buffer.from(NOTE), filled(Buffer.from([0xe2, 0x82, 0xf0, 0x9f]), 100_000)]),
  ],
  'text-noise': ['1 MB of noise', () => noise(MIB)],
  'image-png': ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0802000000', 'hex')],
  'image-jpeg': ['a picture', () => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')],
  'image-tiff': ['a picture', () => Buffer.from('49492a0008000000ffff', 'hex')],
  'office-rtf': ['rich text 100,000 deep', () => Buffer.from(`{\\rtf1${'{'.repeat(100_000)}`)],
  'office-ole': [
    'an old office file',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, 0xff)]),
  ],
  'mail-deep': [
    'a message within messages, 10,000 deep',
    () =>
      Buffer.from(
        Array.from(
          { length: 10_000 },
          (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
        ).join(''),
      ),
  ],
  'mail-headers': [
    'a message of 100,000 headers',
    () =>
      Buffer.from(
        `From: Casey Example <casey@example.com>\r\n${'Received: from a by b\r\n'.repeat(100_000)}\r\n${NOTE}`,
      ),
  ],
  'gzip-bomb': ['10 MB of blanks in 10 kB', () => gzipSync(filled(' ', 10 * MIB))],
  'zip-quine-like': [
    'an archive of itself, as far as that goes',
    () => zip([{ name: 'word/document.xml', bytes: zip([{ name: 'word/document.xml', bytes: '' }]), at: 0 }]),
  ],
  'polyglot-pdf-zip': [
    'a PDF that is a DOCX as well',
    () => Buffer.concat([pdf(textPage(NOTE)), wordDocument([NOTE])]),
  ],
  'polyglot-zip-pdf': [
    'a DOCX with a PDF before it',
    () =>
      zip([{ name: 'word/document.xml', bytes: '<w:document/>' }], { before: pdf(textPage(NOTE)).subarray(0, 600) }),
  ],
  'polyglot-text-pdf': [
    'a text with the sign of a PDF in it',
    () => Buffer.from(`${NOTE}%PDF-1.4\n${NOTE.repeat(50)}`),
  ],
  empty: ['no bytes at all', () => Buffer.alloc(0)],
  'one-byte': ['one byte', () => Buffer.from('x')],
}
