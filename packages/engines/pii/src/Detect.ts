/**
 * Finds personal data and secrets in a text by validators, cue words, lists and shapes.
 *
 * @since 0.2.0
 */
import * as Ascending from "@dunlin/text/Ascending"
import { entities, type Entity, kinds } from "./Entity.ts"
import { isInSentence, namesOverLines, opensField } from "./internal/brokenNames.ts"
import { emails } from "./internal/email.ts"
import { encoded } from "./internal/encoded.ts"
import { financials } from "./internal/financial.ts"
import { groups } from "./internal/groups.ts"
import { type Inverted, inverted, uninverted } from "./internal/invertedNames.ts"
import { numbersOverLines, type Unlaid, unlaid } from "./internal/layout.ts"
import { locations } from "./internal/location.ts"
import { normalise, originalEnd, originalStart, type Plain } from "./internal/normalise.ts"
import { copyOf } from "./internal/offsets.ts"
import { disjoint, overlapsOf } from "./internal/overlap.ts"
import { encodedSpans, percentTexts } from "./internal/percentText.ts"
import { persons } from "./internal/person.ts"
import { isDialled, phones } from "./internal/phone.ts"
import { type Scan, scan } from "./internal/scan.ts"
import { secrets } from "./internal/secret.ts"
import { tables } from "./internal/tables.ts"
import type { Span } from "./Span.ts"

/**
 * Options of `detect`; all are optional.
 *
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /**
   * The kinds of personal data to find.
   *
   * @default all of `entities`
   */
  readonly entities?: ReadonlyArray<Entity> | undefined
  /**
   * Also finds entities with more false positives: single first names, handles, and places without an address.
   *
   * @default false
   */
  readonly recall?: boolean | undefined
  /**
   * ISO 3166 code of the country whose national phone numbers are detected without a country prefix.
   *
   * @default "US"
   */
  readonly country?: string | undefined
  /**
   * Reports every value after a password label, including documentation examples: `password: string`.
   *
   * @default false
   */
  readonly strict?: boolean | undefined
  /**
   * The minimum score of a finding, for each entity. `explain` shows the score of each rule.
   *
   * @default 0 for each entity
   */
  readonly thresholds?: Thresholds | undefined
}

/**
 * The minimum score of a finding, per entity.
 *
 * **Example** (Full names only)
 *
 * ```ts
 * import { detect } from "@dunlin/pii"
 * import type { Thresholds } from "@dunlin/pii"
 *
 * const thresholds: Thresholds = { PERSON: 0.7 }
 * console.log(detect("Ask Maria Lindqvist. Lindqvist knows.", { thresholds }).length) // 1
 * ```
 *
 * @category options
 * @since 0.3.0
 */
export type Thresholds = { readonly [Name in Entity]?: number | undefined }

const toOriginal = (plain: Plain, spans: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  plain.parts.length === 0 ? spans : spans.map((span) => ({
    ...span,
    start: originalStart(plain, span.start),
    end: originalEnd(plain, span.end)
  }))

const countryOf = ({ country = "US" }: Options): string => country

interface Signs {
  readonly anchors: Scan
  readonly grids: ReturnType<typeof tables>
  readonly numbers: ReturnType<typeof groups>
  readonly values: ReturnType<typeof encoded>
}

type Detector = (signs: Signs, options: Options, found: Array<Span>) => void

const detectors: Readonly<Record<Entity, Detector>> = {
  PERSON: ({ anchors, grids, values }, { recall }, found) => persons(anchors, grids, values, recall === true, found),
  EMAIL: ({ anchors, values }, _, found) => emails(anchors, values, found),
  PHONE: ({ anchors, grids, numbers }, options, found) => phones(anchors, numbers, grids, countryOf(options), found),
  LOCATION: ({ anchors, grids }, { recall }, found) => locations(anchors, grids, recall === true, found),
  FINANCIAL: ({ anchors, grids, numbers }, _, found) => financials(anchors, numbers, grids, found),
  SECRET: ({ anchors, grids }, { strict }, found) => secrets(anchors, grids, strict === true, found)
}

const find = (anchors: Scan, options: Options, found: Array<Span>, grids = tables(anchors.text)): void => {
  const signs = { anchors, grids, numbers: groups(anchors), values: encoded(anchors) }
  for (const entity of options.entities ?? entities) detectors[entity](signs, options, found)
}

const findIn = (reading: Unlaid, source: string, options: Options): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  find(scan(reading.text), options, found)
  return disjoint(found, reading.text).map((span) => ({
    ...span,
    start: reading.placeOf(span.start),
    end: reading.placeOf(span.end - 1) + 1
  })).filter((span) => span.entity !== "PERSON" || !opensField(source, span))
}

const believed = (found: ReadonlyArray<Span>, { thresholds }: Options): ReadonlyArray<Span> =>
  thresholds === undefined ? found : found.filter(({ entity, score }) => score >= (thresholds[entity] ?? 0))

