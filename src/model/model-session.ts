// Runs one model in the ONNX Runtime, with one thread and a fixed order, so that equal inputs give equal outputs.
import { readFileSync } from 'node:fs'
import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { SelfsameError } from '../errors.ts'
import { modelInvalid } from './folder.ts'
import type { Pieces } from './tokenizer.ts'
import type { TokenizerLibrary } from './tokenizers-package.ts'

// Splits long texts into overlapping windows at words; each piece is taken from the window with more context for it.
export interface Window {
  readonly first: number
  readonly end: number
  /** Range of the pieces that are taken from this window. */
  readonly from: number
  readonly to: number
}

/** Windows of at most `size` pieces; each piece is taken from exactly one. Consecutive windows share about `overlap` pieces. */
export function windowsOver({ ids: { length }, opens }: Pieces, size: number, overlap: number): Window[] {
  const bounds: { first: number; end: number }[] = []
  for (let first = 0; first < length; ) {
    const end = wordBefore(opens, Math.min(length, first + size), first + overlap + 1, length)
    bounds.push({ first, end })
    if (end === length) break
    first = wordBefore(opens, Math.max(first + 1, end - overlap), first + 1, length)
  }
  let from = 0
  return bounds.map(({ first, end }, i) => {
    const next = bounds[i + 1]
    // At a word in the middle of the shared part.
    const to =
      next === undefined ? length : wordBefore(opens, (next.first + end + 1) >> 1, Math.max(from, next.first), length)
    const window = { first, end, from, to }
    from = to
    return window
  })
}

/** The last piece up to `at` that begins a word; `at` if there is none from `least` on. */
function wordBefore(opens: Uint8Array, at: number, least: number, length: number): number {
  if (at >= length) return length
  for (let i = at; i >= least; i--) if (opens[i] === 1) return i
  return at
}

/** The packages to install, in one line. The native code is inside the package; its install script would only fetch GPU libraries. */
export const DETECT_PACKAGES = 'onnxruntime-node @huggingface/tokenizers'

interface Runtime {
  readonly InferenceSession: {
    create(path: string | Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession>
  }
  readonly Tensor: new (type: 'int64' | 'bool', data: BigInt64Array | Uint8Array, dims: readonly number[]) => Tensor
}

export interface Session {
  readonly inputs: ReadonlySet<string>
  tensor(type: 'int64' | 'bool', data: BigInt64Array | Uint8Array, dims: readonly number[]): Tensor
  /** The first output. Throws model_invalid if the model does not accept these inputs. */
  run(
    feeds: Readonly<Record<string, Tensor>>,
  ): Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }>
  close(): Promise<void>
}

/** The same runtime in WebAssembly; a variable, so that the compiler does not require the package. */
const WEB: string = 'onnxruntime-web'

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'

/** The native runtime or, if it is not installed, the WebAssembly one. Throws extra_missing. */
async function loadRuntime(): Promise<{ runtime: Runtime; opensPaths: boolean }> {
  try {
    return { runtime: (await import('onnxruntime-node')) as unknown as Runtime, opensPaths: true }
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
  try {
    const web = (await import(WEB)) as Runtime & { env: { wasm: { numThreads: number } } }
    web.env.wasm.numThreads = 1
    return { runtime: web, opensPaths: false }
  } catch (error) {
    throw isAbsent(error) ? extraMissing(error) : error
  }
}

export async function loadTokenizers(): Promise<TokenizerLibrary> {
  try {
    return (await import('@huggingface/tokenizers')) as unknown as TokenizerLibrary
  } catch (error) {
    throw isAbsent(error) ? extraMissing(error) : error
  }
}

function extraMissing(cause: unknown): SelfsameError {
  return new SelfsameError(
    'extra_missing',
    `The detect extra is not installed, so no model can be used; install it with: npm install ${DETECT_PACKAGES}`,
    { cause },
  )
}

/** Opens the ONNX file. Throws extra_missing, model_invalid. */
export async function openSession(onnx: string): Promise<Session> {
  const { runtime, opensPaths } = await loadRuntime()
  let session: InferenceSession
  try {
    session = await runtime.InferenceSession.create(opensPaths ? onnx : readFileSync(onnx), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      executionProviders: [opensPaths ? 'cpu' : 'wasm'],
      logSeverityLevel: 4,
    })
  } catch (error) {
    throw modelInvalid('its ONNX file cannot be loaded', error)
  }
  const output = session.outputNames[0]!
  return {
    inputs: new Set(session.inputNames),
    tensor: (type, data, dims) => new runtime.Tensor(type, data, dims),
    async run(feeds) {
      let outputs: Awaited<ReturnType<InferenceSession['run']>>
      try {
        outputs = await session.run(feeds)
      } catch (error) {
        throw modelInvalid('its ONNX file does not run with the inputs of such a model', error)
      }
      const { data, dims, type } = outputs[output]!
      if (type !== 'float32') throw modelInvalid(`its output is of type ${type}, not float32`)
      return { data: data as Float32Array, dims }
    },
    close: async () => void (await session.release()),
  }
}
