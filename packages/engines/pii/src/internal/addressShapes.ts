/**
 * Matches the parts of postal addresses, with regular expressions that are tested only at given positions.
 *
 * @since 0.1.0
 */
import { isLowerLetter } from "@dunlin/text/CodeUnit"
import { unitAt } from "./around.ts"
import { CAPITAL, LETTER } from "./latin.ts"
import { endingsOf } from "./pairs.ts"

export type Part = (text: string, at: number) => number

/**
 * The shape of an address: a head, and optional parts after it. Each part is a separate regular expression, because one
 * expression for all parts takes a second to compile. Expressions read text in the form that `latin` returns.
 */
export interface Shape {
  readonly head: Part
  readonly instead?: Part
  readonly parts: ReadonlyArray<Part>
}

const part = (source: string, flags = "y"): Part => {
  const expression = new RegExp(source, flags)
  return (text, at) => {
    expression.lastIndex = at
    return expression.test(text) ? expression.lastIndex : -1
  }
}

/** Makes a part of alternatives. The first one that matches returns the end. */
const first = (...parts: ReadonlyArray<Part>): Part => (text, at) => {
  for (const one of parts) {
    const end = one(text, at)
    if (end >= 0) return end
  }
  return -1
}

const then = (one: Part, other: Part): Part => (text, at) => {
  const end = one(text, at)
  return end < 0 ? -1 : other(text, end)
}

/** Words after a street's name, for example `Street`. */
export const suffixWords =
  "Street|St|Str|Road|Rd|Avenue|Ave|Av|Aven|Drive|Dr|Drv|Boulevard|Blvd|Boul|Lane|Ln|Way|Court|Ct|Crt|Circle|Cir|Place|Pl|Square|Sq|" +
  "Terrace|Ter|Terr|Parkway|Pkwy|Pky|Py|Highway|Hwy|Hghwy|Route|Rte|Trail|Trl|Loop|Plaza|Plz|Crescent|Cres|Close|Gardens|Gdns|Grove|Row|" +
  "Mews|Walk|Alley|Aly|Pike|Turnpike|Tpke|Expressway|Expy|Freeway|Fwy|Bend|Cove|Cv|Ridge|Rdg|Run|Point|Pt|Broadway|Wharf|Quay|Mall|" +
  "Crossing|Xing|Hollow|Holw|Manor|Mnr|Meadow|Meadows|Mdws|Orchard|Parade|Pde|Pass|Path|Springs|Station|Valley|View|Vista|Village|" +
  "Center|Centre|Ctr|Estates|Field|Fields|Glen|Green|Harbor|Heights|Hts|Hill|Hills|Island|Junction|Knoll|Landing|Lodge|Park|Commons|" +
  "Esplanade|Causeway|Bypass|Extension|Ext|Extensions|Crossroad|Gate|Garden|Chase|Rise|Drove|Croft|Wynd|Brae"
const romanceKinds =
  "rue|avenue|boulevard|bd|place|allée|impasse|chemin|quai|cours|route|square|calle|avenida|plaza|paseo|via|viale|piazza|corso|rua|travessa|" +
  "ulica|ul\\."

const kindsBefore =
  "Rue|Avenue|Boulevard|Bd|Place|Allée|Impasse|Chemin|Quai|Calle|C\\/|Avenida|Avda?\\.|Av\\.|Plaza|Paseo|Carrer|Carretera|Via|Viale|Piazza|Corso|Largo|Strada|Rua|" +
  "R\\.|Praça|Travessa|Ulica|ul\\.|ulica|os\\.|Bulevar|Jalan|Jl\\.|улица|ул\\.|просп\\.|вул\\.|οδός"

const wordsOf = (kinds: string): ReadonlyArray<string> =>
  kinds.toLowerCase().split("|").flatMap((word) => {
    const plain = word.replace(/\\\W/g, "")
    return plain.endsWith("?") ? [plain.slice(0, -2), plain.slice(0, -1)] : [plain]
  })

export const kindsFirst = wordsOf(kindsBefore)

/** Words of which every address with a number and a street contains one. */
export const streetWords: ReadonlyArray<string> = [
  ...wordsOf(`${suffixWords}|${romanceKinds}|${kindsBefore}`),
  ..."n s e w no so i broadway".split(" ")
]

const caps = suffixWords.toUpperCase()
const numbered =
  "(?:(?:US|U\\.S\\.|County|State|Farm|Old|Interstate|COUNTY|STATE)[ ])?(?:Road|Rd|Highway|Hwy|Route|Rte|Rt|ROAD|RD|HWY|HIGHWAY|ROUTE|RT|I-)[ ]?#?[ ]?[A-Z0-9]{1,4}\\b"
const suffix = `(?:${numbered}|(?:${suffixWords}|${caps})\\b\\.?)`
const direction =
  "(?:[NSEW]|[NS][EW]|[NSEW]\\.|So|No|North|South|East|West|Northeast|Northwest|Southeast|Southwest|NORTH|SOUTH|EAST|WEST)\\.?"
const word = `[${CAPITAL}0-9][${LETTER}\\d.'-]{0,24}`

