/**
 * The class names and ids of a page. Most are used many times over, so each value is read once.
 *
 * @since 0.1.0
 */
import * as Attributes from "./attributes.ts"
import { rolesOfClass, rolesOfId } from "./names.ts"
import { scoreOf } from "./nameScores.ts"
import { attrValue, type Tape } from "./tape.ts"
import type { WordTable } from "./wordTable.ts"

/** The values of one attribute. */
export interface Values {
  /** The number of the value of every node; 0 for none. */
  readonly of: Int32Array
  /** Every value by its number. */
  readonly list: ReadonlyArray<string>
  /** The roles it suggests, by its number. */
  readonly roles: Int32Array
}

export interface Naming {
  readonly classes: Values
  readonly ids: Values
}

/** What is read nowhere: a class above this says nothing to a model, and neither does an id. */
const longestClass = 400
const longestId = 40

/** Places that are tried for a value before it counts as new: what collides on purpose costs no time. */
const tries = 8
const places = 4096

/** Collects the values of one attribute; known ones are found by their characters in the source. */
class Collector {
  readonly of: Int32Array
  readonly list: Array<string> = [""]
  readonly #places = new Int32Array(places)
  readonly #starts: Array<number> = [0]
  readonly #stops: Array<number> = [0]
  readonly #tape: Tape

  constructor(tape: Tape) {
    this.#tape = tape
    this.of = new Int32Array(tape.n)
  }

  /** Notes the value of an attribute of a node. */
  add(node: number, attribute: number): void {
    this.of[node] = this.#numberOf(attribute)
  }

  #numberOf(attribute: number): number {
    const { attrs, source } = this.#tape
    const start = attrs[3 * attribute + 1]!
    const stop = attrs[3 * attribute + 2]!
    let hash = stop - start
    for (let k = start; k < stop; k++) hash = Math.imul(hash, 31) + source.charCodeAt(k) | 0
    hash ^= hash >>> 13
    for (let t = 0; t < tries; t++) {
      const place = hash + t & places - 1
      const known = this.#places[place]!
      if (known === 0) {
        this.#places[place] = this.list.length
        break
      }
      if (same(source, start, stop, this.#starts[known]!, this.#stops[known]!)) return known
    }
    this.#starts.push(start)
    this.#stops.push(stop)
    return this.list.push(attrValue(this.#tape, attribute)) - 1
  }
}

const same = (source: string, start: number, stop: number, from: number, to: number): boolean => {
  if (stop - start !== to - from) return false
  for (let k = start, other = from; k < stop; k++, other++) {
    if (source.charCodeAt(k) !== source.charCodeAt(other)) return false
  }
  return true
}

export const namingOf = (tape: Tape): Naming => {
  const { attrs, attrsAt, n } = tape
  const classes = new Collector(tape)
  const ids = new Collector(tape)
  for (let i = 0; i < n; i++) {
    const stop = attrsAt[i + 1]!
    for (let k = attrsAt[i]!; k < stop; k++) {
      const name = attrs[3 * k]!
      if (name === Attributes.CLASS) classes.add(i, k)
      else if (name === Attributes.ID) ids.add(i, k)
    }
  }
  return {
    classes: { of: classes.of, list: classes.list, roles: Int32Array.from(classes.list, rolesOfClass) },
    ids: { of: ids.of, list: ids.list, roles: Int32Array.from(ids.list, rolesOfId) }
  }
}

/** Roles that the class and the id of a node suggest, as bits. */
export const rolesOf = ({ classes, ids }: Naming, node: number): number =>
  classes.roles[classes.of[node]!]! | ids.roles[ids.of[node]!]!

/** What the class and the id of a node speak for together, from -4 to 4. */
export const scoresOf = ({ classes, ids }: Naming, words: WordTable): (node: number) => number => {
  const score = (longest: number) => (value: string) => value.length <= longest ? scoreOf(value, words) : 0
  const ofClass = Float64Array.from(classes.list, score(longestClass))
  const ofId = Float64Array.from(ids.list, score(longestId))
  return (node) => Math.max(-4, Math.min(4, ofClass[classes.of[node]!]! + ofId[ids.of[node]!]!))
}
