/**
 * What the elements of a page are called: ids, classes and names of elements.
 *
 * @since 0.2.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attrValue, nameOf, type Tape } from "../tape/tape.ts"

/** The elements with a name, in document order; the list stands for the name. */
export type Name = ReadonlyArray<number>

export interface PageNames {
  /** By `#id`, `.class` and element name. */
  readonly byName: ReadonlyMap<string, Name>
  /** The ids and classes of each element; `undefined` for none. */
  readonly own: ReadonlyArray<ReadonlyArray<Name> | undefined>
}

/** Reads the names of all elements of a page once. */
export const namesOf = (tape: Tape): PageNames => {
  const byName = new Map<string, Array<number>>()
  const listOf = (name: string): Array<number> => {
    let list = byName.get(name)
    if (list === undefined) byName.set(name, list = [])
    return list
  }
  const byTag: Array<Array<number> | undefined> = []
  const byClasses = new Map<string, ReadonlyArray<Array<number>>>()
  const { attrs, attrsAt, n, tag } = tape
  const own: Array<ReadonlyArray<Name> | undefined> = Array.from({ length: n })
  for (let i = 0; i < n; i++) {
    const id = tag[i]!
    if (id === Tags.TEXT) continue
    const called = id === Tags.UNKNOWN ? listOf(nameOf(tape, i)) : byTag[id] ??= listOf(Tags.tagNames[id]!)
    called.push(i)
    const stop = attrsAt[i + 1]!
    for (let k = attrsAt[i]!; k < stop; k++) {
      const name = attrs[Attributes.WIDTH * k]
      if (name !== Attributes.ID && name !== Attributes.CLASS) continue
      const value = attrValue(tape, k)
      let lists: ReadonlyArray<Array<number>>
      if (name === Attributes.ID) lists = [listOf(`#${value}`)]
      else {
        const known = byClasses.get(value)
        lists = known ?? wordsOf(value).map((word) => listOf(`.${word}`))
        if (known === undefined) byClasses.set(value, lists)
      }
      for (const list of lists) list.push(i)
      const before = own[i]
      own[i] = before === undefined ? lists : [...before, ...lists]
    }
  }
  return { byName, own }
}

const wordsOf = (value: string): ReadonlyArray<string> =>
  [...new Set(value.split(/[ \t\n\f\r]+/))].filter((word) => word !== "")
