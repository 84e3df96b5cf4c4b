/**
 * Finds names with the family name first, as in tables, lists and email headers. Each is rewritten in natural order,
 * so that the rules for names in sentences apply.
 *
 * @since 0.3.0
 */
import * as Ascending from "@dunlin/text/Ascending"
import * as Unit from "@dunlin/text/Unit"
import { classes, LETTER, UPPER } from "@dunlin/text/UnitClass"
import type { Span } from "../Span.ts"
import { textAfter, textBefore, unitAt } from "./around.ts"
import * as Lexicon from "./lexicon.ts"
import { hasMark } from "./marks.ts"
import { isNameHead, isPersonHead, labelsPerson } from "./nameHeads.ts"
import { SURE } from "./nameSure.ts"
import { overlapsOf } from "./overlap.ts"
import type { Scan } from "./scan.ts"
import { headerAt, type Tables } from "./tables.ts"

const { FAMILY, FAMILY_AMBIGUOUS, GIVEN, GIVEN_AMBIGUOUS, ORGANISATION, PLACE, PRODUCT, STOP, WORD } = Lexicon

const limits = {
  charactersOfFamilyName: 64,
  charactersOfGivenNames: 96,
  charactersBetweenNames: 160,
  /** Number of names in a run from which other entries count as names too, if the rules find enough of them. */
  namesOfRun: 3,
  shareOfNames: 0.6
}

type Place = "cell" | "field" | "item" | "label" | "line" | "list" | "quoted"

interface Entry {
  readonly start: number
  readonly end: number
  readonly family: string
  readonly given: string
  readonly place: Place
  readonly isAnnounced: boolean
  readonly isPerson: boolean
  readonly run: number
}

const particles = "(?:(?:van|von|der|den|de|del|della|di|da|dos|das|do|du|la|le|ter|ten|zu|bin|al|el|y) |[dD]['’])"
const capitalized = "\\p{Lu}['’]?[\\p{L}\\p{M}]+(?:['’][\\p{L}\\p{M}]+)?"
const familyName = `${particles}{0,3}${capitalized}(?:[ -]${particles}{0,2}${capitalized}){0,2}`
/**
 * Matches text before a name: the start of a line or list item, a table cell, a quoted field, a list of names, or a
 * label.
 */
