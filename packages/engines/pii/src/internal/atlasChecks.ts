/**
 * Implements the check digit algorithms of the atlas. Each receives a number without separators, in upper case.
 *
 * @since 0.2.0
 */
import { luhn } from "./digits.ts"

export type Check = (number: string) => boolean

const digitsOf = (number: string): ReadonlyArray<number> => Array.from(number, Number)

const weighted = (number: string, weights: ReadonlyArray<number>): number =>
  digitsOf(number.slice(0, weights.length)).reduce((sum, digit, at) => sum + digit * weights[at]!, 0)

const lastOf = (number: string): number => Number(number.at(-1))

const byWeights =
  (weights: ReadonlyArray<number>, modulus: number, digit: (rest: number) => number): Check => (number) =>
    digit(weighted(number, weights) % modulus) === lastOf(number)

const restOrZero = (rest: number): number => rest === 10 ? 0 : rest
const complement = (modulus: number) => (rest: number): number => (modulus - rest) % modulus

const SPANISH = "TRWAGMYFPDXBNJZSQVHLCKE"
const FINNISH = "0123456789ABCDEFHJKLMNPRSTUVWXY"
const IRISH = "WABCDEFGHIJKLMNOPQRSTUV"

const joinVerhoeff = (a: number, b: number): number =>
  a < 5 ? b < 5 ? (a + b) % 5 : (a + b - 5) % 5 + 5 : b < 5 ? (a - 5 - b + 5) % 5 + 5 : (a - b + 5) % 5
const permuted = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
const permuteVerhoeff = (digit: number, times: number): number => {
  let out = digit
  for (let i = 0; i < times % 8; i++) out = permuted[out]!
  return out
}

