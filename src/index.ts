// The library's face: one function per operation, a service that keeps a ledger open, a warm start, and the types of all of it.
export { type ErrorCode, SelfsameError } from './errors.ts'
export * from './library.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export type { OwnPack } from './packs/own-packs.ts'
export { canonicalJson } from './records/canonical.ts'
export type { Action, DeidentifyAnswer, DetectAnswer, Detection, Span } from './records/detection.ts'
export type { DocumentReport, FileCopy, JurisdictionVerdict, PairDecision, ReviewPack } from './records/documents.ts'
export type { Explanation, ReplayAnswer, RevealedRecord, StoredDecision } from './records/ledger.ts'
export type { ExtractAnswer, PlaceMention, PlacesAnswer, ProposedEntity } from './records/mentions.ts'
export type { CompareAction, Identity, Receipt } from './records/receipt.ts'
export type { Upload } from './records/requests.ts'
export {
  createService,
  type Service,
  type ServiceOptions,
  type TablesAnswer,
  type TablesOptions,
  type WarmParts,
} from './service.ts'
export { SERVICE_ENGINE, VERSION } from './version.ts'
