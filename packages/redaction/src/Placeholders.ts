/**
 * Redacts texts so that the caller can reverse it. Every finding becomes a numbered tag, with the same number for the
 * same person, address or number. Another spelling has a second number, such as `<PERSON_1_2>`.
 *
 * @since 0.2.0
 */
import { entities } from "@dunlin/pii/Entity"
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { escapeLines } from "./internal/lineGuard.ts"
import { type Comparison, comparisonOf, unmarked } from "./internal/sameValue.ts"
import * as TagText from "./internal/tagText.ts"
import type { Piece, Segment } from "./Replacement.ts"
import type { Entity } from "./Span.ts"

/**
 * The values of a response's tags: `{ "<PERSON_1>": "Ann Lee", "<PERSON_1_2>": "ANN LEE" }`. The caller receives
 * these values, and they are never stored.
 *
 * @category models
 * @since 0.2.0
 */
export interface Placeholders {
  readonly [placeholder: string]: string
}

/** A tag with a second number that starts with zero continues the previous tag. */
const tags = new RegExp(`<(${entities.join("|")})_\\d+(?:_(\\d+))?>`, "g")

/** A model may write a tag as it is, or escaped for Markdown or for HTML. */
const written = new RegExp(
  `(?:\\\\?<|&lt;)(${entities.join("|")})\\\\?_(\\d+)(?:\\\\?_(\\d+))?(?:\\\\?>|&gt;)`,
  "g"
)

/**
 * Replaces every known tag with its text. A redacted text is restored exactly, including spelling, emphasis and line
 * ends of its findings. Each tag is replaced once, so text of a page cannot become another tag. Throws
 * `InvalidOptions` unless `text` is a string and `placeholders` is a map of strings.
 *
 * **Example** (An answer about a person)
 *
 * ```ts
 * import { Placeholders } from "@dunlin/redaction"
 *
 * const placeholders = { "<PERSON_1>": "Maria Lindqvist", "<EMAIL_1>": "maria@quill.example" }
 * console.log(Placeholders.restore("Write to <PERSON_1> (\\<EMAIL_1>).", placeholders))
 * // Write to Maria Lindqvist (maria@quill.example).
 * ```
 *
 * @category conversions
 * @since 0.2.0
 */
export const restore = (text: string, placeholders: Placeholders): string => {
  const read = InvalidOptions.read("restore", Restored, { text, placeholders })
  return read.text.replaceAll(written, (whole, entity: string, number: string, spelling?: string) => {
    const tag = spelling === undefined ? `<${entity}_${number}>` : `<${entity}_${number}_${spelling}>`
    return Object.hasOwn(read.placeholders, tag) ? read.placeholders[tag]! : whole
  })
}

const Restored = Schema.Struct({ text: Schema.String, placeholders: Schema.Record(Schema.String, Schema.String) })

/**
 * Removes the numbers of tags, for texts that are stored and compared later. A tag that is alone on its line would
 * start an HTML block, and is escaped as in `Replacement.apply`.
 *
 * @category conversions
 * @since 0.2.0
 */
export const withoutNumbers = (text: string): string => {
  const segments: Array<Segment> = []
  let out = ""
  let position = 0
  for (const { 0: tag, 1: entity, 2: spelling, index } of text.matchAll(tags)) {
    // Of two backslashes, the second one is an escape for `restore`.
    out += text.slice(position, text.startsWith("\\\\", index - 2) && index >= 2 ? index - 1 : index)
    position = index + tag.length
    if (spelling?.startsWith("0") === true) continue
    const plain = `<${entity}>`
    segments.push({ start: index, end: position, outStart: out.length, outEnd: out.length + plain.length })
    out += plain
  }
  return segments.length === 0 ? text : escapeLines(out + text.slice(position), segments).text
}

/**
 * Returns the ranges of a text that look like numbered tags, in any script, escaped or as HTML references, each with
 * start, end and entity. They include every spelling that `restore` accepts, and spellings that a model may convert to
 * one.
 *
 * @category getters
 * @since 0.2.0
 */
export const lookalikes = (text: string): ReadonlyArray<readonly [start: number, end: number, entity: Entity]> =>
  TagText.allBracketed(text).map(({ 0: tag, 1: name, index }) => {
    let start = index
    // `restore` treats a backslash before a tag as the tag's escape.
    while (text[start - 1] === "\\") start--
    return [start, index + tag.length, TagText.entityOf(name!)]
  })

interface Known {
  readonly number: number
  /** Tags by spelling, and by piece of a spelling. The first spelling has no second number. */
  readonly spellings: Map<string, string>
  /** Keys of the longest spelling, with which other values are compared. */
  keys: ReadonlyArray<string>
}

/** Marks a piece that continues the previous one. */
const CONTINUED = "+"
const WHOLE = "="

/** After this many findings with one key, only equal spellings match, to limit the work. */
const MAX_COMPARED_FINDINGS_PER_KEY = 128

class Findings {
  readonly list: Array<Known> = []
  private readonly exact = new Map<string, Known>()
  private readonly near = new Map<string, Array<Known>>()
  /** The only name with this first or last word; `undefined` if several have it. */
  private readonly words = new Map<string, Known | undefined>()
  private readonly comparison: Comparison
  /** Numbers that the text itself uses after the entity's name, so findings must not get them. */
  private readonly reserved = new Set<number>()
  private last = 0

  constructor(entity: Entity) {
    this.comparison = comparisonOf(entity)
  }

  /** Returns false if a finding already has the number. */
  reserve(number: number): boolean {
    if (number > 0 && number <= this.last && !this.reserved.has(number)) return false
    this.reserved.add(number)
    return true
  }