export const states =
  "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|PR|AA|AE|AP|" +
  "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|" +
  "NSW|VIC|QLD|SA|TAS|ACT|NT|ON|QC|BC|AB|MB|SK|NS|NB|NL|PE"

export const endsInState = endingsOf(states.split("|"))

const town = `(?:(?:St|Ft|Mt)\\.[ ])?[${CAPITAL}][${LETTER}'-]{0,24}`
const separator = "(?:,?[ ]{1,2}|,[ ]{0,2}\\n?[ >]{0,4}|[ ]{0,2}\\n[ >]{0,4}|\\s?[-·|]\\s?)"
const between = "(?:,[ ]{0,2}\\n?[ >]{0,4}|[ ]{0,2}\\n[ >]{0,4}|\\s?[-·|]\\s?)"
const unit =
  "(?:(?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|Bldg|Building|Room|Rm|Dept|Lot|Level|Flat|Box|PO Box|P\\.O\\. Box|APT|SUITE|STE|UNIT|FLOOR|BLDG|ste|apt|suite|unit)\\.?[ ]?#?[ ]?[A-Za-z0-9-]{1,8}|#[ ]?[A-Za-z0-9-]{1,6}|\\d{1,3}(?:st|nd|rd|th) (?:Fl(?:oor)?|FL(?:OOR)?)|(?:Front|Frnt|Rear|Upper|Lower|Tower|North Tower|South Tower)\\b)"
const code =
  "(?:\\d{5}(?:-\\d{4})?|[A-Z]{1,2}\\d[A-Z\\d]?[ ]?\\d[A-Z]{2}|[A-Z]\\d[A-Z][ ]?\\d[A-Z]\\d|\\d{4}[ ]?[A-Z]{2}|\\d{4}|\\d{6}|\\d{3}[ ]\\d{2,3})(?![\\w-])"
const country =
  "(?:USA?|U\\.S\\.A\\.|United States(?: of America)?|UK|United Kingdom|Canada|Australia|Ireland|England|Scotland|Wales|New Zealand|Germany|Deutschland|France|Spain|España|Italy|Italia|Netherlands|Nederland|Belgium|Austria|Österreich|Switzerland|Sweden|Norway|Denmark|Finland|Portugal|Poland|India|Japan|China|Brazil|Brasil|Mexico|South Africa|Singapore)\\b"
const unitPart = `${separator}${unit}`
const towns = `${town}(?:[ ]${town}){0,2}`

const tail = (flags: string): ReadonlyArray<Part> =>
  [
    unitPart,
    unitPart,
    `${between}${towns}|[ ]${towns}(?=,?[ ](?:${states}|\\d{5})\\b)`,
    `${separator}(?:${states})\\b\\.?`,
    `${separator}${code}`,
    `(?:,?[ ]{1,2}|[ ]{0,2}\\n[ >]{0,4})${country}`
  ].map((source) => part(source, flags))
const anyTail = tail("y")
const sideOfTown = part(`[ ]${direction}(?![${LETTER}])`)

const streetWord = part(`${word}[ ]`)
const streetKind = part(suffix)

const MAX_STREET_WORDS = 4

/** The name of a street, which ends with a word such as `Avenue`. */
const street: Part = (text, at) => {
  let end = at
  for (let words = 0; words < MAX_STREET_WORDS; words++) {
    end = streetWord(text, end)
    if (end < 0) return -1
    const last = streetKind(text, end)
    if (last >= 0) return last
    // Words of a street are capitalized.
    if (isLowerLetter(unitAt(text, end))) return -1
  }
  return -1
}

const numberAnd = (number: string, rest: Part): Part =>
  then(part(number), first(then(part(`${direction}[ ]`), rest), rest))

/** An address that starts with its house number: `221B Baker Street, London NW1 6XE`. */
export const numberFirst: Shape = {
  head: numberAnd(
    "\\d{1,6}(?:[-/]\\d{1,5})?[A-Za-z]?(?:[ ]\\d\\/\\d)?,?[ ]",
    first(street, part("Broadway\\b"), part(numbered))
  ),
  parts: [sideOfTown, ...anyTail]
}

/** An address that starts with its house number: `350 Fifth Avenue`, `1 Broadway` or `6641 N 2200 W`. */
export const numberStreet: Shape = {
  head: numberAnd(
    "\\d{1,6}[ ]",
    first(
      then(part("\\d{1,3}(?:st|nd|rd|th|ST|ND|RD|TH)[ ]"), streetKind),
      part("Broadway\\b|\\d{1,5}[ ]?[NSEW]\\b\\.?")
    )
  ),
  parts: [sideOfTown, part(unitPart), ...anyTail]
}

/** An address in any letter case. It needs a US state and a postal code. */
export const anyCase: Shape = {
  head: part(
    `\\d{1,6}[a-z]?,?[ ](?:[${LETTER}\\d.'#&-]{1,24},?[ ]){1,9}?(?:${states})[ ,]{1,2}\\d{5}(?:-\\d{4})?(?!\\d)`,
    "iy"
  ),
  parts: []
}

