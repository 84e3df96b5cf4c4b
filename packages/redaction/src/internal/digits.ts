/**
 * Check digits and checksums of cards, accounts and wallets.
 *
 * @since 0.1.0
 */
import { sha256 } from "@noble/hashes/sha2.js"
import * as Unit from "./units.ts"

/** Luhn's check over ASCII digits. */
export const luhn = (digits: string): boolean => {
  let sum = 0
  let double = false
  for (let i = digits.length - 1; i >= 0; i--) {
    let digit = digits.charCodeAt(i) - 48
    if (double && (digit *= 2) > 9) digit -= 9
    sum += digit
    double = !double
  }
  return sum % 10 === 0
}

/** Whether the first digits and the length are those of a card network (ISO 7812 ranges). */
export const isCardRange = (digits: string): boolean => {
  const length = digits.length
  if (digits[0] === "4") return length === 13 || length === 16 || length === 19
  if (/^(?:5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720))/.test(digits)) return length === 16
  if (/^3[47]/.test(digits)) return length === 15
  if (/^(?:6011|65|64[4-9]|622|35(?:2[89]|[3-8])|62|81)/.test(digits)) return length >= 16 && length <= 19
  if (/^(?:30[0-5]|3095|36|3[89])/.test(digits)) return length >= 14 && length <= 19
  if (/^(?:2131|1800|1220)/.test(digits)) return length === 15
  return /^(?:5[06-9]|6)/.test(digits) && length >= 12 && length <= 19
}

/** The ranges that need no word beside them to be believed. */
export const isStrongCard = (digits: string): boolean =>
  /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d|22\d|4[4-9]\d)\d{12}|35\d{14}|3(?:0[0-5]|[68]\d)\d{11})$/
    .test(digits)

const ibanCountries =
  "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18FO18FR27GB22GE22GI23GL18GR27GT28HR21HU28" +
  "IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21MC27MD24ME22MK19MR27MT31MU30NL18NO15PK24PL28PS29PT25QA29RO24RS22SA24" +
  "SC31SE24SI19SK24SM27ST25SV28TL23TN24TR26UA29VA22VG24XK20LY25SD18BI27DJ27RU33SO23NI28MN20FK18OM23YE30"
const ibanLengths = new Map<string, number>()
for (let i = 0; i < ibanCountries.length; i += 4) {
  ibanLengths.set(ibanCountries.slice(i, i + 2), Number(ibanCountries.slice(i + 2, i + 4)))
}

/** Length of an IBAN of a country, from the SWIFT registry. */
export const ibanLength = (country: string): number | undefined => ibanLengths.get(country)

/** ISO 7064 mod 97-10 over an upper-case IBAN without spaces. */
export const isIban = (iban: string): boolean => {
  const moved = iban.slice(4) + iban.slice(0, 4)
  let rest = 0
  for (let i = 0; i < moved.length; i++) {
    const code = moved.charCodeAt(i)
    rest = code >= Unit.UPPER_A ? (rest * 100 + code - 55) % 97 : (rest * 10 + code - 48) % 97
  }
  return rest === 1
}

/** The checksum and the prefix ranges of an ABA routing number. */
export const isRouting = (digits: string): boolean => {
  if (!/^\d{9}$/.test(digits)) return false
  const prefix = Number(digits.slice(0, 2))
  if (!(prefix <= 12 || prefix >= 21 && prefix <= 32 || prefix >= 61 && prefix <= 72 || prefix === 80)) return false
  if (digits === "000000000") return false
  let sum = 0
  for (let i = 0; i < 9; i++) sum += (digits.charCodeAt(i) - 48) * (i % 3 === 0 ? 3 : i % 3 === 1 ? 7 : 1)
  return sum % 10 === 0
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** Base58check of a 25 byte address. */
export const isBase58Check = (address: string): boolean => {
  if (address.length > 40) return false
  let value = 0n
  for (const letter of address) {
    const digit = base58.indexOf(letter)
    if (digit < 0) return false
    value = value * 58n + BigInt(digit)
  }
  const bytes = new Uint8Array(25)
  for (let i = 24; i >= 0; i--) {
    bytes[i] = Number(value & 255n)
    value >>= 8n
  }
  if (value !== 0n) return false
  const check = sha256(sha256(bytes.subarray(0, 21)))
  for (let i = 0; i < 4; i++) if (check[i] !== bytes[21 + i]) return false
  return true
}

const base32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

/** Bech32 and bech32m (BIP 173, BIP 350). */
export const isBech32 = (address: string): boolean => {
  if (address.length > 90) return false
  const lower = address.toLowerCase()
  const one = lower.lastIndexOf("1")
  if (one < 1 || lower.length - one < 7) return false
  const values: Array<number> = []
  for (let i = 0; i < one; i++) values.push(lower.charCodeAt(i) >> 5)
  values.push(0)
  for (let i = 0; i < one; i++) values.push(lower.charCodeAt(i) & 31)
  for (let i = one + 1; i < lower.length; i++) {
    const value = base32.indexOf(lower[i]!)
    if (value < 0) return false
    values.push(value)
  }
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = (sum & 0x1ffffff) << 5 ^ value
    for (let bit = 0; bit < 5; bit++) if ((top >>> bit & 1) === 1) sum ^= generator[bit]!
  }
  sum >>>= 0
  return sum === 1 || sum === 0x2bc830a3
}

/** Brazil's CPF, eleven digits with two check digits. */
export const isCpf = (digits: string): boolean => {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  for (const length of [9, 10]) {
    let sum = 0
    for (let i = 0; i < length; i++) sum += (digits.charCodeAt(i) - 48) * (length + 1 - i)
    if (sum * 10 % 11 % 10 !== digits.charCodeAt(length) - 48) return false
  }
  return true
}
