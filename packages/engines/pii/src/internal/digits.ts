/**
 * Validates check digits and checksums of cards, accounts and wallets.
 *
 * @since 0.1.0
 */
import { hexValue } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { sha256 } from "@noble/hashes/sha2.js"

const TEN = 10

const digitAt = (digits: string, at: number): number => hexValue(digits.charCodeAt(at))

/** Validates ASCII digits with Luhn's check. */
export const luhn = (digits: string): boolean => {
  let sum = 0
  let double = false
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digitAt(digits, i) * (double ? 2 : 1)
    // If the doubled digit has two digits, they are added.
    sum += digit < TEN ? digit : digit - TEN + 1
    double = !double
  }
  return sum % TEN === 0
}

/** First digits of the card networks, and the lengths of their numbers (ISO 7812). The first matching row decides. */
const networks: ReadonlyArray<readonly [head: RegExp, lengths: ReadonlyArray<number>]> = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720))/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|65|64[4-9]|622|35(?:2[89]|[3-8])|62|81)/, [16, 17, 18, 19]],
  [/^(?:30[0-5]|3095|36|3[89])/, [14, 15, 16, 17, 18, 19]],
  [/^(?:2131|1800|1220)/, [15]],
  [/^(?:5[06-9]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]]
]

/** Whether a card network uses these first digits with this length. */
export const isCardRange = (digits: string): boolean =>
  networks.find(([head]) => head.test(digits))?.[1].includes(digits.length) === true

/** Whether a card number is in a range that is accepted without a cue word nearby. */
export const isStrongCard = (digits: string): boolean =>
  /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d|22\d|4[4-9]\d)\d{12}|35\d{14}|3(?:0[0-5]|[68]\d)\d{11})$/
    .test(digits)

/** Countries and the lengths of their IBANs. */
const ibanLengths = new Map(
  ("AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 "
    + "FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 "
    + "LU20 LV21 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 "
    + "SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 LY25 SD18 BI27 DJ27 RU33 SO23 NI28 MN20 FK18 OM23 YE30")
    .split(" ").map((row) => [row.slice(0, 2), Number(row.slice(2))])
)

/** Returns the length of a country's IBAN, from the SWIFT registry. */
export const ibanLength = (country: string): number | undefined => ibanLengths.get(country)

/** Number of characters that the IBAN check moves to the end: the country and the check digits. */
const IBAN_HEAD = 4
/** Modulus of ISO 7064 mod 97-10. */
const IBAN_MODULUS = 97
/** Remainder of a valid number. */
const IBAN_REST = 1
/** In base 36, the value of `A` is 10 and that of `Z` is 35. */
const LETTER_BASE = 36
/** Factor for a letter, which adds two decimal digits to the remainder. */
const HUNDRED = 100

/** Validates an upper-case IBAN without spaces (ISO 7064 mod 97-10). */
export const isIban = (iban: string): boolean => {
  let rest = 0
  for (const sign of iban.slice(IBAN_HEAD) + iban.slice(0, IBAN_HEAD)) {
    const value = Number.parseInt(sign, LETTER_BASE)
    rest = (rest * (value < TEN ? TEN : HUNDRED) + value) % IBAN_MODULUS
  }
  return rest === IBAN_REST
}

/** Valid ranges of the first two digits of a routing number, which encode district and use (ABA). */
const routingPrefixes: ReadonlyArray<readonly [first: number, last: number]> = [[0, 12], [21, 32], [61, 72], [80, 80]]
/** Weights of the digits in the checksum of a routing number, repeated after three digits. */
const routingWeights = [3, 7, 1]

