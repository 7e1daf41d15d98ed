// The detectors, one line each. The order is the order in which equal claims are preferred.
import type { DetectorFactory } from './detector.ts'
import { identifierDetector } from './identifiers.ts'

export const detectorFactories: readonly DetectorFactory[] = [
  identifierDetector,
  // people and places (names.ts -> namesDetector, addresses.ts -> addressDetector, locations.ts -> locationDetector)
]
