/**
 * Trains the network that judges the words of conversations. It uses gradient descent, one word at a time in a fixed
 * order.
 */
import { fractions } from "../../../../common/test/random.ts"
import { HIDDEN, ONE, type Weights, WIDTH } from "../../../../engines/pii/src/internal/talkJudge.ts"
import { SIGNS } from "../../../../engines/pii/src/internal/talkSigns.ts"

export interface Word {
  readonly signs: Int32Array
  readonly isName: boolean
  readonly worth: number
}

const ROUNDS = 9
const STEP = 0.06
const LEFT_OUT = 0.3
const PULL = 1e-5
const FIRST_WEIGHT = 0.2

const byte = (weight: number): number => Math.max(-128, Math.min(127, Math.round(weight * ONE)))

class Layer {
  readonly weights: Float32Array
  private readonly taken: Float32Array
  constructor(length: number, first: () => number) {
    this.weights = Float32Array.from({ length }, first)
    this.taken = new Float32Array(length).fill(0.1)
  }
  move(at: number, slope: number): void {
    const pulled = slope + PULL * this.weights[at]!
    this.taken[at]! += pulled * pulled
    this.weights[at]! -= STEP * pulled / Math.sqrt(this.taken[at]!)
  }
}

export const learn = (words: ReadonlyArray<Word>): Weights => {
  const next = fractions(1)
  const first = () => (next() * 2 - 1) * FIRST_WEIGHT
  const signs = new Layer(SIGNS * WIDTH, first)
  for (let sign = 0; sign < SIGNS; sign++) signs.weights[sign * WIDTH + HIDDEN] = 0
  const bias = new Layer(HIDDEN, () => 0)
  const out = new Layer(HIDDEN, first)
  const order = Int32Array.from({ length: words.length }, (_, index) => index)
  const sums = new Float64Array(HIDDEN)
  const kept = new Float64Array(HIDDEN)
  const step = ({ isName, signs: own, worth }: Word): void => {
    sums.set(bias.weights)
    let sum = 0
    for (const sign of own) {
      for (let h = 0; h < HIDDEN; h++) sums[h]! += signs.weights[sign * WIDTH + h]!
      sum += signs.weights[sign * WIDTH + HIDDEN]!
    }
    for (let h = 0; h < HIDDEN; h++) {
      kept[h] = sums[h]! <= 0 || next() < LEFT_OUT ? 0 : 1 / (1 - LEFT_OUT)
      sum += sums[h]! * kept[h]! * out.weights[h]!
    }
    const slope = worth * (1 / (1 + Math.exp(-sum)) - (isName ? 1 : 0))
    for (const sign of own) signs.move(sign * WIDTH + HIDDEN, slope)
    for (let h = 0; h < HIDDEN; h++) {
      if (kept[h] === 0) continue
      const back = slope * kept[h]! * out.weights[h]!
      out.move(h, slope * kept[h]! * sums[h]!)
      bias.move(h, back)
      for (const sign of own) signs.move(sign * WIDTH + h, back)
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = order.length - 1; i > 0; i--) {
      const other = Math.floor(next() * (i + 1))
      const held = order[i]!
      order[i] = order[other]!
      order[other] = held
    }
    for (const index of order) step(words[index]!)
  }
  return { signs: signs.weights, bias: bias.weights, out: out.weights }
}

export const written = ({ bias, out, signs }: Weights): string =>
  Buffer.from(Int8Array.from([...signs, ...bias, ...out], byte)).toString("base64")
