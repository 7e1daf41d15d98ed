// The rules that claim values: for each its category, its name in findings, its confidence and the strength of its evidence.
//
// A confidence orders claims; it is not a probability. The numbers were set by hand and compared on the labelled texts of bench/texts:
//   0.95 to 1     the value proves itself: check digits, a registered prefix, a syntax of its own
//   0.9 to 0.95   a label or cue next to the value names its kind
//   0.8 to 0.9    a cue is near, and the format fits; or the label names more than one kind
//   0.6 to 0.8    only the context supports it, or the value fails its check digits
// Names, user names and places of residence have fitted confidences instead (data/weights/).
import type { Strength } from '../../records/detection.ts'

export interface ClaimRule {
  readonly category: string
  readonly detector: string
  readonly confidence: number
  readonly strength: Strength
}

const rule = (category: string, detector: string, confidence: number, strength: Strength = 'pattern'): ClaimRule => ({
  category,
  detector: `rule:${detector}`,
  confidence,
  strength,
})

export const RULES = {
  // Contacts. An address with "@" needs no cue; one that is spelled out is also a sentence.
  email: rule('PII-3-EMAIL', 'email', 0.98),
  email_in_brackets: rule('PII-3-EMAIL', 'email', 0.95),
  email_spelled: rule('PII-3-EMAIL', 'email', 0.9),
  profile_url: rule('PII-3-URL', 'profile_url', 0.85),
  social_handle: rule('PII-3-SOCIAL_HANDLE', 'social_handle', 0.9),
  social_handle_listed: rule('PII-3-SOCIAL_HANDLE', 'social_handle', 0.88),
  social_handle_mentioned: rule('PII-3-SOCIAL_HANDLE', 'social_handle', 0.8),
  messaging_handle: rule('PII-3-MESSAGING_HANDLE', 'messaging_handle', 0.9),
  messaging_handle_listed: rule('PII-3-MESSAGING_HANDLE', 'messaging_handle', 0.88),

  // Telephone numbers. A plan is the numbering plan of a country (values/phone/).
  phone_international_labelled: rule('PII-3-PHONE', 'phone', 0.99, 'validated'),
  phone_international: rule('PII-3-PHONE', 'phone', 0.96, 'validated'),
  phone_not_in_plan_labelled: rule('PII-3-PHONE', 'phone', 0.85),
  phone_not_in_plan: rule('PII-3-PHONE', 'phone', 0.75),
  phone_national_labelled: rule('PII-3-PHONE', 'phone', 0.97, 'validated'),
  phone_national_near_cue: rule('PII-3-PHONE', 'phone', 0.93, 'validated'),
  phone_national_by_format: rule('PII-3-PHONE', 'phone', 0.85),
  phone_mobile_after_number_word: rule('PII-3-PHONE', 'phone', 0.85),
  phone_national_not_in_plan: rule('PII-3-PHONE', 'phone', 0.7),
  phone_after_person: rule('PII-3-PHONE', 'phone', 0.8),
  phone_after_name: rule('PII-3-PHONE', 'phone', 0.75),

  // Dates of birth.
  birth_cue: rule('PII-1-DOB', 'date_of_birth', 0.97),
  birth_cue_after: rule('PII-1-DOB', 'date_of_birth', 0.9),
  birth_confirmed: rule('PII-1-DOB', 'date_of_birth', 0.8),
  birth_in_brackets: rule('PII-1-DOB', 'date_of_birth', 0.8),
  birth_after_name: rule('PII-1-DOB', 'date_of_birth', 0.75),
  birth_sentence: rule('PII-1-DOB', 'date_of_birth', 0.7),

  // Secrets. A value of letters, digits and signs is not an ordinary word, so it needs less of a cue.
  password_after_separator: rule('PII-8-PASSWORD', 'password', 0.96),
  password_after_cue: rule('PII-8-PASSWORD', 'password', 0.9),
  password_in_url: rule('PII-8-PASSWORD', 'password', 0.9),
  password_after_words: rule('PII-8-PASSWORD', 'password', 0.88),
  password_by_form: rule('PII-8-PASSWORD', 'password', 0.85),
  password_ordinary_word: rule('PII-8-PASSWORD', 'password', 0.8),
  password_next_sentence: rule('PII-8-PASSWORD', 'password', 0.8),
  pin_after_separator: rule('PII-8-PASSWORD', 'pin', 0.93),
  pin_after_cue: rule('PII-8-PASSWORD', 'pin', 0.85),
  api_key_after_cue: rule('PII-8-API_KEY', 'api_key', 0.95),
  api_key_by_prefix: rule('PII-8-API_KEY', 'api_key', 0.97),
  web_token: rule('PII-8-SESSION_TOKEN', 'jwt', 0.98),

  // User names.
  login_after_separator: rule('PII-8-LOGIN', 'login', 0.9),
  login_after_cue: rule('PII-8-LOGIN', 'login', 0.85),
  login_in_path: rule('PII-8-LOGIN', 'login', 0.85),

  // Devices and networks.
  imei: rule('PII-8-IMEI', 'imei', 0.99, 'validated'),
  imei_fails_check: rule('PII-8-IMEI', 'imei', 0.8),
  device_labelled: rule('PII-8-DEVICE_ID', 'device_id', 0.9),
  device_uuid: rule('PII-8-DEVICE_ID', 'device_id', 0.88),
  cookie: rule('PII-8-COOKIE', 'cookie', 0.9),
  mac_address: rule('PII-8-MAC_ADDRESS', 'mac_address', 0.95),
  ipv4: rule('PII-8-IP_ADDRESS', 'ip_ipv4', 0.97, 'validated'),
  ipv6: rule('PII-8-IP_ADDRESS', 'ip_ipv6', 0.97, 'validated'),

  // Accounts and payments.
  card_near_cue: rule('PII-5-CARD', 'card', 0.99, 'validated'),
  card: rule('PII-5-CARD', 'card', 0.93, 'validated'),
  card_labelled: rule('PII-5-CARD', 'card', 0.9),
  card_fails_check: rule('PII-5-CARD', 'card', 0.75),
  iban: rule('PII-5-IBAN', 'iban', 0.99, 'validated'),
  iban_fails_check: rule('PII-5-IBAN', 'iban', 0.75),
  account_with_bank: rule('PII-5-BANK_ACCOUNT', 'bank_account', 0.93),
  account_labelled: rule('PII-5-BANK_ACCOUNT', 'bank_account', 0.9),
  sort_code: rule('PII-5-BANK_ACCOUNT', 'sort_code', 0.9),
  /** Forty hexadecimal digits after 0x can also be a hash; `detector` of wallets ends with their scheme. */
  wallet: rule('PII-5-CRYPTO_WALLET', 'wallet_', 0.99, 'validated'),
  wallet_near_cue: rule('PII-5-CRYPTO_WALLET', 'wallet_', 0.95),
  wallet_by_format: rule('PII-5-CRYPTO_WALLET', 'wallet_', 0.88),
  mpesa_receipt: rule('PII-5-MPESA_REF', 'mpesa_ref', 0.9),
  mobile_money_labelled: rule('PII-5-MOMO_REF', 'momo_ref', 0.85),

  // Identifiers and documents. Those of countries have the confidences of IDENTIFIER.
  did: rule('PII-2-DID', 'digital_id_did_', 0.98),
  did_of_rare_method: rule('PII-2-DID', 'digital_id_did_', 0.8),
  medical_record: rule('PII-2-HEALTH_ID', 'medical_record', 0.85),

  // Places. A pair of decimals is also a size or a version.
  coordinates_marked: rule('PII-4-GPS_COORDINATES', 'gps_coordinates', 0.95),
  coordinates_near_cue: rule('PII-4-GPS_COORDINATES', 'gps_coordinates', 0.92),
  coordinates_of_map: rule('PII-4-GPS_COORDINATES', 'gps_coordinates', 0.75),
  birthplace: rule('PII-4-LOCATION', 'birthplace', 0.7),
  address_labelled: rule('PII-4-ADDRESS', 'addr_label', 0.65),
  address_of_house: rule('PII-4-ADDRESS', 'addr_label', 0.7, 'lexicon'),
  address_block: rule('PII-4-ADDRESS', 'addr_block', 0.7),
  address_block_of_street: rule('PII-4-ADDRESS', 'addr_block', 0.75),
  address_repeated: rule('PII-4-ADDRESS', 'addr_repeat', 0.6, 'lexicon'),
  address_with_postcode: rule('PII-4-ADDRESS', 'addr_parser', 0.75),
  address_street_only: rule('PII-4-ADDRESS', 'addr_parser', 0.6),
  landmark: rule('PII-4-LANDMARK_ANCHOR', 'addr_parser', 0.6),
} as const satisfies Record<string, ClaimRule>