const before = new RegExp(
  "(?:(?<item>\\n[ \\t>]{0,8}(?:[-*+•–]|\\d{1,4}[.)])[ \\t]{1,4})|(?<cell>\\|[ \\t]{0,8}|<t[dh][^<>\\n]{0,40}>)|(?<field>[,;\\t\\n]\"|\\t)|(?<quoted>\")|" +
    `(?<list>;[ \\t]{1,2})|(?<line>\\n[ \\t>]{0,8})|(?<label>[:>][ \\t]{1,3}))[*_]{0,3}(?<family>${familyName})$`,
  "u"
)
const after =
  /^ (?<given>\p{Lu}(?:\.|['’]?[\p{L}\p{M}]+\.?)?(?:[ -](?:\p{Lu}\.?|\p{Lu}[\p{L}\p{M}]+|(?:de|da|del|van|von)(?= ))){0,3})(?<title>, (?:Dr|Prof|Mag|Ing|PhD|Ph\.D|M\.?D|Jr|Sr|MSc|MA|BA|MBA)\b\.?(?: (?:med|rer|phil|jur|nat|Dr|Ing|dent)\b\.?){0,3})?(?![\p{L}\d])(?:(?<end>[*_]{0,3}(?:[ \t]{0,8}(?:$|[|\r\n\t;"])|<\/|(?<address>[ \t]<[^<>\s]{1,64}@)| \(| [–—-] |: ))|)/u

const factsOf = (words: string): ReadonlyArray<number> =>
  words.split(/[ -]/).filter((word) => /^\p{Lu}\p{L}/u.test(word)).map(Lexicon.factsOf)

const NAMED = GIVEN | GIVEN_AMBIGUOUS | FAMILY | FAMILY_AMBIGUOUS

const has = (facts: ReadonlyArray<number>, bits: number): boolean => facts.some((one) => (one & bits) !== 0)

/** Returns whether words may be a name. A town with its region has the same form: `Austin, Texas`. */
const mayBeName = (family: string, given: string): boolean => {
  const families = factsOf(family)
  const givens = factsOf(given)
  const last = families.at(-1) ?? 0
  const first = givens[0] ?? 0
  if (has([...families, ...givens], ORGANISATION) || (first & STOP) !== 0) return false
  if ((last & STOP) !== 0 && (first & GIVEN) === 0) return false
  if ((first & PLACE) !== 0 && ((first & (GIVEN | GIVEN_AMBIGUOUS)) === 0 || (last & PLACE) !== 0)) return false
  if ((last & PLACE) !== 0 && ((first & GIVEN) === 0 || (last & (FAMILY | FAMILY_AMBIGUOUS)) === 0)) return false
  // Names in natural order that a comma separates are not inverted: "Ada Ahl, Bo Berg".
  const mayOpen = givens.length > 1 ? GIVEN | GIVEN_AMBIGUOUS : GIVEN
  if (families.length > 1 && (families[0]! & mayOpen) !== 0) return false
  // A thing may precede its kind: "Pepper, Cayenne".
  return (first & (WORD | PRODUCT)) === 0 || (first & (GIVEN | GIVEN_AMBIGUOUS)) !== 0
}

const entryAt = (text: string, comma: number, tables: Tables): Omit<Entry, "run"> | undefined => {
  const lead = (comma <= limits.charactersOfFamilyName ? "\n" : "") +
    textBefore(text, comma, limits.charactersOfFamilyName)
  const left = before.exec(lead)?.groups
  if (left === undefined) return undefined
  const right = after.exec(textAfter(text, comma + 1, limits.charactersOfGivenNames))?.groups
  if (right === undefined) return undefined
  const family = left["family"]!
  const given = right["given"]!
  const start = comma - family.length
  const found = (["item", "cell", "field", "quoted", "list", "line", "label"] as const).find((place) =>
    left[place] !== undefined
  )!
  const isLabelled = labelsPerson(textBefore(text, start, limits.charactersOfFamilyName))
  // A sentence may follow a name only if a label precedes the name and the given name is listed.
  if (right["end"] === undefined && !(isLabelled && has(factsOf(given), GIVEN | GIVEN_AMBIGUOUS))) return undefined
  // After a colon or `>`, two words around a comma are usually not a name. They count only if the label announces a
  // person, or an email address follows.
  if (found === "label" && !isLabelled && right["address"] === undefined) return undefined
  if (!mayBeName(family, given)) return undefined
  const head = found === "cell" || found === "field" ? headerAt(tables, start) ?? "" : ""
  return {
    start,
    end: comma + 2 + given.length,
    family,
    given,
    place: found,
    isAnnounced: isLabelled || isNameHead(head) || isPersonHead(head),
    isPerson: isLabelled || isPersonHead(head)
  }
}

export interface Inverted {
  readonly text: string
  readonly entries: ReadonlyArray<Entry>
  readonly ranges: ReadonlyArray<readonly [start: number, end: number]>
}

const GAP = "\n\n"
const LABEL = "Name: "

export const inverted = (scan: Scan, tables: Tables): Inverted | undefined => {
  if (!hasMark(scan, ",")) return undefined
  const { text } = scan
  const table = classes()
  const entries: Array<Entry> = []
  const ranges: Array<readonly [number, number]> = []
  let out = ""
  let run = 0
  for (let at = text.indexOf(","); at >= 0; at = text.indexOf(",", at + 1)) {
    if (unitAt(text, at + 1) !== Unit.SPACE || (table[unitAt(text, at - 1)]! & LETTER) === 0) continue
    if ((table[unitAt(text, at + 2)]! & UPPER) === 0) continue
    const entry = entryAt(text, at, tables)
    if (entry === undefined) continue
    const last = entries.at(-1)
    if (
      last !== undefined && (last.place !== entry.place || entry.start - last.end > limits.charactersBetweenNames)
    ) run++
    entries.push({ ...entry, run })
    if (out !== "") out += GAP
    if (entry.isAnnounced) out += LABEL
    const start = out.length
    out += `${entry.given} ${entry.family}`
    ranges.push([start, out.length])
  }
  return entries.length === 0 ? undefined : { text: out, entries, ranges }
}

/** Returns whether findings cover all words of a name, except initials. */
const isWhole = (text: string, [start, end]: readonly [number, number], found: ReadonlyArray<Span>): boolean => {
  let rest = text.slice(start, end)
  for (const span of found) {
    if (span.entity !== "PERSON") continue
    const from = Math.max(span.start, start) - start
    const to = Math.min(span.end, end) - start
    rest = rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to)
  }
  return !/\p{Lu}\p{L}/u.test(rest)
}

/**
 * Returns whether a name needs no neighbour as evidence: its words are listed, or a header or label announces a
 * person.
 */
const isSure = ({ family, given, isPerson, place }: Entry, score: number): boolean => {
  const families = factsOf(family)
  const givens = factsOf(given)
  if (place === "quoted" || place === "line" || place === "list" || place === "label") {
    return isPerson || has(families, FAMILY) && has(givens, GIVEN | GIVEN_AMBIGUOUS) && score >= SURE.cuedGiven
  }
  return isPerson || has([...families, ...givens], NAMED)
}

/** Returns whether a finding covers only the given name of an entry, so that the family name would remain visible. */
const isHalf = ({ end, family, place, start }: Entry, persons: ReadonlyArray<Span>): boolean => {
  // A line may also thank a person: "Thanks, Bob".
  if (place === "line" || place === "list" || place === "quoted") return false
  const next = persons[Ascending.countWhile(persons.length, (at) => persons[at]!.start <= start + family.length)]
  return next !== undefined && next.start < end && next.end <= end
}

/**
 * Returns findings for inverted names. `found` are the findings in the rewritten text, and `persons` the names in the
 * text itself, in ascending order.
 */
export const uninverted = (
  { entries, ranges, text }: Inverted,
  found: ReadonlyArray<Span>,
  persons: ReadonlyArray<Span>
): ReadonlyArray<Span> => {
  const overlaps = overlapsOf(found)
  const foundIn = ranges.map(([start, end]) => overlaps(start, end))
  const whole = ranges.map((range, at) => isWhole(text, range, foundIn[at]!))
  const all = new Map<number, number>()
  const names = new Map<number, number>()
  for (const [at, { run }] of entries.entries()) {
    all.set(run, (all.get(run) ?? 0) + 1)
    if (whole[at]!) names.set(run, (names.get(run) ?? 0) + 1)
  }
  const isRun = (run: number): boolean =>
    all.get(run)! >= limits.namesOfRun && (names.get(run) ?? 0) >= all.get(run)! * limits.shareOfNames
  return entries.flatMap((entry, at): ReadonlyArray<Span> => {
    const score = Math.max(0, ...foundIn[at]!.map(({ score }) => score))
    if (!isRun(entry.run) && !(whole[at]! && isSure(entry, score)) && !isHalf(entry, persons)) return []
    return [{
      start: entry.start,
      end: entry.end,
      entity: "PERSON",
      score: Math.max(score, SURE.placed),
      reason: "inverted"
    }]
  })
}
