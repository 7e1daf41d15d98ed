// The detectors, one line each. The order is the order in which equal claims are preferred.
import type { DetectorFactory } from './detector.ts'

export const detectorFactories: readonly DetectorFactory[] = [
  // values
  // people and places (names.ts -> namesDetector, addresses.ts -> addressDetector, locations.ts -> locationDetector)
]
