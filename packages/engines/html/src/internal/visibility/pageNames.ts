/**
 * Reads the ids, classes and element names of a page.
 *
 * @since 0.2.0
 */
import * as Attributes from "../tape/attributes.ts"
import { hashWith, spread } from "../tape/hash.ts"
import * as Tags from "../tape/tags.ts"
import { attrValue, nameOf, type Tape } from "../tape/tape.ts"
import { ClassWords, Numbers } from "./classWords.ts"

const inLowerCase = (name: string): string => {
  if (!capitals.test(name)) return name
  return foreign.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name.toLowerCase()
}
const capitals = /[A-Z]/
const foreign = /[^\0-\x7f]/

/**
 * Maximum number of hash table slots that are tried for an attribute, so that deliberate collisions stay cheap. If
 * all are occupied, the attribute counts as new.
 */
const MAX_PROBES_FOR_PAGE_NAME = 8

class ClassValues {
  size = 1
  private readonly tape: Tape
  private readonly places: Int32Array
  private readonly attributes: Int32Array

  constructor(tape: Tape) {
    const { attrs } = tape
    let count = 0
    for (let at = 0; at < attrs.length; at += Attributes.WIDTH) if (attrs[at] === Attributes.CLASS) count++
    this.tape = tape
    this.attributes = new Int32Array(count + 1)
    this.places = new Int32Array(1 << 33 - Math.clz32(count))
  }

  numberOf(attribute: number): number {
    const { attributes, places, tape: { attrs, source } } = this
    const from = attrs[Attributes.WIDTH * attribute + 1]!
    const to = attrs[Attributes.WIDTH * attribute + 2]!
    let hash = 0
    for (let at = from; at < to; at++) hash = hashWith(hash, source.charCodeAt(at))
    hash = spread(hash)
    for (let t = 0; t < MAX_PROBES_FOR_PAGE_NAME; t++) {
      const place = hash + t & places.length - 1
      const number = places[place]!
      if (number === 0) {
        places[place] = this.size
        break
      }
      if (this.isSame(attributes[number]!, from, to)) return number
    }
    attributes[this.size] = attribute
    return this.size++
  }

  attributeOf(number: number): number {
    return this.attributes[number]!
  }

  private isSame(attribute: number, from: number, to: number): boolean {
    const { attrs, source } = this.tape
    const other = attrs[Attributes.WIDTH * attribute + 1]!
    if (attrs[Attributes.WIDTH * attribute + 2]! - other !== to - from) return false
    for (let k = 0; k < to - from; k++) if (source.charCodeAt(other + k) !== source.charCodeAt(from + k)) return false
    return true
  }
}

/**
 * The ids, classes and element names of a page, read once. Each distinct value of a class attribute has a number, and
 * equal values share it.
 */
export class PageNames {
  readonly ids: ReadonlyMap<string, Numbers>
  readonly classes: ClassWords
  /**
   * Converts a class or id to the form in which names are compared. On a page without a doctype, this is lower case.
   */
  readonly fold: (name: string) => string
  readonly elements: ReadonlySet<string>
  /** For each node, the number of its class attribute, which is at least 1; 0 if it has none. */
  readonly classOf: Int32Array
  private readonly tape: Tape
  private readonly values: ClassValues

  constructor(tape: Tape) {
    const { attrs, attrsAt, n, tag } = tape
    // on a page without a doctype, ids and classes are compared case-insensitively
    const isQuirky = !hasDoctype(tape.source)
    const ids = new Map<string, Numbers>()
    const classes = new ClassWords(tape.source, isQuirky)
    this.fold = isQuirky ? inLowerCase : (name) => name
    const elements = new Set<string>()
    const values = new ClassValues(tape)
    const seen = new Uint8Array(Tags.UNKNOWN + 1)
    this.classOf = new Int32Array(n)
    for (let i = 0; i < n; i++) {
      const id = tag[i]!
      if (id === Tags.TEXT) continue
      if (id === Tags.UNKNOWN) elements.add(nameOf(tape, i))
      else seen[id] = 1
      const stop = attrsAt[i + 1]!
      for (let k = attrsAt[i]!; k < stop; k++) {
        const name = attrs[Attributes.WIDTH * k]
        if (name === Attributes.ID) addElement(ids, this.fold(attrValue(tape, k)), i)
        else if (name === Attributes.CLASS) {
          const before = values.size
          const number = values.numberOf(k)
          if (number === before) addWords(tape, k, number, classes)
          this.classOf[i] = number
        }
      }
    }
    for (let id = 1; id < Tags.UNKNOWN; id++) if (seen[id] === 1) elements.add(Tags.tagNames[id]!)
    this.ids = ids
    this.classes = classes
    this.elements = elements
    this.tape = tape
    this.values = values
  }

  get numbered(): number {
    return this.values.size
  }

  wordsOf(number: number): ReadonlyArray<string> {
    return number === 0 ? [] : wordsOf(this.fold(attrValue(this.tape, this.values.attributeOf(number))))
  }

  byId(id: string): Numbers | undefined {
    return this.ids.get(this.fold(id))
  }

  byClass(name: string): Numbers | undefined {
    return this.classes.of(name)
  }
}

/**
 * Returns whether a page starts with a doctype. Only white space, comments and markup that is parsed as a comment may
 * precede it.
 */
const hasDoctype = (source: string): boolean => {
  let at = /^[\s\ufeff]*/.exec(source)![0].length
  while (source[at] === "<" && (source[at + 1] === "!" || source[at + 1] === "?")) {
    if (/^doctype/i.test(source.slice(at + 2, at + DOCTYPE_CHARACTERS))) return true
    const end = source.startsWith("--", at + 2) ? source.indexOf("-->", at + 2) + 2 : source.indexOf(">", at)
    if (end <= at) return false
    at = end + 1
    while (/\s/.test(source.charAt(at))) at++
  }
  return false
}

const DOCTYPE_CHARACTERS = 9

const addElement = (ids: Map<string, Numbers>, id: string, i: number): void => {
  const known = ids.get(id)
  if (known === undefined) ids.set(id, new Numbers(i, true))
  else known.add(i)
}

const addWords = (tape: Tape, attribute: number, number: number, classes: ClassWords): void => {
  const { attrs, source } = tape
  const to = attrs[Attributes.WIDTH * attribute + 2]!
  const from = attrs[Attributes.WIDTH * attribute + 1]!
  for (let at = from; at < to; at++) {
    if (source.charCodeAt(at) !== AMPERSAND) continue
    for (const word of wordsOf(attrValue(tape, attribute))) classes.addDecoded(word, number)
    return
  }
  for (let at = from; at < to;) {
    while (at < to && isSpace(source.charCodeAt(at))) at++
    const start = at
    while (at < to && !isSpace(source.charCodeAt(at))) at++
    if (at > start) classes.add(start, at, number)
  }
}

const AMPERSAND = 0x26

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c

/** Maximum number of words of an attribute that are compared pairwise. For more, a set is used. */
const FEW_WORDS = 16

const wordsOf = (value: string): ReadonlyArray<string> => {
  const isPlain = !otherSpace.test(value)
  if (isPlain && !value.includes(" ")) return value === "" ? [] : [value]
  const words = isPlain ? value.split(" ") : value.split(/[ \t\n\f\r]+/)
  return words.length > FEW_WORDS
    ? [...new Set(words)].filter((word) => word !== "")
    : words.filter((word, k) => word !== "" && words.indexOf(word) === k)
}

const otherSpace = /[\t\n\f\r]/