const baltic: Check = (number) => {
  const first = weighted(number, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
  if (first < 10) return first === lastOf(number)
  return restOrZero(weighted(number, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) === lastOf(number)
}

const norway: Check = (number) => {
  const first = complement(11)(weighted(number, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)
  const second = complement(11)(weighted(number, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)
  return first === Number(number[9]) && second === Number(number[10])
}

const singapore: Check = (number) => {
  const series = number[0]!
  const sum = weighted(number.slice(1), [2, 7, 6, 5, 4, 3, 2]) +
    (series === "T" || series === "G" ? 4 : series === "M" ? 3 : 0)
  const letters = series === "S" || series === "T" ? "JZIHGFEDCBA" : series === "M" ? "KLJNPQRTUWX" : "XWUTRQPNMLK"
  return (series === "M" ? letters[10 - sum % 11] : letters[sum % 11]) === number.at(-1)
}

/** Returns a check digit of a Brazilian number. The weights start at `from` and decrease. */
const brazil = (number: string, from: number): number => {
  const rest = weighted(number, Array.from({ length: from - 1 }, (_, at) => from - at)) % 11
  return rest < 2 ? 0 : 11 - rest
}

const CHINESE = "10X98765432"

export const checks = {
  luhn,
  luhnOfNine: (number) => luhn(number.slice(0, 9)),
  luxembourg: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)),
  swedenVat: (number) => number.endsWith("01") && luhn(number.slice(0, 10)),
  austria: (number) =>
    weighted(number.slice(0, 3) + number.slice(4), [3, 7, 9, 5, 8, 4, 2, 1, 6]) % 11 === Number(number[3]),
  australiaTax: (number) => number.length === 9 && weighted(number, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
  australiaMedicare: (number) => weighted(number, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(number[8]),
  belgium: (number) => {
    const check = Number(number.slice(9))
    return [number.slice(0, 9), `2${number.slice(0, 9)}`].some((body) => 97 - Number(body) % 97 === check)
  },
  bulgaria: byWeights([2, 4, 8, 5, 10, 9, 7, 3, 6], 11, restOrZero),
  brazilFirm: (number) => {
    const digit = (rest: number) => rest < 2 ? 0 : 11 - rest
    return digit(weighted(number, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) === Number(number[12]) &&
      digit(weighted(number, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) === Number(number[13])
  },
  ean: byWeights([1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3], 10, complement(10)),
  chile: (number) => {
    let sum = 0
    for (let at = number.length - 2, weight = 2; at >= 0; at--, weight = weight === 7 ? 2 : weight + 1) {
      sum += Number(number[at]) * weight
    }
    const rest = complement(11)(sum % 11)
    return (rest === 10 ? "K" : String(rest)) === number.at(-1)
  },
  czech: (number) => Number(number) % 11 === 0 || Number(number.slice(0, 9)) % 11 === 10 && number.endsWith("0"),
  baltic,
  spain: (number) =>
    SPANISH[Number(number.slice(0, -1).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)))) % 23] ===
      number.at(-1),
  finland: (number) => FINNISH[Number(number.slice(0, 6) + number.slice(-4, -1)) % 31] === number.at(-1),
  nhs: byWeights([10, 9, 8, 7, 6, 5, 4, 3, 2], 11, complement(11)),
  greece: byWeights([256, 128, 64, 32, 16, 8, 4, 2], 11, restOrZero),
  mod1110: (number) => {
    let product = 10
    for (const digit of digitsOf(number.slice(0, 10))) product = ((digit + product) % 10 || 10) * 2 % 11
    return (11 - product) % 10 === lastOf(number)
  },
  ireland: (number) => {
    const second = number.length > 8 && number[8] !== "W" ? number.charCodeAt(8) - 64 : 0
    return IRISH[(weighted(number, [8, 7, 6, 5, 4, 3, 2]) + second * 9) % 23] === number[7]
  },
  israel: (number) => luhn(number.padStart(9, "0")),
  verhoeff: (number) =>
    digitsOf(number).toReversed().reduce((sum, digit, at) => joinVerhoeff(sum, permuteVerhoeff(digit, at)), 0) === 0,
  netherlands: (number) => {
    const padded = number.padStart(9, "0")
    return (weighted(padded, [9, 8, 7, 6, 5, 4, 3, 2]) - lastOf(padded)) % 11 === 0
  },
  norway,
  pesel: byWeights([1, 3, 7, 9, 1, 3, 7, 9, 1, 3], 10, complement(10)),
  nip: byWeights([6, 5, 7, 2, 3, 4, 5, 6, 7], 11, (rest) => rest),
  portugal: byWeights([9, 8, 7, 6, 5, 4, 3, 2], 11, (rest) => rest < 2 ? 0 : 11 - rest),
  romania: byWeights([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], 11, (rest) => rest === 10 ? 1 : rest),
  sweden: (number) => luhn(number.slice(-10)),
  singapore,
  emso: byWeights([7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], 11, complement(11)),
  thailand: byWeights([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2], 11, (rest) => (11 - rest) % 10),
  australiaBusiness: (number) => (weighted(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0,
  australiaCompany: byWeights([8, 7, 6, 5, 4, 3, 2, 1], 10, complement(10)),
  belgiumFirm: (number) => {
    const digits = number.replace(/^BE/, "")
    return 97 - Number(digits.slice(0, 8)) % 97 === Number(digits.slice(8))
  },
  brazilPerson: (number) => brazil(number, 10) === Number(number[9]) && brazil(number, 11) === Number(number[10]),
  brazilWorker: byWeights([3, 2, 9, 8, 7, 6, 5, 4, 3, 2], 11, (rest) => rest < 2 ? 0 : 11 - rest),
  britainVat: (number) => {
    const digits = number.replace(/^GB/, "")
    const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + Number(digits.slice(7))
    return sum % 97 === 0 || (sum + 55) % 97 === 0
  },
  china: (number) =>
    CHINESE[weighted(number, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === number.at(-1),
  drugs: (number) => (weighted(number.slice(2), [1, 2, 1, 2, 1, 2])) % 10 === lastOf(number),
  hungary: byWeights([3, 7, 3, 7, 3, 7, 3, 7], 10, (rest) => rest),
  norwayFirm: byWeights([3, 2, 7, 6, 5, 4, 3, 2], 11, complement(11)),
  npi: (number) => luhn(`80840${number}`)
} satisfies Record<string, Check>
