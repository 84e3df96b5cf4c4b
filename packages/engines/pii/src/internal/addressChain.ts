/**
 * Finds addresses by their end: a postal code next to a town, and the address lines before it.
 *
 * @since 0.1.0
 */
import { isDigit, isLetter, isUpperLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, LETTER, UPPER } from "@dunlin/text/UnitClass"
import { endsInState } from "./addressShapes.ts"
import type { Add } from "./addressText.ts"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { hashRange, listed, PLACE, STOP } from "./lexicon.ts"
import { within } from "./offsets.ts"
import { countries } from "./places.ts"
import type { Scan } from "./scan.ts"

const SCORE_OF_CHAINED_ADDRESS = 0.86
const MAX_WORDS_OF_CHAIN = 7
const MAX_PARTS_OF_CHAIN = 6
const MAX_CHARACTERS_OF_CHAIN = 130
const MAX_LETTERS_OF_TOWN = 25
const MAX_CHARACTERS_OF_TOWN_PHRASE = 64
const MIN_DIGITS_OF_CODE_PART = 2
const YEAR_DIGITS = 4
const MAX_DIGITS_OF_WHOLE_CODE = 6
const COUNTRY_LEAD = 4
const HALF_REACH = 9

/** Names of towns in their own languages, because the list of places has English names. */
const nativeTowns = new Set(
  ("wien münchen köln nürnberg hannover roma milano torino napoli firenze venezia genova padova lisboa porto praha brno warszawa kraków " +
    "łódź wrocław poznań gdańsk bruxelles brussel antwerpen gent brugge liège genève lausanne bern luzern zürich winterthur zug " +
    "københavn aarhus odense göteborg malmö stockholm uppsala oslo bergen trondheim helsinki espoo turku tampere sevilla málaga zaragoza bucurești " +
    "beograd zagreb ljubljana bratislava budapest sofia athina thessaloniki moskva київ львів москва казань самара омск пермь уфа " +
    "lyon nice nantes lille rennes reims nancy dijon amiens tours metz brest caen aix-en-provence salzburg graz linz innsbruck kadıköy beşiktaş " +
    "bengaluru mumbai kolkata chennai gurugram noida thiruvananthapuram den hague 's-gravenhage utrecht eindhoven leiden delft")
    .split(" ")
)

const isTown = (name: string): boolean => {
  const lower = name.toLowerCase()
  if ((listed(hashRange(lower, 0, lower.length)) & PLACE) !== 0 || nativeTowns.has(lower)) return true
  const cut = lower.search(/[\s-]/)
  return cut > 0 && (nativeTowns.has(lower.slice(0, cut)) || (listed(hashRange(lower, 0, cut)) & PLACE) !== 0)
}

const premise =
  /(?:^|[\s.-])(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|court|close|place|square|terrace|crescent|gardens|grove|row|mews|walk|hill|green|park|quay|wharf|dock|cottage|house|lodge|farm|rectory|vicarage|barn|hall|manor|villa|mill|residency|residence|apartments?|towers?|building|block|blk|flat|floor|plot|sector|nagar|colony|marg|layout|suite|unit|center|centre|plaza|estate|corner|route|drawer|box|bag|jalan|lieu-dit|ул|улица|просп|пер|ul|jl|rue|via|calle|rua|platz|markt|ring|allee|weg)\.?(?=$|[\s,])|(?:stra(?:ße|sse|at)|gasse|gatan|gata|gade|vej|veien|laan|gracht|utca)$/i
const house =
  /(?:^|\s)(?:cottage|house|lodge|farm|rectory|vicarage|barn|hall|manor|villa|mill|forge|stables|granary|court|residency|apartments|towers|building)$/i

