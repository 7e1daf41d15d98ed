// The detectors, one line each. The order is the order in which equal claims are preferred.
import { accountDetector } from './accounts.ts'
import { addressDetector } from './addresses.ts'
import { birthplaceDetector } from './birthplaces.ts'
import { birthDetector } from './births.ts'
import { cardDetector } from './cards.ts'
import { coordinateDetector } from './coordinates.ts'
import type { DetectorFactory } from './detector.ts'
import { deviceDetector } from './devices.ts'
import { didDetector } from './dids.ts'
import { emailDetector } from './emails.ts'
import { identifierDetector } from './identifiers.ts'
import { loginDetector } from './logins.ts'
import { namesDetector } from './names.ts'
import { networkDetector } from './networks.ts'
import { phoneDetector } from './phones.ts'
import { profileDetector } from './profiles.ts'
import { recordDetector } from './records.ts'
import { secretDetector } from './secrets.ts'
import { specialDetector } from './special.ts'
import { walletDetector } from './wallets.ts'

export const detectorFactories: readonly DetectorFactory[] = [
  identifierDetector,
  accountDetector,
  birthDetector,
  cardDetector,
  didDetector,
  emailDetector,
  networkDetector,
  phoneDetector,
  coordinateDetector,
  deviceDetector,
  profileDetector,
  recordDetector,
  secretDetector,
  loginDetector,
  specialDetector,
  walletDetector,
  namesDetector,
  addressDetector,
  birthplaceDetector,
]