/** Street names of Romance languages, as in `12, rue de la Paix` or `5 calle Mayor`. */
export const romanceFirst: Shape = {
  head: part(
    `\\d{1,4}(?:[ ]?(?:bis|ter|[a-d]))?,?[ ](?:${romanceKinds})[ ](?:(?:de|du|des|de la|del|della|dei|da|do|dos|d'|la|le|les|l')[ ]?){0,2}${word}(?:[ ](?:(?:de|du|da|do|la|le|el)[ ])?${word}){0,3}(?:[ ]\\d{1,4}\\b)?`,
    "iy"
  ),
  instead: part(`${separator}\\d{4,5}(?:-\\d{3})?[ ]${town}(?:[ -]${town}){0,2}`, "iy"),
  parts: tail("iy")
}

export const afterNumberLast: Shape = {
  head: part(`\\d{1,4}[ ]?[a-zA-Z]?\\b(?:[-/]\\d{1,4}[a-z]?)?(?:${unitPart})?`),
  instead: part(
    `${separator}(?:[A-Z]{1,2}-)?\\d{3,5}(?:[ -]?(?:\\d{2,3}|[A-Z]{2})\\b)?[ ]${town}(?:[ -]${town}){0,2}`
  ),
  parts: anyTail
}

/** Matches a street before its number, with a name that ends with a word for a street: `Hauptstraße 5`. */
export const namedBefore =
  /(?:(?:\d{1,5} )?(?:(?:Am|An der|Auf der|Im|In der|Zum|Zur|Unter den|Große|Kleine|Alte|Neue|Nieuwe|Oude|Van|St\.) )?(?:\p{L}[\p{L}.'-]{1,24} )?[\p{L}][\p{L}.-]{1,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer|chaussee|straat|straete|laan|plein|gracht|kade|singel|steenweg|plaats|dreef|gatan|gate|gata|gade|vägen|veien|vegen|vej|stræde|torv|katu|tie|polku|kuja|utca|ulica|stræti|götu)|(?:Am|An der|Auf der|Im|Zum|Zur|Unter den) \p{Lu}[\p{L}-]{2,25}) $/u
export const endsAsStreet = endingsOf(
  ("straße strasse straat straete str. weg platz allee gasse ring damm ufer chaussee laan plein gracht kade singel plaats dreef " +
    "gatan gate gata gade vägen vegen veien vej stræde torv katu tie polku kuja utca ulica stræti götu").split(" ")
)
/** Matches a street with only a preposition, and no word for a street: `Am Markt`. */
export const preposed = /\b(?:Am|An der|Auf der|Im|Zum|Zur|Unter den) \p{Lu}[\p{L}-]{2,25} $/u

export const kindBefore = new RegExp(
  `(?:\\d{1,5}[ ])?(?<![\\p{L}])(?:${kindsBefore})[ ](?:(?:de|du|des|de la|de los|de las|del|della|dei|da|do|dos|d['’]|la|le|les|l['’])[ ]?){0,2}[\\p{Lu}0-9][\\p{L}\\d.'’-]{0,24}(?:[ ](?:(?:de|du|da|do|la|le|el|y)[ ])?[\\p{Lu}][\\p{L}\\d.'’-]{0,24}){0,3}(?:,?[ ](?:n\\.?º?[ ]?|nº[ ]?)?)$`,
  "u"
)

export const kindWord =
  /(?:Rue|Avenue|Boulevard|Bd|Place|Allée|Impasse|Chemin|Quai|Calle|C\/|Avenida|Avda?\.|Av\.|Plaza|Paseo|Carrer|Carretera|Via|Viale|Piazza|Corso|Largo|Strada|Rua|R\.|Praça|Travessa|[Uu]lica|ul\.|os\.|Bulevar|Jalan|Jl\.|улица|ул\.|просп\.|вул\.|οδός) /

export const cityBefore = new RegExp(
  `(?:(?<![\\p{L}\\d])(?:\\p{Lu}[\\p{L}.'’-]{0,20}[ ]){1,4}${suffix},?[ ]{1,2})?(?<![\\p{L}\\d])\\p{Lu}[\\p{L}.'’-]{1,20}(?:[ ]\\p{Lu}[\\p{L}.'’-]{1,20}){0,2},?[ ](?:${states})\\.?,?[ ]{1,2}$`,
  "u"
)
export const stateBefore = new RegExp(`(?<![\\p{L}\\d])(?:${states})\\.?,?[ ]{1,2}$`, "u")

export const boxTail: Shape = { head: part("[ ]?#?[ ]?\\d{1,7}(?![\\w])"), parts: anyTail }

export const numberedBothEnds: Shape = {
  head: part(
    `\\d{1,5}[ ](?:\\d{1,4}[ ])?(?:[${CAPITAL}][${LETTER}.'-]{1,24}[ ]){1,4}\\d{1,5}(?=[ ]?(?:,|\\n|$|Apt|Suite|Unit))`
  ),
  parts: [...anyTail, part(`,[ ][${CAPITAL}][${LETTER} .'-]{2,30}`)]
}
