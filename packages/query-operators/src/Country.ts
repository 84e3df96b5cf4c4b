/**
 * Finds countries by their two-letter codes and names.
 *
 * @since 0.1.0
 */
import * as CountryCode from "@dunlin/schema/CountryCode"
import * as Option from "effect/Option"
import * as CountryNames from "./internal/countryNames.ts"
import { key } from "./internal/placeNames.ts"

/**
 * Every country code, in alphabetical order.
 *
 * @category constants
 * @since 0.1.0
 */
export const codes: ReadonlyArray<string> = [...CountryCode.all]

/**
 * Parses a country code in any case; `UK` becomes `GB`. Returns `None` for an unknown code.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (code: string): Option.Option<string> => {
  const canonical = CountryCode.normalize(code)
  return CountryCode.all.has(canonical) ? Option.some(canonical) : Option.none()
}

let english: ReadonlyMap<string, string> | undefined = undefined
let foreign: ReadonlyMap<string, string> | undefined = undefined

/**
 * Finds a country by its name in any of fifteen languages, a common short form (`USA`, `Holland`) or its code.
 *
 * @category parsing
 * @since 0.1.0
 */
export const fromName = (name: string): Option.Option<string> => {
  if (name.length > 100) return Option.none()
  const wanted = key(name)
  english ??= CountryNames.english(codes)
  const found = english.get(wanted)
  if (found !== undefined || wanted === "") return Option.fromNullishOr(found)
  foreign ??= CountryNames.foreign(codes)
  return Option.fromNullishOr(foreign.get(wanted))
}

let display: Intl.DisplayNames | undefined = undefined

/**
 * Returns the English name of a country, or the code itself if none exists.
 *
 * @category readers
 * @since 0.1.0
 */
export const name = (code: string): string => {
  display ??= new Intl.DisplayNames(["en"], { type: "region" })
  return CountryCode.all.has(code) ? display.of(code) ?? code : code
}