/** Confidences of rules whose category and name come from data. */
export const CONFIDENCE = {
  /** A value of a licence field or a machine-readable zone, without check digits. */
  licence_field: 0.9,
  zone: 0.9,
  zone_with_check_digits: 0.99,
  /** The second number next to a number of the same kind. */
  second_document: 0.75,
  /** A health condition, a religion or another special category named in words. */
  special_category: 0.75,
  /** A labelled field: other values are entered there too, and rules that know the format of a value take precedence. */
  field: 0.8,
  exchange_field: 0.93,
}

/** Confidence of an address that the grammar read, by its parts: `base`, and more for each kind of part. */
export const ADDRESS_PARTS = { base: 0.6, street: 0.1, number: 0.1, place: 0.1, postcode: 0.05 }

/** Confidence of a location by what its context says (addresses/place-rules.ts). */
export const PLACE = {
  refused: 0,
  in_context: 0.6,
  after_preposition: 0.65,
  by_size: 0.7,
  in_brackets: 0.75,
  labelled: 0.8,
  several_parts: 0.85,
}

/** Confidence of a number of a country (identifiers/verdict.ts). `own`: of a governing country, or no country governs. */
export const IDENTIFIER = {
  labelled_and_valid: 0.99,
  near_cue_and_valid: 0.97,
  valid_at_home: 0.95,
  labelled_own: 0.92,
  valid_alone: 0.9,
  valid_after_name: 0.9,
  /** The label is a common word: too weak to show a jurisdiction. */
  labelled_by_word: 0.88,
  near_cue_own: 0.85,
  own_format: 0.85,
  foreign_format: 0.8,
  labelled_foreign: 0.75,
  /** A mistyped number after its own cue still identifies a person. */
  labelled_but_invalid: 0.7,
}

/** One of an ordered list of rules: the first that applies decides. */
export interface OrderedRule<Seen, Result> {
  /** The condition of the rule. */
  readonly name: string
  readonly when: (seen: Seen) => boolean
  /** A rule without a result decides that nothing is claimed. */
  readonly gives?: Result
}

/** The result of the first rule that applies; null if none does, or if it has none. */
export function decide<Seen, Result>(rules: readonly OrderedRule<Seen, Result>[], seen: Seen): Result | null {
  for (let i = 0; i < rules.length; i++) if (rules[i]!.when(seen)) return rules[i]!.gives ?? null
  return null
}
