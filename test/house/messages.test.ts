// A message must not repeat a caller's input: every sentence with an inserted value is listed here, with the kind of the value.
import { expect, it } from 'vitest'
import { sourceFiles } from './sources.ts'

/**
 * Values that may be inserted into a sentence, by file. Each is a fact of ours, a number, an id of the ledger, or a word of a closed list.
 * A new one is added here after a look at where it comes from; what a caller wrote is no such thing.
 */
const PUT_IN: Readonly<Record<string, readonly string[]>> = {
  // fixed sentences
  'attest/did-key.ts': ['why'],
  // fixed sentences of did-key.ts, names of fields
  'attest/verify.ts': ['(error as Error).message', 'what', "what === 'inputs' ? 'do' : 'does'"],
  'records/attested.ts': ['ATTESTATION_SCHEMA', 'ENVELOPE_TYPE', 'field'],
  // Names of options as the program that calls wrote them, what they take, and variables of the environment.
  'options.ts': ['TEXT.allowed', 'allowed', 'least', 'most', 'name', 'names', 'quoted', 'taker', "values.join(', ')"],
  'http/app-options.ts': ["MASKS.join(', ')", 'name'],
  // methods, a limit, a content type
  'http/app.ts': ['allow', 'most', 'wanted'],
  // a limit, and which of its sentences
  'http/caller.ts': ['LONGEST', 'why'],
  // a length, and a header with an id made here
  'http/failure.ts': ['Buffer.byteLength(body)', 'id'],
  // a limit
  'http/guard.ts': ['MOST_HEADERS'],
  // an address of ours
  'http/metrics-server.ts': ['PATH'],
  // names of our form fields, limits, the problems with
  'http/uploads.ts': [
    "[...new Set(problems)].slice(0, 5).join('; ')",
    "accepted.join(', ')",
    'limits.uploadTotalBytes',
    'name',
  ],
  // an exit status
  'ledger/key-source.ts': ['COMMAND_MILLISECONDS / 1000', 'signal', 'status'],
  // ids of the ledger; of a record that is not there, in its only form
  'ledger/rows.ts': ['id', 'named', 'record.record_id', 'row.decision_id'],
  // names of triggers
  'ledger/rules.ts': ['kind', 'name'],
  // a code of the system
  'ledger/sqlite/thread.ts': ['reason'],
  // ids of the ledger
  'ledger/vault.ts': ['recordId'],
  // counts
  'ledger/verify-records.ts': ['count - 1', 'more'],
  // counts
  'ledger/verify.ts': ['doubled', 'hidden', 'what'],
  // names of limits and bounds
  'limits.ts': ['LEAST_MEMORY', 'MOST_MILLISECONDS', "Object.keys(DEFAULT_LIMITS).join(', ')"],
  // a status of HTTP
  'formats/docling-serve.ts': ['response.status'],
  // counts, places of a copy that name no file
  'formats/copy-maker.ts': [
    'first.start + 1',
    'leaks.values',
    'leaks.where',
    'others.length + 1',
    'place',
    'times',
    'why',
  ],
  // a limit
  'formats/copying.ts': ['limits.text'],
  // a limit
  'formats/document-builder.ts': ['this.#most'],
  // a limit, a word of this list
  'formats/file-processes.ts': ['Math.ceil(milliseconds / 1000)', 'this.#doing'],
  // markup that is written
  'formats/office/odf-copy.ts': ['escaped(path)', "listed.join('')", 'type'],
  // markup that is written, keys of a table
  'formats/office/office-parts.ts': ["[...defaults, ...overrides].join('')", 'app', 'text', "written.join('')"],
  // extras and their packages
  'formats/format.ts': ['extra', 'packages'],
  // operators and tables that are written
  'formats/pdf/pdf-drawing.ts': ["matrix.map(numeral).join(' ')", 'short', 'word'],
  'formats/pdf/pdf-fonts.ts': ['section', 'some.length', 'used.name', 'writingMode'],
  'formats/pdf/pdf-pages.ts': ["[left, top, width, height].map(fixed).join(' ')", "inverse(view).map(fixed).join(' ')"],
  // a limit
  'formats/pdf/pdf-library.ts': ['most'],
  // markup that is written
  'formats/picture/picture-copy.ts': ["drawn.join('')", 'height', 'width'],
  'formats/picture/pictures.ts': ['MOST_PIXELS / 1e6', 'reading.limits.pages'],
  // places of a copy: numbers of members, names of parts of a package
  'formats/proof.ts': ['inside', 'name', 'number', 'place', 'start + 1'],
  // formats, packages, reasons of this list
  'formats/reading.ts': [
    'MOST_NESTED',
    "[...unread].sort().join('; ')",
    "format.called ?? 'a file'",
    'reasonOf(error)',
  ],
  // packages
  'formats/session.ts': ['OCR_PACKAGES'],
  // names of encodings
  'formats/text/encode.ts': ['encoding'],
  'formats/text/decode.ts': ['mark.encoding.toUpperCase()'],
  // a pattern that is written
  'formats/xml/allowed-xml.ts': ['string'],
  // names of our fields, numbers of theirs, limits
  'shape.ts': [
    'expectation(issue)',
    "fieldsOf(schema).join(', ')",
    "issue.values.map(String).join(', ')",
    'issues.length - parts.length',
    'limits.listLength',
    'limits.textLength',
    'member',
    "missing ? 'required, ' : ''",
    "numbers.join(', ')",
    "numbers.length === 1 ? 'field' : 'fields'",
    "parts.join('; ')",
    "path || 'The request'",
    'place(issue.path)',
    'which',
  ],
  // packs there are; the unknown one, where the contract asks for it and it is written as packs are
  'verbs/clusters.ts': ['record_id'],
  'verbs/compare.ts': [
    'TEXT_ENTITY',
    'a.subjects',
    'b.subjects',
    'entity',
    "explanation.replace(/\\.$/, '')",
    "known.join(', ')",
    'named(entity)',
    "sides.join(' and ')",
  ],
  // counts, methods, statutes
  'verbs/deidentify.ts': [
    "[...METHODS.keys()].join(', ')",
    "done.join(', ')",
    'spans.length',
    "spans.length === 1 ? 'span' : 'spans'",
    'statute',
    'under',
    'version',
  ],
  // packs there are, what a verdict rests on
  'verbs/documents.ts': [
    "[...fieldSets.keys()].sort(compareCodePoints).join(', ')",
    'request.entity',
    'verdict.reason',
  ],
  // ids of the ledger
  'verbs/explain.ts': ['id'],
  // types there are
  'verbs/extract.ts': ["ENTITY_TYPES.join(', ')"],
  // the sentence the engine wrote, and a sentence of ours
  'verbs/review/answer.ts': ['engine.explanation', 'standing.says'],
  'verbs/review/queue.ts': ['SAMPLE_EVERY'],
  // words of closed lists
  'verbs/review/standing.ts': ['SAYS[answer]', "answer.replace('_', ' ')", 'who'],
  // a record id
  'verbs/shared/recorded.ts': ['id'],
  // names of limits and bounds
  'verbs/shared/check-limits.ts': ['problem', 'which'],
  // the name two uploads share, where the contract asks for it and it is plain; numbers otherwise
  'verbs/shared/check-uploads.ts': ['which'],
  // statutes and codes there are; an unknown code of two capital letters
  'verbs/shared/governing.ts': [
    "[...context.packs.statutes().keys()].join(', ')",
    'code',
    'given',
    'named.name',
    'said',
    'statute.name',
    'supportedCodes(context)',
    'verdict.reason',
  ],
  // numbers of files; the sentence of a parser
  'verbs/shared/read-uploads.ts': ['at + 1', 'uploads.length'],
  // packs there are
  'verbs/shared/reading.ts': ['entity'],
  // ids of the ledger, packs of a recorded decision
  'verbs/shared/rerun.ts': ['entity', 'id', 'names', 'why'],
  // categories, statutes, backends
  'verbs/shared/scan.ts': ['category', 'law.statute.name'],
  // a list of constants, a category of model.json
  'verbs/shared/learned.ts': ["BACKENDS.join(', ')", 'stray'],
  // counts
  'verbs/tables.ts': ['clusters', 'review', 'same'],
}

