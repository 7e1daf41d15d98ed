// The detect engine over the shipped facts, built once for all tests of a thread.
import { createDetectEngine } from '../../src/engines/detect/engine.ts'
import { loadPacks } from '../../src/packs/load.ts'

export const detectEngine = createDetectEngine(loadPacks())
