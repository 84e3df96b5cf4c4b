/**
 * The class names and ids of a page. Most are used many times over, so each value is read once.
 *
 * @since 0.1.0
 */
import { float64Column, int32Column } from "./columns.ts"
import { type Lexicon, lexicon } from "./lexicon.ts"
import { isName, rolesOfNames, united } from "./names.ts"
import type { NameScores } from "./nameScores.ts"
import { attrValue, type Tape } from "./tape.ts"

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
  readonly #tape: Tape
  readonly #lexicon: Lexicon
  readonly #places: Int32Array
  /** By the number of a value: an attribute that has it, a hash of it, its text and its names once they were asked for. */
  readonly #attributes: Array<number> = [-1]
  readonly #checks: Array<number> = [0]
  readonly #texts: Array<string | undefined> = [""]
  readonly #names: Array<ReadonlyArray<number> | undefined> = [[]]

  constructor(tape: Tape, names: Lexicon) {
    this.#tape = tape
    this.#lexicon = names
    this.#places = int32Column(places)
    this.of = int32Column(tape.n)
  }

  /** How many numbers are in use. */
  get size(): number {
    return this.#attributes.length
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
    for (let t = 0; t < tries; t++) {
      const place = hash + t & places - 1
      const known = this.#places[place]!
      if (known === 0) {
        this.#places[place] = this.size
        break
      }
      if (this.#checks[known] === check) return known
    }
    this.#checks.push(check)
    this.#texts.push(undefined)
    this.#names.push(undefined)
    return this.#attributes.push(attribute) - 1
  }

  /** A value by its number. */
  text(value: number): string {
    return this.#texts[value] ??= attrValue(this.#tape, this.#attributes[value]!)
  }

  /** The names in a value, by the number of the value. */
  names(value: number): ReadonlyArray<number> {
    return this.#names[value] ??= this.#read(this.#attributes[value]!)
  }

  #read(attribute: number): ReadonlyArray<number> {
    const { attrs, source } = this.#tape
    const start = attrs[3 * attribute + 1]!
    const stop = attrs[3 * attribute + 2]!
    for (let k = start; k < stop; k++) {
      if (source.charCodeAt(k) !== 38) continue
      const text = attrValue(this.#tape, attribute)
      return this.#lexicon.namesOf(text, 0, text.length)
    }
    return this.#lexicon.namesOf(source, start, stop)
  }
}

export class Naming {
  readonly lexicon = lexicon()
  readonly classes: Values
  readonly ids: Values
  #roles: ((node: number) => number) | undefined

  constructor(tape: Tape) {
    this.classes = new Values(tape, this.lexicon)
    this.ids = new Values(tape, this.lexicon)
  }

  /** Finds the roles that the class and the id of a node suggest, as bits; to be asked for once all are noted. */
  get roles(): (node: number) => number {
    return this.#roles ??= rolesOf(this)
  }
}

const rolesOf = ({ classes, ids, lexicon }: Naming): (node: number) => number => {
  const rolesOfName = rolesOfNames(lexicon)
  const ofClass = remembered(classes, (value) => {
    let bits = 0
    for (const name of classes.names(value)) bits |= rolesOfName(name)
    return united(bits)
  })
  const ofId = remembered(ids, (value) => {
    const id = ids.text(value)
    return isName(id) ? rolesOfName(lexicon.nameOf(id, 0, id.length)) : 0
  })
  return (node) => ofClass(node) | ofId(node)
}

/** What the class and the id of a node speak for together, from -4 to 4. */
export const scoresOf = ({ classes, ids, lexicon }: Naming, scores: NameScores): (node: number) => number => {
  const ofClass = remembered(
    classes,
    (value) => classes.text(value).length <= longestClass ? scores.of(lexicon, classes.names(value)) : 0
  )
  const ofId = remembered(
    ids,
    (value) => ids.text(value).length <= longestId ? scores.of(lexicon, ids.names(value)) : 0
  )
  return (node) => Math.max(-4, Math.min(4, ofClass(node) + ofId(node)))
}

/** What is found of the value of a node, once for every value. */
const remembered = ({ of, size }: Values, find: (value: number) => number): (node: number) => number => {
  const known = float64Column(size).fill(NaN)
  known[0] = 0
  return (node) => {
    const value = of[node]!
    const found = known[value]!
    return Number.isNaN(found) ? known[value] = find(value) : found
  }
}