/** The modules whose sentences reach callers, an operator's log or an auditor. The command line writes to its own user. */
const ROOMS =
  /^(?:attest|errors|options|extras|http|ledger|library|limits|formats|plain-shape|records\/attested|service|shape|verbs)\b/

/** Characters between a regular expression and the sign before it: a line end and its indent. */
const PATTERN_INDENT = 20

/** Template literals of a text: their text, and the values inserted into them. Those inside of another come after it. */
function templates(text: string): { words: string; put: string[] }[] {
  const found: { words: string; put: string[] }[] = []
  const read = (start: number): number => {
    const one = { words: '', put: [] as string[] }
    found.push(one)
    let at = start + 1
    while (text[at] !== '`') {
      if (text[at] === '\\') at += 2
      else if (text.startsWith('${', at)) {
        const end = expression(at + 2)
        one.put.push(
          text
            .slice(at + 2, end)
            .replace(/\s+/g, ' ')
            .trim(),
        )
        one.words += '_'
        at = end + 1
      } else one.words += text[at++]
    }
    return at
  }
  const expression = (start: number): number => {
    let depth = 0
    for (let at = start; ; at++) {
      const sign = text[at]
      if (sign === '`') at = read(at)
      else if (sign === "'" || sign === '"') at = closing(at)
      else if (isPattern(at)) at = patternEnd(at)
      else if (sign === '{') depth++
      else if (sign === '}' && depth-- === 0) return at
    }
  }
  const closing = (start: number): number => {
    let at = start + 1
    while (text[at] !== text[start] && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1
    return at
  }
  // A regular expression may hold quotes and braces that open nothing.
  const isPattern = (at: number) =>
    text[at] === '/' && /[(,=:[!&|?{};]\s*$/.test(text.slice(Math.max(0, at - PATTERN_INDENT), at))
  const patternEnd = (start: number): number => {
    let isClass = false
    let at = start + 1
    for (; at < text.length && (isClass || text[at] !== '/'); at++) {
      if (text[at] === '\\') at++
      else if (text[at] === '[') isClass = true
      else if (text[at] === ']') isClass = false
    }
    return at
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (text.startsWith('//', at)) at = text.indexOf('\n', at)
    else if (text.startsWith('/*', at)) at = text.indexOf('*/', at) + 1
    else if (sign === "'" || sign === '"') at = closing(at)
    else if (sign === '`') at = read(at)
    else if (isPattern(at)) at = patternEnd(at)
    if (at < 0) break
  }
  return found
}

/** Words of ordinary letters, not pieces of text joined by signs; statements for a database are not sentences. */
const isSentence = (words: string) =>
  /[a-z]{2,}/.test(words) &&
  /[a-z]{2,} [a-z]{2,}|[:;] _|_[:;]? [a-z]{2,}|[a-z]{2,} _/.test(words) &&
  !/\b(?:SELECT|INSERT|UPDATE|CREATE|ALTER|PRAGMA|WHERE|VALUES)\b/.test(words)

it('puts into its messages what is listed, and nothing that a caller wrote', () => {
  const found: Record<string, string[]> = {}
  for (const { path, text } of sourceFiles()) {
    if (!ROOMS.test(path)) continue
    const put = templates(text).flatMap((one) => (isSentence(one.words) ? one.put : []))
    if (put.length > 0) found[path] = [...new Set(put)].sort()
  }
  expect(found).toEqual(PUT_IN)
})

it('sees what is put into a sentence, however it is written', () => {
  const text = [
    `throw new Error(\`the file \${upload.name}: \${[\`a \${'}'}\`].join(\`, \`)} is bad\`)`,
    `// \`it's \${x} here\``,
    `'\`no \${y} one\`'`,
  ].join('\n')
  expect(templates(text)).toEqual([
    { words: 'the file _: _ is bad', put: ['upload.name', `[\`a \${'}'}\`].join(\`, \`)`] },
    { words: 'a _', put: ["'}'"] },
    { words: ', ', put: [] },
  ])
})
