/**
 * Reads the class names and ids of a page. Most are repeated, so each value is parsed once.
 *
 * @since 0.1.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Character from "../tape/characters.ts"
import { FNV_PRIME, hashWith, LETTER_PRIME, spread } from "../tape/hash.ts"
import { float64Column, int32Column } from "../tape/lent.ts"
import { attrValue, type Tape } from "../tape/tape.ts"
import { type Lexicon, lexicon } from "./lexicon.ts"
import type { NameScores } from "./nameScores.ts"
import { isName, roleOfName, united } from "./verdicts.ts"

const MAX_NAME_SCORE = 4

const MAX_SCORED_CLASS_CHARACTERS = 400
const MAX_SCORED_ID_CHARACTERS = 40
const MAX_FIRST_CLASS_CHARACTERS = 40

/**
 * Maximum number of hash table slots that are tried for a value, so that deliberate collisions stay cheap. If all are
 * occupied, the value counts as new.
 */
const MAX_PROBES_FOR_VALUE = 8
const VALUE_SLOTS = 4096

export class Values {
  /** Number of a node's value; 0 for a node without one. */
  readonly of: Int32Array
  private readonly tape: Tape
  private readonly lexicon: Lexicon
  private readonly known: Int32Array
  /**
   * An attribute with each value. The other lists hold the value's hash, and its text and names once they are needed.
   */
  private readonly attributes: Array<number> = [-1]
  private readonly checks: Array<number> = [0]
  private readonly texts: Array<string | undefined> = [""]
  private readonly read: Array<ReadonlyArray<number> | undefined> = [[]]

  constructor(tape: Tape, names: Lexicon) {
    this.tape = tape
    this.lexicon = names
    this.known = int32Column(VALUE_SLOTS)
    this.of = int32Column(tape.n)
  }

  get size(): number {
    return this.attributes.length
  }

  add(node: number, attribute: number): void {
    const { attrs, source } = this.tape
    const start = attrs[Attributes.WIDTH * attribute + 1]!
    const stop = attrs[Attributes.WIDTH * attribute + 2]!
    let hash = stop - start
    let check = 0
    for (let k = start; k < stop; k++) {
      const c = source.charCodeAt(k)
      hash = hashWith(hash, c)
      check = Math.imul(check ^ c, FNV_PRIME)
    }
    this.of[node] = this.numberOf(spread(hash), check, attribute)
  }

  private numberOf(hash: number, check: number, attribute: number): number {
    const { checks, known } = this
    for (let t = 0; t < MAX_PROBES_FOR_VALUE; t++) {
      const place = hash + t & VALUE_SLOTS - 1
      const value = known[place]!
      if (value === 0) {
        known[place] = this.size
        break
      }
      if (checks[value] === check) return value
    }
    checks.push(check)
    this.texts.push(undefined)
    this.read.push(undefined)
    return this.attributes.push(attribute) - 1
  }

  text(value: number): string {
    return this.texts[value] ??= attrValue(this.tape, this.attributes[value]!)
  }

  names(value: number): ReadonlyArray<number> {
    return this.read[value] ??= this.namesOf(value)
  }

  private namesOf(value: number): ReadonlyArray<number> {
    const { attrs, source } = this.tape
    const at = Attributes.WIDTH * this.attributes[value]!
    return this.lexicon.namesOnPage(source, attrs[at + 1]!, attrs[at + 2]!) ?? this.lexicon.namesOf(this.text(value))
  }
}

export class Naming {
  readonly lexicon = lexicon()
  readonly classes: Values
  readonly ids: Values
  private known: Roles | undefined

  constructor(tape: Tape) {
    this.classes = new Values(tape, this.lexicon)
    this.ids = new Values(tape, this.lexicon)
  }

  /** The roles of the page. Read them after all names of the page are recorded. */
  get roles(): Roles {
    return this.known ??= new Roles(this)
  }
}

export class Roles {
  private readonly naming: Naming
  private readonly ofClass: Int32Array
  private readonly ofId: Int32Array

  constructor(naming: Naming) {
    this.naming = naming
    this.ofClass = int32Column(naming.classes.size).fill(-1)
    this.ofId = int32Column(naming.ids.size).fill(-1)
  }

  of(node: number): number {
    const { classes, ids } = this.naming
    const className = classes.of[node]!
    const id = ids.of[node]!
    let bits = 0
    if (className !== 0) {
      bits = this.ofClass[className]!
      if (bits < 0) bits = this.ofClass[className] = this.readClass(className)
    }
    if (id !== 0) {
      const known = this.ofId[id]!
      bits |= known < 0 ? this.ofId[id] = this.readId(id) : known
    }
    return bits
  }

  private readClass(value: number): number {
    const { classes, lexicon } = this.naming
    const names = classes.names(value)
    let bits = 0
    for (let k = 0; k < names.length; k++) bits |= roleOfName(lexicon, names[k]!)
    return united(bits)
  }

  private readId(value: number): number {
    const { ids, lexicon } = this.naming
    const id = ids.text(value)
    return isName(id) ? roleOfName(lexicon, lexicon.nameOf(id)) : 0
  }
}

export class Speech {
  private readonly naming: Naming
  private readonly scores: NameScores
  private readonly ofClass: Float64Array
  private readonly ofId: Float64Array
  private readonly firsts: Int32Array
  private readonly factors: Int32Array

  constructor(naming: Naming, scores: NameScores) {
    this.naming = naming
    this.scores = scores
    this.ofClass = float64Column(naming.classes.size).fill(NaN)
    this.ofId = float64Column(naming.ids.size).fill(NaN)
    this.firsts = int32Column(naming.classes.size)
    this.factors = int32Column(naming.classes.size)
  }

  /** Returns the score of a node, from -4 to 4. */
  of(node: number): number {
    const { classes, ids } = this.naming
    const className = classes.of[node]!
    const id = ids.of[node]!
    let score = 0
    if (className !== 0) {
      score = this.ofClass[className]!
      if (Number.isNaN(score)) {
        score = this.ofClass[className] = this.scoreOf(classes, className, MAX_SCORED_CLASS_CHARACTERS)
      }
    }
    if (id !== 0) {
      const known = this.ofId[id]!
      score += Number.isNaN(known) ? this.ofId[id] = this.scoreOf(ids, id, MAX_SCORED_ID_CHARACTERS) : known
    }
    return Math.max(-MAX_NAME_SCORE, Math.min(MAX_NAME_SCORE, score))
  }

  private scoreOf(values: Values, value: number, longest: number): number {
    return values.text(value).length <= longest ? this.scores.of(this.naming.lexicon, values.names(value)) : 0
  }

  shapeOf(node: number, kind: number): number {
    const value = this.naming.classes.of[node]!
    if (value === 0) return kind
    if (this.factors[value] === 0) this.readFirst(value)
    return Math.imul(kind, this.factors[value]!) + this.firsts[value]! | 0
  }

  private readFirst(value: number): void {
    const text = this.naming.classes.text(value)
    let hash = 0
    let factor = 1
    let k = 0
    while (k < text.length && text.charCodeAt(k) <= Character.SPACE) k++
    for (let size = 0; k < text.length && size < MAX_FIRST_CLASS_CHARACTERS; k++, size++) {
      const c = text.charCodeAt(k)
      if (c <= Character.SPACE) break
      hash = hashWith(hash, c)
      factor = Math.imul(factor, LETTER_PRIME)
    }
    this.firsts[value] = hash
    this.factors[value] = factor
  }
}