const isAcross = ({ end, start }: Span, joints: ReadonlyArray<number>): boolean => {
  const next = joints[Ascending.countWhile(joints.length, (at) => joints[at]! <= start)]
  return next !== undefined && next < end
}

/** Returns whether a name may be part of a longer name: it has one word, or ends at a line end or a mark. */
const mayBePart = (text: string, { end, start }: Span): boolean =>
  text[end] !== " " || !/\s/.test(text.slice(start, end))

const withParts = (text: string, names: ReadonlyArray<Span>, found: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  if (names.length === 0) return names
  const sure = new Map<number, Array<Span>>()
  for (const part of found) {
    if (part.entity !== "PERSON" || !mayBePart(text, part)) continue
    const same = sure.get(part.start)
    if (same === undefined) sure.set(part.start, [part])
    else same.push(part)
  }
  return names.map((name) => {
    if (name.entity !== "PERSON") return name
    let { score } = name
    for (let at = name.start; at < name.end; at++) {
      for (const part of sure.get(at) ?? []) if (part.end <= name.end) score = Math.max(score, part.score)
    }
    return { ...name, score }
  })
}

const findsNames = (options: Options): boolean => (options.entities ?? entities).includes("PERSON")

/** Returns names with the family name first. A name has at least the highest score of its parts. */
const invertedNames = (names: Inverted, options: Options, found: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const natural: Array<Span> = []
  find(scan(names.text), { ...options, entities: ["PERSON"] }, natural)
  const persons = found.filter(({ entity }) => entity === "PERSON").toSorted((one, other) => one.start - other.start)
  const overlaps = overlapsOf(persons)
  return uninverted(names, disjoint(natural, names.text), persons).map((name) => ({
    ...name,
    score: Math.max(name.score, ...overlaps(name.start, name.end).map(({ score }) => score))
  }))
}

/** Removes names that extend over the start or end of an inverted name, because they join two rows. */
const withoutExtended = (found: ReadonlyArray<Span>, names: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  names.length === 0 ? found : found.filter((span) => {
    if (span.entity !== "PERSON") return true
    const name = names[Ascending.countWhile(names.length, (at) => names[at]!.end <= span.start)]
    return name === undefined || name.start >= span.end || span.start >= name.start && span.end <= name.end
  })

const addBrokenNames = (anchors: Scan, options: Options, found: Array<Span>): void => {
  if (!findsNames(options)) return
  const broken = namesOverLines(anchors, found)
  if (broken === undefined) return
  const { text } = anchors
  const named = findIn(broken.reading, text, { ...options, entities: ["PERSON"] })
    .filter((span) => isAcross(span, broken.joints) && isInSentence(text, span))
  found.push(...withParts(text, named, found))
}

/**
 * Finds the spans of a text, in order and without overlaps, in time linear in its length. Offsets are UTF-16 code units
 * of the original text.
 *
 * **Example** (Names and mail addresses of a sentence)
 *
 * ```ts
 * import { detect, entities } from "@dunlin/pii"
 * import type { Entity, Options, Span } from "@dunlin/pii"
 *
 * const text = "Ask Maria Lindqvist, maria@quill.example"
 * const wanted: ReadonlyArray<Entity> = entities.filter((entity) => entity === "PERSON" || entity === "EMAIL")
 * const options: Options = { entities: wanted }
 * const spans: ReadonlyArray<Span> = detect(text, options)
 * console.log(spans.map(({ end, entity, start }) => `${entity}: ${text.slice(start, end)}`).join(", "))
 * // PERSON: Maria Lindqvist, EMAIL: maria@quill.example
 * ```
 *
 * @category detectors
 * @since 0.2.0
 */
export const detect = (text: string, options: Options = {}): ReadonlyArray<Span> => {
  const plain = normalise(text)
  const anchors = scan(plain.text)
  const code = copyOf(anchors.code)
  const found: Array<Span> = []
  const grids = tables(plain.text)
  find(anchors, options, found, grids)
  const decoded = percentTexts(anchors)
  const reading = unlaid(anchors)
  const overLines = numbersOverLines(anchors)
  const names = findsNames(options) ? inverted(anchors, grids) : undefined
  if (decoded !== undefined) {
    const inside: Array<Span> = []
    find(scan(decoded.text), options, inside)
    // An address contains many numbers, so a phone number in it needs a sign of dialling.
    const sure = inside.filter((span) => span.entity !== "PHONE" || isDialled(decoded.text, span, countryOf(options)))
    found.push(...encodedSpans(decoded, sure))
  }
  if (reading !== undefined) {
    found.push(...withParts(plain.text, findIn(reading, plain.text, options), found))
  }
  if (overLines !== undefined) {
    found.push(
      ...findIn(overLines.reading, plain.text, options).filter((span) =>
        kinds[span.entity].isNumber && isAcross(span, overLines.joints)
      )
    )
  }
  const family = names === undefined ? [] : invertedNames(names, options, found)
  found.push(...family)
  addBrokenNames({ ...anchors, code }, options, found)
  return toOriginal(plain, believed(disjoint(withoutExtended(found, family), plain.text), options))
}
