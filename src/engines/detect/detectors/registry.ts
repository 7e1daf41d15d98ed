// List of detectors; of equal claims the earlier one wins. Names come before places, which use the languages and people found (Evidence).
import { addressDetector } from '../addresses/addresses-detector.ts'
import { birthDetector } from '../births/births-detector.ts'
import type { DetectorFactory } from '../detector.ts'
import { formatDetector } from '../fields/exchange/exchange-detector.ts'
import { identifierDetector } from '../identifiers/identifiers-detector.ts'
import { announcedLoginDetector } from '../logins/announced.ts'
import { loginDetector } from '../logins/logins-detector.ts'
import { namesDetector } from '../names/names-detector.ts'
import { phoneDetector } from '../phones/phones-detector.ts'
import { accountDetector } from './accounts.ts'
import { birthplaceDetector } from './birthplaces.ts'
import { cardDetector } from './cards.ts'
import { coordinateDetector } from './coordinates.ts'
import { deviceDetector } from './devices.ts'
import { didDetector } from './dids.ts'
import { emailDetector } from './emails.ts'
import { fieldDetector } from './field-values.ts'
import { keyDetector } from './keys.ts'
import { learnedDetector } from './learned.ts'
import { licenceFieldDetector } from './licence-fields.ts'
import { namedNumberDetector } from './named-numbers.ts'
import { networkDetector } from './networks.ts'
import { recordDetector } from './patient-records.ts'
import { profileDetector } from './profiles.ts'
import { secondPaperDetector } from './second-papers.ts'
import { secretDetector } from './secrets.ts'
import { specialDetector } from './special-categories.ts'

import { travelDocumentDetector } from './travel-documents.ts'
import { walletDetector } from './wallets.ts'

export const detectorFactories: readonly DetectorFactory[] = [
  identifierDetector,
  formatDetector,
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
  keyDetector,
  secretDetector,
  licenceFieldDetector,
  fieldDetector,
  announcedLoginDetector,
  specialDetector,
  travelDocumentDetector,
  walletDetector,
  namesDetector,
  addressDetector,
  birthplaceDetector,
  namedNumberDetector,
  secondPaperDetector,
  learnedDetector,
  loginDetector,
]