const inPart =
  /^(?:[\p{Lu}\d#№(][\p{L}\d.'’/#&()№:º°ª-]*|of|and|de|del|della|di|da|do|dos|des|du|la|le|les|the|am|an|der|den|von|van|der|&|[-–]|d\.?|д\.?|кв\.?|ул\.?|пр\.?|m\.|tr|tv\.?|th|izq\.?|dcha\.?|apto\.?|ul\.|c\/|bis|ter|rue|place|avenue|chemin|calle|via|rua|ulica|utca|cesta|straat|gata|nám\.|třída|street|st\.?|road|rd\.?|ave\.?|hwy|highway|lane|west|east|north|south)$/u

const strangers =
  /^(?!(?:Flat|Unit|Suite|Apt|No|Plot|Lot|Block|Blk|Building|House|Floor|Room|Box|PO|P\.O|County|State|Route|RR|HC|Rural)\b)(?:\p{Lu}[\p{L}&'’]* ){1,4}(?=\d{1,6} (?:[NSEW]\.? )?(?:\p{Lu}[\p{L}'’.]* ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Court|Ct)\b)/u

const particle = /^(?:of|and|de[ls]?|della|di|da|dos?|du|la|les?|the|am|an|der|den|v[ao]n|&|[-–])$/

const opener =
  /^(?:Visit|Send|Mail|Find|Ship|Come|Deliver|Located|Address|Adresse|Anschrift|Office|Offices|Headquarters|Return|Write)$/

const isStop = (word: string): boolean =>
  word !== "The" &&
  /^\p{Lu}/u.test(word) && (listed(hashRange(word.toLowerCase(), 0, word.length)) & STOP) !== 0

/**
 * Returns the number of words before an address line that are not part of it: a sentence, a label, or an opening
 * word.
 */
const foreignWords = (words: ReadonlyArray<string>): number => {
  let keep = words.length
  while (keep > 0 && words.length - keep < MAX_WORDS_OF_CHAIN && inPart.test(words[keep - 1]!)) {
    if (keep < words.length && /^(?:\p{L}{4,}\.|[\d-]{6,}\.|.*:)$/u.test(words[keep - 1]!)) break
    keep--
  }
  const cut = keep
  while (keep < words.length && particle.test(words[keep]!)) keep++
  if (cut > 0) { while (keep < words.length - 1 && isStop(words[keep]!)) keep++ }
  return keep < words.length - 1 && opener.test(words[keep]!) ? keep + 1 : keep
}

/**
 * Returns the start of an address; -1 if no line has a number, or a word for a street or house. Commas or line ends
 * separate its lines, which consist of capitalized words and numbers.
 */
const chainStart = (text: string, end: number, floor: number): number => {
  const from = Math.max(floor, end - MAX_CHARACTERS_OF_CHAIN)
  const lead = text.slice(from, end)
  let begin = -1
  let right = lead.length - /\s*[,\n–-]?\s*$/.exec(lead)![0].length
  for (let parts = 0; parts < MAX_PARTS_OF_CHAIN && right > 0; parts++) {
    let left = right
    while (left > 0 && lead[left - 1] !== "," && lead[left - 1] !== "\n" && lead[left - 1] !== ";") left--
    const part = lead.slice(left, right).trim()
    const words = part.split(part.includes("  ") ? / +/ : " ")
    const foreign = foreignWords(words)
    const remaining = words.slice(foreign).join(" ")
    const at = remaining === "" ? -1 : lead.indexOf(remaining, left)
    if (at < 0) break
    if (/\d/.test(remaining) && !/^(?:19|20)\d\d$/.test(remaining) || premise.test(remaining)) {
      begin = from + at + (strangers.exec(remaining)?.[0].length ?? 0)
    } else if (begin >= 0 && house.test(remaining)) begin = from + at
    else if (begin < 0 && parts > 1) break
    if (foreign > 0 || left === 0) break
    right = left - 1
    while (right > 0 && /\s/.test(lead[right - 1]!)) right--
    if (/\n\s*\n/.test(lead.slice(right, left + 1)) || /[!?]$/.test(lead.slice(0, right))) break
  }
  return begin
}

const codeFirst =
  /(?:(?:[A-Z]{1,2}-)?\d{4,5}|\d{3} \d{2}|\d{2}-\d{3}) (\p{Lu}[\p{L}'’-]{1,24}(?:[ -]\p{Lu}?[\p{L}'’-]{1,24})?)/uy
