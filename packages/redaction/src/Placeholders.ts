/**
 * Redaction that the one who may can undo: every finding gets a tag with a number, the same one each time the same
 * person, address or number is meant, and a map says what stood there.
 *
 * @since 0.2.0
 */
import { entities } from "@dunlin/schema/RedactPii"
import * as Context from "effect/Context"
import type { Entity } from "./Span.ts"

/**
 * What the tags of a response stand for: `{ "<PERSON_1>": "Ann Lee" }`. Only for whoever asked; it is kept nowhere.
 *
 * @category models
 * @since 0.2.0
 */
export interface Placeholders {
  readonly [placeholder: string]: string
}

const tags = new RegExp(`<(${entities.join("|")})_\\d+>`, "g")

/** Ways a model writes a tag that it was given: escaped for markdown or for HTML. */
const written = new RegExp(`(?:\\\\?<|&lt;)(${entities.join("|")})(\\\\?_)(\\d+)(?:\\\\?>|&gt;)`, "g")

/**
 * Fills the answer of a model in again: every tag that the map has becomes what stood there. All tags are read once, so
 * nothing that a page says can be made into another one.
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
export const restore = (text: string, placeholders: Placeholders): string =>
  text.replaceAll(written, (whole, entity: string, _, number: string) => {
    const tag = `<${entity}_${number}>`
    return Object.hasOwn(placeholders, tag) ? placeholders[tag]! : whole
  })

/**
 * Tags without their numbers, as they are everywhere else: for what is kept and compared later.
 *
 * @category conversions
 * @since 0.2.0
 */
export const withoutNumbers = (text: string): string => text.replaceAll(tags, "<$1>")

/**
 * Where a text already has what looks like a tag with a number: start, end and entity.
 *
 * @category getters
 * @since 0.2.0
 */
export const lookalikes = (text: string): ReadonlyArray<readonly [start: number, end: number, entity: Entity]> =>
  text.includes("_")
    ? [...text.matchAll(tags)].map(({ 0: tag, 1: entity, index }) => [index, index + tag.length, entity as Entity])
    : []

const title = /^(?:mr|mrs|ms|miss|dr|prof|sir|herr|frau|mme|mlle|m|sr|sra|señor|señora)\.? /

/** Digits that two ways to write one phone number share at its end. */
const LEAST_DIGITS = 7

/** A value as it is compared: without marks of markdown, escapes of addresses and the way it was written. */
const plainOf = (value: string): string => {
  const text = value.includes("%") ? decoded(value) : value
  return text.replace(/[*`~\\[\]]+/g, "").replace(/\s+/g, " ").trim()
}

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

interface Known {
  readonly number: number
  /** The longest way in which it was written. */
  value: string
  /** What it is compared by. */
  keys: ReadonlyArray<string>
}

/**
 * Numbers the findings of one response.
 *
 * @category models
 * @since 0.2.0
 */
export class Numbering {
  private readonly exact = new Map<string, Known>()
  private readonly known = new Map<Entity, Array<Known>>()

  /** The tag of a finding. */
  tagOf(entity: Entity, value: string): string {
    const plain = plainOf(value)
    const same = `${entity} ${plain}`
    const before = this.exact.get(same)
    if (before !== undefined) return `<${entity}_${before.number}>`
    const found = this.find(entity, plain)
    this.exact.set(same, found)
    return `<${entity}_${found.number}>`
  }

  /** What the tags stand for. */
  get placeholders(): Placeholders {
    const map: Record<string, string> = {}
    for (const [entity, list] of this.known) {
      for (const { number, value } of list) map[`<${entity}_${number}>`] = value
    }
    return map
  }

  private find(entity: Entity, plain: string): Known {
    const list = this.known.get(entity) ?? []
    if (list.length === 0) this.known.set(entity, list)
    const keys = keysOf(entity, plain)
    const alike = list.filter((other) => isSame(entity, other.keys, keys))
    const exact = alike.filter((other) => other.keys.join(" ") === keys.join(" "))
    // whom several names name is the nearest to a name of several
    const whole = keys.length > 1 ? alike.filter((other) => other.keys.length > 1) : alike
    const [other, ...others] = exact.length > 0 ? exact : whole.length > 0 ? whole : alike
    if (other !== undefined && others.length === 0) {
      if (keys.length > other.keys.length) {
        other.keys = keys
        other.value = plain
      }
      return other
    }
    const added = { number: list.length + 1, value: plain, keys }
    list.push(added)
    return added
  }
}

/** What a value is compared by: the words of a name, the digits of a number, the text of anything else. */
const keysOf = (entity: Entity, plain: string): ReadonlyArray<string> => {
  const lower = plain.normalize("NFKC").toLowerCase()
  if (entity === "PERSON") return lower.replace(title, "").split(/[\s_+.-]+/).filter((word) => word !== "")
  if (entity === "PHONE" || entity === "FINANCIAL" && /^[\d\s.,/·_-]+$/.test(lower)) {
    return [lower.replace(/\D+/g, "").replace(/^0+/, "")]
  }
  return [entity === "EMAIL" ? lower.replace(/^mailto:/, "") : lower]
}

const isSame = (entity: Entity, left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean => {
  if (entity === "PERSON") {
    const [short, long] = left.length <= right.length ? [left, right] : [right, left]
    if (short.length === 0) return false
    if (short.length === long.length) return short.every((word, at) => isSameWord(word, long[at]!))
    // one name of several; with more, the first and the last are enough
    if (short.length === 1) return short[0]!.length > 1 && (short[0] === long[0] || short[0] === long.at(-1))
    return isSameWord(short[0]!, long[0]!) && short.at(-1) === long.at(-1)
  }
  const [one = "", other = ""] = [left[0], right[0]]
  if (entity !== "PHONE") return one === other
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short === long || short.length >= LEAST_DIGITS && long.endsWith(short)
}

/** `J` stands for `Jane`. */
const isSameWord = (one: string, other: string): boolean =>
  one === other || one.length === 1 && other.startsWith(one) || other.length === 1 && one.startsWith(other)

/**
 * The numbering of the response that is being made, where its caller gets the map. Without one, tags have no numbers.
 *
 * @category references
 * @since 0.2.0
 */
export const Current = Context.Reference<Numbering | undefined>("@dunlin/redaction/Placeholders/Current", {
  defaultValue: () => undefined
})