/** Checks the checksum and the prefix range of an ABA routing number. */
export const isRouting = (digits: string): boolean => {
  if (!/^(?!0{9})\d{9}$/.test(digits)) return false
  const prefix = Number(digits.slice(0, 2))
  if (!routingPrefixes.some(([first, last]) => prefix >= first && prefix <= last)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += digitAt(digits, i) * routingWeights[i % routingWeights.length]!
  return sum % TEN === 0
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** Maximum number of characters of a 25-byte address in base58, with some reserve. */
const MAX_BASE58_CHARACTERS = 40
/** Number of bytes of an address. */
const ADDRESS_BYTES = 25
/** Number of bytes of the checked part: a version and a hash. */
const CHECKED_BYTES = 21
/** Bits per byte. */
const BITS_OF_BYTE = 8n
/** Mask for the bits of a byte. */
const BYTE_MASK_OF_BIGINT = 0xffn

/** Validates the Base58Check checksum of a 25-byte address. */
export const isBase58Check = (address: string): boolean => {
  if (address.length > MAX_BASE58_CHARACTERS) return false
  let value = 0n
  for (const letter of address) {
    const digit = base58.indexOf(letter)
    if (digit < 0) return false
    value = value * BigInt(base58.length) + BigInt(digit)
  }
  const bytes = new Uint8Array(ADDRESS_BYTES)
  for (let i = ADDRESS_BYTES - 1; i >= 0; i--) {
    bytes[i] = Number(value & BYTE_MASK_OF_BIGINT)
    value >>= BITS_OF_BYTE
  }
  if (value !== 0n) return false
  const check = sha256(sha256(bytes.subarray(0, CHECKED_BYTES)))
  return bytes.subarray(CHECKED_BYTES).every((byte, i) => byte === check[i])
}

const base32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

/** Maximum number of characters of an address. */
const MAX_BECH32_CHARACTERS = 90
/** Number of characters of the checksum and the `1` before it. */
const CHECKSUM = 7
/** Bits per character. */
const BITS_OF_VALUE = 5
/** Mask for the bits of a character. */
const VALUE = 0x1f
/** Number of bits that the checksum keeps before the next character is added. */
const REST_BITS = 25
/** Mask for the bits that the checksum keeps. */
const REST = 0x1ffffff
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** The remainders that the checksums of bech32 and bech32m must have. */
const bech32Rests: ReadonlyArray<number> = [1, 0x2bc830a3]

/** Validates bech32 and bech32m addresses (BIP 173, BIP 350). */
export const isBech32 = (address: string): boolean => {
  if (address.length > MAX_BECH32_CHARACTERS) return false
  const lower = address.toLowerCase()
  const one = lower.lastIndexOf("1")
  if (one < 1 || lower.length - one < CHECKSUM) return false
  const values: Array<number> = []
  for (let i = 0; i < one; i++) values.push(lower.charCodeAt(i) >> BITS_OF_VALUE)
  values.push(0)
  for (let i = 0; i < one; i++) values.push(lower.charCodeAt(i) & VALUE)
  for (let i = one + 1; i < lower.length; i++) {
    const value = base32.indexOf(lower[i]!)
    if (value < 0) return false
    values.push(value)
  }
  let sum = 1
  for (const value of values) {
    const top = sum >>> REST_BITS
    sum = (sum & REST) << BITS_OF_VALUE ^ value
    for (const [bit, term] of generator.entries()) if ((top >>> bit & 1) === 1) sum ^= term
  }
  return bech32Rests.includes(sum >>> 0)
}

/** Number of digits before the first and second check digit. */
const CPF_LENGTHS = [9, 10]
/** Modulus of the check digits. */
const CPF_MODULUS = 11

/** Validates Brazil's CPF: eleven digits, two of which are check digits. */
export const isCpf = (digits: string): boolean => {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  for (const length of CPF_LENGTHS) {
    let sum = 0
    for (let i = 0; i < length; i++) sum += digitAt(digits, i) * (length + 1 - i)
    if (sum * TEN % CPF_MODULUS % TEN !== digitAt(digits, length)) return false
  }
  return true
}

/** Weights of the first 17 digits of a Chinese identity number (GB 11643, ISO 7064 mod 11-2). */
const CHINESE_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** The check character by remainder. */
const CHINESE_CHECKS = "10X98765432"

/** Validates China's identity number: 17 digits and a check character. */
export const isChineseId = (id: string): boolean =>
  /^\d{17}[\dXx]$/.test(id) &&
  CHINESE_CHECKS[CHINESE_WEIGHTS.reduce((sum, weight, at) => sum + weight * digitAt(id, at), 0) % CHINESE_CHECKS.length]
    === id.at(-1)!.toUpperCase()

/** Number of digits before the two check digits of a Turkish number. */
const TURKISH_LENGTH = 9
/** Weight of the odd positions in the first check digit. */
const TURKISH_ODD = 7

/** Validates Turkey's identity number: eleven digits, of which two are check digits. */
export const isTurkishId = (digits: string): boolean => {
  if (!/^[1-9]\d{10}$/.test(digits)) return false
  let first = 0
  let sum = 0
  for (let at = 0; at < TURKISH_LENGTH; at++) {
    first += digitAt(digits, at) * (at % 2 === 0 ? TURKISH_ODD : -1)
    sum += digitAt(digits, at)
  }
  const check = (first % TEN + TEN) % TEN
  return digitAt(digits, TURKISH_LENGTH) === check && digitAt(digits, TURKISH_LENGTH + 1) === (sum + check) % TEN
}

/**
 * Values of the characters at odd positions of an Italian tax code. A letter has the value at its position in the
 * alphabet.
 */
const ITALIAN_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

/** Validates Italy's tax code of a person: six letters of the name, the date of birth, the town, and a check letter. */
export const isItalianTaxCode = (code: string): boolean => {
  if (!/^[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]$/.test(code)) return false
  let sum = 0
  for (let at = 0; at < code.length - 1; at++) {
    const unit = code.charCodeAt(at)
    const value = unit >= Unit.UPPER_A ? unit - Unit.UPPER_A : hexValue(unit)
    sum += at % 2 === 0 ? ITALIAN_ODD[value]! : value
  }
  return sum % ITALIAN_ODD.length === code.charCodeAt(code.length - 1) - Unit.UPPER_A
}

/** Number of digits before the check digit of Germany's tax number. */
const GERMAN_LENGTH = 10

/** Validates Germany's tax number of a person: eleven digits (ISO 7064 mod 11-10). */
export const isGermanTaxId = (digits: string): boolean => {
  if (!/^[1-9]\d{10}$/.test(digits)) return false
  let product = TEN
  for (let at = 0; at < GERMAN_LENGTH; at++) product = ((digitAt(digits, at) + product) % TEN || TEN) * 2 % (TEN + 1)
  return (TEN + 1 - product) % TEN === digitAt(digits, GERMAN_LENGTH)
}
