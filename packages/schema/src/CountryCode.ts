/**
 * Defines ISO 3166-1 alpha-2 country codes, including common variants of clients.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { atMostLong } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"

const codes = new Set(
  ("AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
    "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
    "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT " +
    "MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW " +
    "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG " +
    "UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW").split(" ")
)

/**
 * All accepted codes in upper case: the 249 of ISO 3166-1 and the user-assigned `XK` (Kosovo).
 *
 * @category constants
 * @since 0.1.0
 */
export const all: ReadonlySet<string> = codes

/**
 * Converts a code to upper case, and `UK` to `GB`; clients send both.
 *
 * @category conversions
 * @since 0.1.0
 */
export const normalize = (code: string): string => {
  const upper = code.trim().toUpperCase()
  return upper === "UK" ? "GB" : upper
}

/**
 * A country code. Lower case and `UK` are accepted as input. The decoded value is an ISO code in upper case.
 *
 * @category schemas
 * @since 0.1.0
 */
export const CountryCode = atMostLong(Limits.texts.country).pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.makeFilter((code: string) => codes.has(code), {
        expected: "an ISO 3166-1 alpha-2 country code such as US"
      })
    ),
    SchemaTransformation.transform({ decode: normalize, encode: (code: string) => code })
  )
)
