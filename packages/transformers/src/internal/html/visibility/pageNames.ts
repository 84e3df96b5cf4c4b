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

/** The names of all elements of a page, read once. Class attributes that are equal have one number. */
export class PageNames {
  /** The elements of each id. */
  readonly ids: ReadonlyMap<string, Numbers>
  /** The numbers of the class attributes that hold a class. */
  readonly classes: ReadonlyMap<string, Numbers>
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
    const ids = new Map<string, Numbers>()
    const classes = new Map<string, Numbers>()
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
        if (name === Attributes.ID) add(ids, attrValue(tape, k), i)
        else if (name === Attributes.CLASS) {
          const value = attrValue(tape, k)
          let number = numbers.get(value)
          if (number === undefined) {
            numbers.set(value, number = words.length)
            const own = wordsOf(value)
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

  /** Whether anything on the page is called by a name as selectors write it: `#id`, `.class` or the name of an element. */
  has(name: string): boolean {
    if (name.startsWith(".")) return this.classes.has(name.slice(1))
    return name.startsWith("#") ? this.ids.has(name.slice(1)) : this.elements.has(name)
  }
}

const add = (map: Map<string, Numbers>, name: string, number: number): Numbers => {
  const known = map.get(name)
  if (known !== undefined) return known.add(number)
  const made = new Numbers(number)
  map.set(name, made)
  return made
}

const wordsOf = (value: string): ReadonlyArray<string> =>
  /[ \t\n\f\r]/.test(value)
    ? [...new Set(value.split(/[ \t\n\f\r]+/))].filter((word) => word !== "")
    : value === ""
    ? []
    : [value]
