// The release of the whole package. A house test keeps it equal to package.json.
export const VERSION = '0.10.0'

/** The engine identifier of the contract: the same on receipts, attestations and liveness. */
export const SERVICE_ENGINE = `service-core@${VERSION}`
