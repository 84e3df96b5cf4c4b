/**
 * Units of measurement by symbol and name: SI units with their prefixes (SI Brochure, 9th edition, tables 2 to 8),
 * binary prefixes (IEC 80000-13), and customary UCUM units that people write after numbers.
 */
import { fold } from "./fold.ts"

export interface Unit {
  readonly symbols: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

const prefixes: Readonly<Record<string, readonly [symbols: string, names: string]>> = {
  T: ["T", "tera"],
  G: ["G", "giga"],
  M: ["M", "mega"],
  k: ["k", "kilo"],
  h: ["h", "hecto hekto etto"],
  d: ["d", "deci dezi déci"],
  c: ["c", "centi zenti"],
  m: ["m", "milli mili"],
  u: ["µ μ u", "micro mikro"],
  n: ["n", "nano"],
  p: ["p", "pico piko"],
  B: ["Ki", "kibi"],
  C: ["Mi", "mebi"],
  D: ["Gi", "gibi"],
  E: ["Ti", "tebi"]
}

const table: ReadonlyArray<readonly [symbols: string, names: string, prefixes?: string]> = [
  ["m", "metre meter mètre metro metri", "kdcmun"],
  ["g", "gram gramme gramm gramo grammo grammi grama", "kmu"],
  ["t", "tonne metric|ton tonelada tonnellata tonnellate"],
  ["l L", "litre liter litro litri", "hdcm"],
  ["s sec", "second sekunde seconde segundo secondo secondi", "mun"],
  ["min", "minute minuto minuti minuut minuten"],
  ["h hr hrs", "hour stunde heure hora ora ore uur uren"],
  ["A amp", "ampere ampère amperio amp", "kmu"],
  ["V", "volt voltio", "kmu"],
  ["W", "watt vatio", "TGMkm"],
  ["Wh", "watt|hour wattstunde watt|heure wattheure wattora vatio|hora watt|hora wattuur", "TGMk"],
  ["Ah", "ampere|hour amp|hour amperestunde", "m"],
  ["VA", "volt|ampere voltampere", "k"],
  ["Hz", "hertz hercio", "GMk"],
  ["Pa", "pascal", "Mkh"],
  ["J", "joule julio", "Mk"],
  ["N", "newton", "k"],
  ["cal", "calorie kalorie caloría calorías caloria", "k"],
  ["bar", "bar", "m"],
  ["Ω Ω ohm", "ohm ohmio", "Mk"],
  ["F", "farad faradio", "unp"],
  ["H", "henry", "mu"],
  ["T", "tesla", "m"],
  ["lm", "lumen"],
  ["lx", "lux"],
  ["mol", "mole", "m"],
  ["eV", "electronvolt elektronenvolt", "GMk"],
  ["Sv", "sievert", "mu"],
  ["Bq", "becquerel"],
  ["bit", "bit", "GMk"],
  ["B", "byte octet", "TGMkBCDE"],
  ["dB", "decibel dezibel décibel decibelio"],
  ["K", "kelvin"],
  ["C", "degree|celsius celsius degree|centigrade grad|celsius degré|celsius grado|celsius graden|celsius"],
  ["F", "degree|fahrenheit fahrenheit grad|fahrenheit degré|fahrenheit grado|fahrenheit"],
  ["ha", "hectare hektar hectárea ettaro ettari"],
  ["km/h kmh kph", "kilometre|per|hour kilometer|per|hour stundenkilometer kilometer|pro|stunde"],
  ["mph mi/h", "mile|per|hour"],
  ["rpm", "revolution|per|minute"],
  ["fps", "frame|per|second"],
  ["px", "pixel pixels píxel píxeles"],
  ["dpi", "dot|per|inch"],
  ["pt", "point punkt"],
  ["psi", "pound|per|square|inch"],
  ["ft", "foot feet"],
  ["yd", "yard"],
  ["mi", "mile"],
  ["lb lbs", "pound pfund"],
  ["oz", "ounce unze"],
  ["gal", "gallon"]
]

/** Symbols that are rarely units in a query. */
const mostlyWords = new Set(["a", "ev", "mi", "um", "us"])

const words = (text: string): ReadonlyArray<string> => text.split(" ")

const units: ReadonlyArray<Unit> = table.flatMap(([symbols, names, used = ""]) => [
  { symbols: words(symbols), names: words(names).map((name) => name.replaceAll("|", " ")) },
  ...Array.from(used, (letter): Unit => {
    const [before, named] = prefixes[letter]!
    return {
      symbols: words(before).flatMap((prefix) => words(symbols).map((symbol) => prefix + symbol)),
      names: words(named).flatMap((prefix) => words(names).map((name) => prefix + name.replaceAll("|", " ")))
    }
  })
])

const index = (keysOf: (unit: Unit) => ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<Unit>> => {
  const out = new Map<string, Array<Unit>>()
  for (const unit of units) {
    for (const key of new Set(keysOf(unit))) out.set(key, [...out.get(key) ?? [], unit])
  }
  return out
}

const bySymbol = index(({ symbols }) => symbols)
const byFolded = index(({ symbols }) => symbols.map(fold).filter((symbol) => !mostlyWords.has(symbol)))
const byName = index(({ names }) => names.map(fold))

const plurals = ["en", "es", "s", "n"]

/**
 * Returns the units of a symbol. Case distinguishes `mW` from `MW`. A single letter matches in either case, and so
 * does a symbol without an exact match.
 */
export const ofSymbol = (symbol: string): ReadonlyArray<Unit> => {
  if (mostlyWords.has(symbol)) return []
  const exact = symbol.length > 1 ? bySymbol.get(symbol) : undefined
  return exact ?? byFolded.get(fold(symbol)) ?? bySymbol.get(symbol) ?? []
}

export const ofName = (name: string): ReadonlyArray<Unit> => {
  const folded = fold(name)
  const known = byName.get(folded)
  if (known !== undefined) return known
  for (const ending of plurals) {
    const found = folded.endsWith(ending) ? byName.get(folded.slice(0, -ending.length)) : undefined
    if (found !== undefined) return found
  }
  // In a name of several words, the first word is the plural: `miles per hour`.
  const [first = "", ...more] = folded.split(/[ -]/)
  return first.endsWith("s") && more.length > 0 ? byName.get([first.slice(0, -1), ...more].join(" ")) ?? [] : []
}

const escaped = (text: string): string => text.replace(/[\\/]/g, "\\$&")

export const pattern = (units: ReadonlyArray<Unit>): string => {
  const names = units.flatMap(({ names }) => names).map((name) =>
    `${name.replaceAll(" ", "(?:s|en)?[ -]")}(?:${plurals.join("|")})?`
  )
  return [...new Set([...units.flatMap(({ symbols }) => symbols).map(escaped), ...names])].join("|")
}
