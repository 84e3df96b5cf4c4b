/**
 * What the elements of a page are called: ids, classes and names of elements.
 *
 * @since 0.2.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attrValue, nameOf, type Tape } from "../tape/tape.ts"

/** Numbers of class attributes, or of elements: most names have one, for which a set would take ten times the room. */
export class Numbers {
  private readonly first: number
  private others: Set<number> | undefined

  constructor(first: number) {
    this.first = first
  }

  get size(): number {
    return 1 + (this.others?.size ?? 0)
  }

  add(number: number): this {
    if (number !== this.first) (this.others ??= new Set()).add(number)
    return this
  }

  has(number: number): boolean {
    return number === this.first || this.others?.has(number) === true
  }

  *[Symbol.iterator](): Iterator<number> {
    yield this.first
    if (this.others !== undefined) yield* this.others
  }
}

/** Lower case of the letters of ASCII, which is how names compare without case. */
const inLowerCase = (name: string): string => {
  if (!capitals.test(name)) return name
  return foreign.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name.toLowerCase()
}
const capitals = /[A-Z]/
const foreign = /[^\0-\x7f]/

/** The names of all elements of a page, read once. Class attributes that are equal have one number. */
export class PageNames {
  /** The elements of each id, as names compare. */
  readonly ids: ReadonlyMap<string, Numbers>
  /** The numbers of the class attributes that hold a class, as names compare. */
  readonly classes: ReadonlyMap<string, Numbers>
  /** A name of a class or an id as it compares: in lower case on a page without a doctype. */
  readonly fold: (name: string) => string
  /** Names of elements, in lower case. */
  readonly elements: ReadonlySet<string>
  /** The number of the class attribute of each node; 0 for none. */
  readonly classOf: Int32Array
  /** The classes in each class attribute, by its number. */
  readonly words: ReadonlyArray<ReadonlyArray<string>>
  /** The same as the numbers of all class attributes that hold each. */
  readonly groups: ReadonlyArray<ReadonlyArray<Numbers>>

  constructor(tape: Tape) {
    const { attrs, attrsAt, n, tag } = tape
    // without a doctype ids and classes compare without case
    const isQuirky = !hasDoctype(tape.source)
    const ids = new Map<string, Numbers>()
    const classes = new Map<string, Numbers>()
    this.fold = isQuirky ? inLowerCase : (name) => name
    const elements = new Set<string>()
    const words: Array<ReadonlyArray<string>> = [[]]
    const groups: Array<ReadonlyArray<Numbers>> = [[]]
    const numbers = new Map<string, number>()
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
        if (name === Attributes.ID) add(ids, this.fold(attrValue(tape, k)), i)
        else if (name === Attributes.CLASS) {
          const value = attrValue(tape, k)
          let number = numbers.get(value)
          if (number === undefined) {
            numbers.set(value, number = words.length)
            const own = wordsOf(this.fold(value))
            words.push(own)
            groups.push(own.map((word) => add(classes, word, words.length - 1)))
          }
          this.classOf[i] = number
        }
      }
    }
    for (let id = 1; id < Tags.UNKNOWN; id++) if (seen[id] === 1) elements.add(Tags.tagNames[id]!)
    this.ids = ids
    this.classes = classes
    this.elements = elements
    this.words = words
    this.groups = groups
  }

  /** The elements with an id as a selector writes it. */
  byId(id: string): Numbers | undefined {
    return this.ids.get(this.fold(id))
  }

  /** The numbers of the class attributes that hold a class as a selector writes it. */
  byClass(name: string): Numbers | undefined {
    return this.classes.get(this.fold(name))
  }
}

/** Whether a page begins with a doctype, behind nothing but white space, comments and what is read as one. */
const hasDoctype = (source: string): boolean => {
  let at = /^[\s\ufeff]*/.exec(source)![0].length
  while (source[at] === "<" && (source[at + 1] === "!" || source[at + 1] === "?")) {
    if (/^doctype/i.test(source.slice(at + 2, at + LONGEST_BEGINNING))) return true
    const end = source.startsWith("--", at + 2) ? source.indexOf("-->", at + 2) + 2 : source.indexOf(">", at)
    if (end <= at) return false
    at = end + 1
    while (/\s/.test(source.charAt(at))) at++
  }
  return false
}

/** Characters of `<!doctype`. */
const LONGEST_BEGINNING = 9

const add = (map: Map<string, Numbers>, name: string, number: number): Numbers => {
  const known = map.get(name)
  if (known !== undefined) return known.add(number)
  const made = new Numbers(number)
  map.set(name, made)
  return made
}

/** Words of an attribute that are compared with each other rather than by a set. */
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
