/**
 * What the elements of a page are called: ids, classes and names of elements.
 *
 * @since 0.2.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attrValue, nameOf, type Tape } from "../tape/tape.ts"

/** Numbers of class attributes, or of elements. */
export type Numbers = ReadonlySet<number>

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

  constructor(tape: Tape) {
    const { attrs, attrsAt, n, tag } = tape
    const ids = new Map<string, Set<number>>()
    const classes = new Map<string, Set<number>>()
    const elements = new Set<string>()
    const words: Array<ReadonlyArray<string>> = [[]]
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
            for (const word of own) add(classes, word, number)
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
  }

  /** Whether anything on the page is called by a name as selectors write it: `#id`, `.class` or the name of an element. */
  has(name: string): boolean {
    if (name.startsWith(".")) return this.classes.has(name.slice(1))
    return name.startsWith("#") ? this.ids.has(name.slice(1)) : this.elements.has(name)
  }
}

const add = (map: Map<string, Set<number>>, name: string, number: number): void => {
  const known = map.get(name)
  if (known === undefined) map.set(name, new Set([number]))
  else known.add(number)
}

const wordsOf = (value: string): ReadonlyArray<string> =>
  /[ \t\n\f\r]/.test(value)
    ? [...new Set(value.split(/[ \t\n\f\r]+/))].filter((word) => word !== "")
    : value === ""
    ? []
    : [value]