  private next(): number {
    do this.last++
    while (this.reserved.has(this.last))
    return this.last
  }

  alone(): Known {
    const known = { number: this.next(), spellings: new Map<string, string>(), keys: [] }
    this.list.push(known)
    return known
  }

  /** Adds the entry if none exists. */
  of(plain: string): Known {
    const keys = this.comparison.keys(plain)
    const joined = keys.join(" ")
    const known = this.exact.get(joined) ?? this.alike(keys)
    if (known === undefined) return this.keep({ number: this.next(), spellings: new Map(), keys }, joined)
    if (joined.length > known.keys.join(" ").length) {
      known.keys = keys
      this.file(known)
    }
    this.exact.set(joined, known)
    return known
  }

  private keep(known: Known, joined: string): Known {
    this.list.push(known)
    this.exact.set(joined, known)
    this.file(known)
    return known
  }

  private file(known: Known): void {
    for (const key of this.comparison.places(known.keys)) {
      const list = this.near.get(key)
      if (list === undefined) this.near.set(key, [known])
      else if (list.length < MAX_COMPARED_FINDINGS_PER_KEY && !list.includes(known)) list.push(known)
    }
    if (!this.comparison.hasParts || known.keys.length < 2) return
    for (const word of [known.keys[0]!, known.keys.at(-1)!]) {
      this.words.set(word, !this.words.has(word) || this.words.get(word) === known ? known : undefined)
    }
  }

  /** Returns the only entry that is the same value in another spelling. */
  private alike(keys: ReadonlyArray<string>): Known | undefined {
    if (this.comparison.hasParts && keys.length === 1) {
      return keys[0]!.length > 1 ? this.words.get(keys[0]!) : undefined
    }
    const found = new Set<Known>()
    for (const key of this.comparison.searched(keys)) {
      for (const other of this.near.get(key) ?? []) {
        if (this.comparison.isSame(other.keys, keys)) found.add(other)
      }
    }
    const [only] = found
    return found.size === 1 ? only : undefined
  }
}

/**
 * Numbers the findings of one response. A part of a name gets the number of the only earlier full name that contains
 * it, so that a model can see that both are one person. A part before any full name gets a separate number, because it
 * may belong to any person. Each spelling of a value has its own second number, so that `restore` is exact.
 *
 * @category models
 * @since 0.2.0
 */
export class Numbering {
  private readonly exact = new Map<string, Known>()
  private readonly known = new Map<Entity, Findings>()

  /**
   * Returns the tag of a finding. `isWhole` is set if the tag stands for the whole value, not for the text between its
   * markup. `piece` is the part of the value that the tag stands for, if markup divides it.
   */
  tagOf(entity: Entity, value: string, isWhole = false, piece?: Piece): string {
    const known = this.valueOf(entity, value)
    const { spellings } = known
    const tagOf = (kind: string, spelling: string) => {
      const before = spellings.get(kind + spelling)
      if (before !== undefined) return before
      const next = spellings.size + 1
      const second = next === 1 ? "" : kind === CONTINUED ? `_0${next}` : `_${next}`
      const tag = `<${entity}_${known.number}${second}>`
      spellings.set(kind + spelling, tag)
      return tag
    }
    const whole = spellings.size > 0 && piece !== undefined
      ? undefined
      : tagOf(WHOLE, isWhole ? value : unmarked(value))
    return piece === undefined ? whole! : tagOf(piece.isContinued ? CONTINUED : WHOLE, piece.text)
  }

  /** Returns the entry of a value. Adds the entry if none exists. */
  private valueOf(entity: Entity, value: string): Known {
    const isAlone = TagText.isOne(value)
    const plain = isAlone ? value : comparisonOf(entity).plain(value)
    const same = `${entity} ${plain}`
    const before = this.exact.get(same)
    if (before !== undefined) return before
    const findings = this.findings(entity)
    const found = isAlone ? findings.alone() : findings.of(plain)
    this.exact.set(same, found)
    return found
  }

  /**
   * Returns the ranges that look like tags. Each gets a separate tag. An entity name with a number and without brackets
   * stays unchanged if no finding has this number, which is then reserved.
   */
  lookalikes(text: string): ReturnType<typeof lookalikes> {
    const found = [...lookalikes(text)]
    let next = 0
    const bare: Array<(typeof found)[number]> = []
    for (const { 0: whole, 1: name, 2: digits, index } of TagText.allBare(text)) {
      while (next < found.length && found[next]![1] <= index) next++
      if (next < found.length && found[next]![0] <= index) continue
      const entity = TagText.entityOf(name!)
      if (!this.findings(entity).reserve(TagText.numberOf(digits!))) bare.push([index, index + whole.length, entity])
    }
    return bare.length === 0 ? found : [...found, ...bare].sort(([one], [other]) => one - other)
  }

  private findings(entity: Entity): Findings {
    const known = this.known.get(entity) ?? new Findings(entity)
    this.known.set(entity, known)
    return known
  }

  get placeholders(): Placeholders {
    const map: Record<string, string> = {}
    for (const { list } of this.known.values()) {
      for (const { spellings } of list) for (const [spelling, tag] of spellings) map[tag] = spelling.slice(WHOLE.length)
    }
    return map
  }
}

/**
 * The numbering of the current response, if its caller receives the map. If none exists, tags have no numbers.
 *
 * @category references
 * @since 0.2.0
 */
export const Current = Context.Reference<Numbering | undefined>("@dunlin/redaction/Placeholders/Current", {
  defaultValue: () => undefined
})
