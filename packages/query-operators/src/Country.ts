/**
 * Countries by their two-letter codes.
 *
 * @since 0.1.0
 */
import * as Option from "effect/Option"
import * as CountryNames from "./internal/CountryNames.ts"
import { key } from "./internal/PlaceNames.ts"

// ISO 3166-1 alpha-2 in full, and XK (Kosovo), which is user-assigned but in general use.
const assigned =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"

/**
 * Every country code, in alphabetical order.
 *
 * @category constants
 * @since 0.1.0
 */
export const codes: ReadonlyArray<string> = assigned.split(" ")

const known = new Set(codes)

/**
 * Reads a country code in any case; `UK` is taken as `GB`. `None` when there is no such country.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (code: string): Option.Option<string> => {
  const upper = code.trim().toUpperCase()
  const canonical = upper === "UK" ? "GB" : upper
  return known.has(canonical) ? Option.some(canonical) : Option.none()
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
 * The English name of a country, or the code itself when there is none.
 *
 * @category readers
 * @since 0.1.0
 */
export const name = (code: string): string => {
  display ??= new Intl.DisplayNames(["en"], { type: "region" })
  return known.has(code) ? display.of(code) ?? code : code
}
