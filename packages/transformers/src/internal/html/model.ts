/**
 * A learned judgement as data: what names of elements and words speak for, and boosted decision trees over the features
 * of a unit. How it was learned: `npm run bench -- htmlTrain`.
 *
 * @since 0.1.0
 */
import { wordHash } from "./units.ts"
import * as Weights from "./weights.ts"

/** Decision trees as parallel arrays of nodes. */
export interface Trees {
  /** First node of every tree. */
  readonly roots: Int32Array
  /** The feature a node asks for; -1 for a leaf. */
  readonly feature: Int16Array
  /** A feature up to this goes left; of a leaf, what it adds. */
  readonly value: Float32Array
  /** The left child; the right one is behind it. */
  readonly left: Int32Array
}

export interface Model {
  /** What words of class names and ids speak for, positive for content. */
  readonly names: ReadonlyMap<string, number>
  /** What words of short texts speak for, by their hash. */
  readonly words: ReadonlyMap<number, number>
  readonly trees: Trees
}

/** Log-odds from which the rest of the trees turned no judgement of 57,000. */
const settled = 3

/** Log-odds that a unit with these features is content. */
export const evidence = ({ feature, left, roots, value }: Trees, row: Float32Array): number => {
  let sum = 0
  for (let t = 0; t < roots.length; t++) {
    let at = roots[t]!
    for (let f = feature[at]!; f >= 0; f = feature[at]!) at = left[at]! + (row[f]! <= value[at]! ? 0 : 1)
    sum += value[at]!
    if ((t & 7) === 7 && (sum > settled || sum < -settled)) break
  }
  return sum
}

const pairs = (text: string): ReadonlyArray<readonly [string, number]> =>
  text.split(/\s+/).map((entry) => {
    const at = entry.indexOf(":")
    return [entry.slice(0, at), Number(entry.slice(at + 1)) / 10]
  })

/** Reads trees, one per line: `feature<threshold` before its two children, leaves in thousandths. */
export const readTrees = (text: string): Trees => {
  const lines = text.trim().split("\n")
  const roots = new Int32Array(lines.length)
  const feature: Array<number> = []
  const value: Array<number> = []
  const left: Array<number> = []
  for (let t = 0; t < lines.length; t++) {
    const parts = lines[t]!.split(" ")
    roots[t] = feature.length
    const open: Array<number> = []
    for (const part of parts) {
      const at = part.indexOf("<")
      // The first child takes the place its parent has set aside, and the second one that behind it.
      let node = feature.length
      if (open.length > 0) {
        const place = open.pop()!
        node = place
      } else {
        feature.push(-1)
        value.push(0)
        left.push(0)
      }
      if (at < 0) {
        feature[node] = -1
        value[node] = Number(part) / 1000
        continue
      }
      feature[node] = Number(part.slice(0, at))
      value[node] = Number(part.slice(at + 1))
      const children = feature.length
      left[node] = children
      for (let k = 0; k < 2; k++) {
        feature.push(-1)
        value.push(0)
        left.push(0)
      }
      open.push(children + 1, children)
    }
  }
  return {
    roots,
    feature: Int16Array.from(feature),
    value: Float32Array.from(value),
    left: Int32Array.from(left)
  }
}

/** The names and words of a model from their written form, `word:weight` with weights in tenths. */
export const readModel = (names: string, words: string, trees: string): Model => ({
  names: new Map(pairs(names)),
  words: new Map(pairs(words).map(([word, weight]) => [wordHash(word), weight])),
  trees: readTrees(trees)
})

let model: Model | undefined

/** The model of this version, read when it is first asked for. */
export const learned = (): Model => model ??= readModel(Weights.names, Weights.words, Weights.trees)
