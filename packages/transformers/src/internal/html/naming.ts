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

/** A class above this says nothing to a model, and neither does an id. */
const longestClass = 400
const longestId = 40

/** Places that are tried for a value before it counts as new: what collides on purpose costs no time. */
const tries = 8
const places = 4096

/** The values of one attribute on a page. */
class Values {
  /** The number of the value of every node; 0 for none. */
  readonly of: Int32Array
  /** Every value by its number. */
  readonly list: Array<string> = [""]
  readonly #tape: Tape
  readonly #places = new Int32Array(places)
  readonly #checks: Array<number> = [0]
  readonly #roles: Array<number> = [0]
  readonly #read: (value: string) => number

  constructor(tape: Tape, read: (value: string) => number) {
    this.#tape = tape
    this.#read = read
    this.of = new Int32Array(tape.n)
  }

  /** Notes the value of an attribute of a node. */
  add(node: number, attribute: number): void {
    const { attrs, source } = this.#tape
    const start = attrs[3 * attribute + 1]!
    const stop = attrs[3 * attribute + 2]!
    let hash = stop - start
    let check = 0
    for (let k = start; k < stop; k++) {
      const c = source.charCodeAt(k)
      hash = Math.imul(hash, 31) + c | 0
      check = Math.imul(check ^ c, 0x01000193)
    }
    this.of[node] = this.#numberOf(hash ^ hash >>> 13, check, attribute)
  }

  /** Two hashes stand for a value: a page that makes both of them equal for two values fools no one but itself. */
  #numberOf(hash: number, check: number, attribute: number): number {
    const { list } = this
    for (let t = 0; t < tries; t++) {
      const place = hash + t & places - 1
      const known = this.#places[place]!
      if (known === 0) {
        this.#places[place] = list.length
        break
      }
      if (this.#checks[known] === check) return known
    }
    this.#checks.push(check)
    this.#roles.push(-1)
    return list.push(attrValue(this.#tape, attribute)) - 1
  }

  /** The roles that the value of a node suggests, as bits. */
  rolesOf(node: number): number {
    const value = this.of[node]!
    const known = this.#roles[value]!
    return known >= 0 ? known : this.#roles[value] = this.#read(this.list[value]!)
  }
}

export interface Naming {
  readonly classes: Values
  readonly ids: Values
}

export const namingOf = (tape: Tape): Naming => {
  const { attrs, attrsAt, n } = tape
  const classes = new Values(tape, rolesOfClass)
  const ids = new Values(tape, rolesOfId)
  for (let i = 0; i < n; i++) {
    const stop = attrsAt[i + 1]!
    for (let k = attrsAt[i]!; k < stop; k++) {
      const name = attrs[3 * k]!
      if (name === Attributes.CLASS) classes.add(i, k)
      else if (name === Attributes.ID) ids.add(i, k)
    }
  }
  return { classes, ids }
}

/** Roles that the class and the id of a node suggest, as bits. */
export const rolesOf = ({ classes, ids }: Naming, node: number): number => classes.rolesOf(node) | ids.rolesOf(node)

/** What the class and the id of a node speak for together, from -4 to 4. */
export const scoresOf = ({ classes, ids }: Naming, words: WordTable): (node: number) => number => {
  const ofClass = scores(classes, words, longestClass)
  const ofId = scores(ids, words, longestId)
  return (node) => Math.max(-4, Math.min(4, ofClass(node) + ofId(node)))
}

const scores = ({ list, of }: Values, words: WordTable, longest: number): (node: number) => number => {
  const known = new Float64Array(list.length).fill(NaN)
  known[0] = 0
  return (node) => {
    const value = of[node]!
    const score = known[value]!
    if (!Number.isNaN(score)) return score
    const text = list[value]!
    return known[value] = text.length <= longest ? scoreOf(text, words) : 0
  }
}