const townBefore =
  /(?<![\p{L}\d])(\p{Lu}[\p{L}'’-]{2,24}(?: \p{Lu}[\p{L}'’-]{2,24}){0,2})(?:,? \(?\p{Lu}[\p{L}'’. -]{1,20}\)?)?,? (?:- ?)?$/u
const quantity = /^(?:people|users|years|days|copies|units|items|words|members|students|times|employees|shares)/i

const isOfWord = (unit: number): boolean =>
  unit > Unit.LAST_ASCII ? /\p{L}/u.test(String.fromCharCode(unit)) : isLetter(unit) || isDigit(unit)

/** Returns whether a town may end at an index: after a capitalized word, a bracket or a mark. */
const townMayEnd = (text: string, at: number): boolean => {
  const table = classes()
  let i = at
  const last = text.charCodeAt(i)
  if (last === Unit.COMMA || last === Unit.CLOSE_PARENTHESIS || last === Unit.HYPHEN) return true
  while (i > 0 && at - i < MAX_LETTERS_OF_TOWN && (table[text.charCodeAt(i - 1)]! & LETTER) !== 0) i--
  return (table[text.charCodeAt(i)]! & UPPER) !== 0
}

/**
 * Returns the address around a postal code. Code and town may be written as `20354 Hamburg`, `Noida 201301`, `Marousi
 * 151 25` or `Tokyo 108-0075`. `start` and `end` are those of the code's first group.
 */
export const aroundCode = (scan: Scan, start: number, end: number, floor: number, add: Add): number => {
  const { text } = scan
  const length = end - start
  if (length < MIN_DIGITS_OF_CODE_PART || length > MAX_DIGITS_OF_WHOLE_CODE) return -1
  let from = start
  let before = unitAt(text, start - 1)
  // A country code precedes the postal code: `CH-8001`.
  if (before === Unit.HYPHEN) {
    if (!isUpperLetter(unitAt(text, start - 2))) return -1
    from -= 1 + (/(?:^|[^\p{L}\d])([A-Z]{1,2})-$/u.exec(textBefore(text, start, COUNTRY_LEAD))?.[1]?.length ?? -1)
    if (from >= start) return -1
    before = unitAt(text, from - 1)
  }
  if (from === 0 || before !== Unit.SPACE && before !== Unit.LINE_FEED) return -1
  // The postal code precedes the town.
  const next = unitAt(text, end)
  const lead = unitAt(text, from - 2)
  // A comma, a line end or a dash separates the street from the code.
  if (
    (next === Unit.SPACE || next === Unit.HYPHEN) &&
    (before === Unit.LINE_FEED || lead === Unit.COMMA || lead === Unit.HYPHEN || lead === Unit.EN_DASH)
  ) {
    codeFirst.lastIndex = from
    const first = codeFirst.exec(text)
    if (first !== null) {
      const name = first[1]!
      const cityEnd = codeFirst.lastIndex
      if (isTown(name) && !quantity.test(name)) {
        const begin = within(scan.urls, from) ? -1 : chainStart(text, from, floor)
        const word = name.split(" ")[0]!
        const until = isTown(name) && / \p{Ll}/u.test(name) ? cityEnd - name.length + word.length : cityEnd
        if (begin >= 0 && begin < from) {
          const whole = text.slice(begin, from)
          if (
            /\d/.test(whole)
              ? !monthly.test(whole)
              : length > YEAR_DIGITS && premise.test(whole.split(/[,\n]/)[0]!)
          ) {
            add(begin, until, SCORE_OF_CHAINED_ADDRESS, "code-town")
            return until
          }
        }
      }
    }
  }
  // The town precedes the postal code.
  if (length === 2 || before !== Unit.SPACE || !townMayEnd(text, start - 2)) return -1
  const code = length <= YEAR_DIGITS
    ? -1
    : length + (/^-\d{4}(?!\d)/.exec(textAfter(text, end, HALF_REACH))?.[0].length ?? 0)
  const spaced = code < 0
    ? /^(?:\d{3} \d{2}|\d{3}-\d{4}|\d{4})(?![\d-]|[.,]\d)/.exec(textAfter(text, start, HALF_REACH))?.[0].length ?? -1
    : code
  if (spaced < 0 || isOfWord(unitAt(text, start + spaced))) return -1
  const town = townBefore.exec(textBefore(text, start, MAX_CHARACTERS_OF_TOWN_PHRASE))
  if (
    town === null || endsInState(town[1]!, town[1]!.length) || town[1] !== "Singapore" && countries().has(town[1]!) ||
    !isTown(town[1]!) || within(scan.urls, start)
  ) return -1
  const at = start - town[0].length
  const begin = chainStart(text, at, floor)
  if (begin < 0) return -1
  const whole = text.slice(begin, at)
  if (
    monthly.test(whole) ||
    length === YEAR_DIGITS && (/^(?:19|20)\d\d$/.test(text.slice(start, end)) || !/\d/.test(whole))
  ) {
    return -1
  }
  add(begin, start + spaced, SCORE_OF_CHAINED_ADDRESS, "town-code")
  return start + spaced
}

const monthly =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Q[1-4])[a-z]*\.? \d|\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:^|\D)(?:19|20)\d\d(?:\D|$)|^(?:Chapter|Section|Figure|Table|Page|Volume|Vol|Issue|Step|Part|Version|Windows|Episode|Season|Day|Week|Level)\b/i

export const inFront = (text: string, start: number, floor: number): number => {
  const begin = chainStart(text, start, floor)
  return begin < 0 || monthly.test(text.slice(begin, start)) ? start : begin
}
