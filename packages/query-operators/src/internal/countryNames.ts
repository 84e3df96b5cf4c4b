import { key } from "./placeNames.ts"

// Common English names that ICU does not return.
const namesByCode: ReadonlyArray<readonly [code: string, names: string]> = [
  ["AE", "UAE,Emirates"],
  ["BA", "Bosnia"],
  ["BO", "Plurinational State of Bolivia"],
  ["BN", "Brunei Darussalam"],
  ["CD", "Democratic Republic of the Congo,DR Congo,DRC,Congo Kinshasa"],
  ["CG", "Congo,Republic of the Congo,Congo Brazzaville"],
  ["CI", "Ivory Coast"],
  ["CV", "Cabo Verde"],
  ["CZ", "Czech Republic"],
  ["FK", "Falkland Islands"],
  ["FM", "Federated States of Micronesia"],
  [
    "GB",
    "UK,United Kingdom of Great Britain and Northern Ireland,Great Britain,Britain,England,Scotland,Wales,Northern Ireland"
  ],
  ["GM", "The Gambia"],
  ["HK", "Hong Kong"],
  ["IR", "Islamic Republic of Iran"],
  ["KP", "North Korea,Democratic People's Republic of Korea"],
  ["KR", "South Korea,Korea,Republic of Korea"],
  ["LA", "Lao People's Democratic Republic"],
  ["MD", "Republic of Moldova"],
  ["MK", "Macedonia"],
  ["MM", "Burma,Myanmar"],
  ["MO", "Macau,Macao"],
  ["NL", "Holland,The Netherlands"],
  ["PS", "Palestine,State of Palestine"],
  ["RU", "Russian Federation"],
  ["SY", "Syrian Arab Republic"],
  ["SZ", "Swaziland"],
  ["TL", "East Timor"],
  ["TR", "Turkey,Türkiye"],
  ["TW", "Taiwan Province of China"],
  ["TZ", "United Republic of Tanzania"],
  ["US", "USA,U.S.A.,U.S.,United States of America,America"],
  ["VA", "Holy See,Vatican"],
  ["VE", "Bolivarian Republic of Venezuela"],
  ["VN", "Viet Nam"]
]

// The other languages in which country names are most often written.
const languages = ["de", "fr", "es", "it", "pt", "nl", "sv", "pl", "tr", "ru", "ar", "ja", "ko", "zh"]

const addLanguage = (names: Map<string, string>, codes: ReadonlyArray<string>, language: string): void => {
  const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" })
  for (const code of codes) {
    const name = display.of(code)
    // If several languages contain a name, the first one determines the country.
    if (name !== undefined && !names.has(key(name))) names.set(key(name), code)
  }
}

export const english = (codes: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  addLanguage(names, codes, "en")
  for (const [code, list] of namesByCode) for (const name of list.split(",")) names.set(key(name), code)
  for (const code of codes) names.set(key(code), code)
  return names.set("uk", "GB")
}

/** Building the map takes 100 ms, so it is built when no English name matches. */
export const foreign = (codes: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const language of languages) addLanguage(names, codes, language)
  return names
}
