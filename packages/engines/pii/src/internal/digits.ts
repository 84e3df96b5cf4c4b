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

export const luhn = (digits: string): boolean => {
  let sum = 0
  let double = false
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digitAt(digits, i) * (double ? 2 : 1)
    // The digits of a doubled digit with two digits are added (Luhn).
    sum += digit < TEN ? digit : digit - TEN + 1
    double = !double
  }
  return sum % TEN === 0
}

/** Card networks by their first digits (ISO 7812). The first row that matches decides. */
const networks: ReadonlyArray<readonly [head: RegExp, lengths: ReadonlyArray<number>]> = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720))/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|65|64[4-9]|622|35(?:2[89]|[3-8])|62|81)/, [16, 17, 18, 19]],
  [/^(?:30[0-5]|3095|36|3[89])/, [14, 15, 16, 17, 18, 19]],
  [/^(?:2131|1800|1220)/, [15]],
  [/^(?:5[06-9]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]]
]

export const isCardRange = (digits: string): boolean =>
  networks.find(([head]) => head.test(digits))?.[1].includes(digits.length) === true

export const isStrongCard = (digits: string): boolean =>
  /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d|22\d|4[4-9]\d)\d{12}|35\d{14}|3(?:0[0-5]|[68]\d)\d{11})$/
    .test(digits)

const ibanLengths = new Map(
  ("AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 "
    + "FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 "
    + "LU20 LV21 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 "
    + "SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 LY25 SD18 BI27 DJ27 RU33 SO23 NI28 MN20 FK18 OM23 YE30")
    .split(" ").map((row) => [row.slice(0, 2), Number(row.slice(2))])
)

/** Returns the length of a country's IBAN, from the SWIFT registry. */
export const ibanLength = (country: string): number | undefined => ibanLengths.get(country)

/** Characters at the start of an IBAN, its country and check digits, that the check moves to the end. */
const IBAN_HEAD = 4
/** Modulus of ISO 7064 mod 97-10. */
const IBAN_MODULUS = 97
const IBAN_REST = 1
/** In base 36, the value of `A` is 10 and that of `Z` is 35. */
const LETTER_BASE = 36
const HUNDRED = 100

export const isIban = (iban: string): boolean => {
  let rest = 0
  for (const sign of iban.slice(IBAN_HEAD) + iban.slice(0, IBAN_HEAD)) {
    const value = Number.parseInt(sign, LETTER_BASE)
    rest = (rest * (value < TEN ? TEN : HUNDRED) + value) % IBAN_MODULUS
  }
  return rest === IBAN_REST
}

/** Ranges of the first two digits of routing numbers, which encode district and use (ABA). */
const routingPrefixes: ReadonlyArray<readonly [first: number, last: number]> = [[0, 12], [21, 32], [61, 72], [80, 80]]
const routingWeights = [3, 7, 1]

export const isRouting = (digits: string): boolean => {
  if (!/^(?!0{9})\d{9}$/.test(digits)) return false
  const prefix = Number(digits.slice(0, 2))
  if (!routingPrefixes.some(([first, last]) => prefix >= first && prefix <= last)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += digitAt(digits, i) * routingWeights[i % routingWeights.length]!
  return sum % TEN === 0
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

const MAX_BASE58_CHARACTERS = 40
const ADDRESS_BYTES = 25
const CHECKED_BYTES = 21
const BITS_OF_BYTE = 8n
const BYTE_MASK_OF_BIGINT = 0xffn

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

const MAX_BECH32_CHARACTERS = 90
const CHECKSUM = 7
const BITS_OF_VALUE = 5
const VALUE = 0x1f
const REST_BITS = 25
const REST = 0x1ffffff
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const bech32Rests: ReadonlyArray<number> = [1, 0x2bc830a3]

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

const CPF_LENGTHS = [9, 10]
const CPF_MODULUS = 11

export const isCpf = (digits: string): boolean => {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  for (const length of CPF_LENGTHS) {
    let sum = 0
    for (let i = 0; i < length; i++) sum += digitAt(digits, i) * (length + 1 - i)
    if (sum * TEN % CPF_MODULUS % TEN !== digitAt(digits, length)) return false
  }
  return true
}

/** Weights of the digits of Chinese identity numbers (GB 11643, ISO 7064 mod 11-2). */
const CHINESE_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHINESE_CHECKS = "10X98765432"

export const isChineseId = (id: string): boolean =>
  /^\d{17}[\dXx]$/.test(id) &&
  CHINESE_CHECKS[CHINESE_WEIGHTS.reduce((sum, weight, at) => sum + weight * digitAt(id, at), 0) % CHINESE_CHECKS.length]
    === id.at(-1)!.toUpperCase()

const TURKISH_LENGTH = 9
const TURKISH_ODD = 7

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

/** Values of the characters at odd positions in Italian tax codes. Letters are in alphabetical order. */
const ITALIAN_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

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

const GERMAN_LENGTH = 10

export const isGermanTaxId = (digits: string): boolean => {
  if (!/^[1-9]\d{10}$/.test(digits)) return false
  let product = TEN
  for (let at = 0; at < GERMAN_LENGTH; at++) product = ((digitAt(digits, at) + product) % TEN || TEN) * 2 % (TEN + 1)
  return (TEN + 1 - product) % TEN === digitAt(digits, GERMAN_LENGTH)
}
