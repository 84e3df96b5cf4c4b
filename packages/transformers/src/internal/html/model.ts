/**
 * A learned judgement as data: what names of elements and words speak for, and boosted decision trees over the features
 * of a unit. How it was learned: `npm run bench -- htmlTrain`.
 *
 * @since 0.1.0
 */
import { wordHash } from "./units.ts"
import * as Weights from "./weights.ts"

const featureBits = 8
const featureMask = (1 << featureBits) - 1

/** Decision trees as parallel arrays of nodes. */
export interface Trees {
  /** First node of every tree. */
  readonly roots: Int32Array
  /** The left child of a node, the right one is behind it, and below it the feature that is asked for; -1 for a leaf. */
  readonly split: Int32Array
  /** A feature up to this goes left; of a leaf, what it adds. */
  readonly value: Float32Array
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
export const evidence = ({ roots, split, value }: Trees, row: Float32Array): number => {
  let sum = 0
  for (let t = 0; t < roots.length; t++) {
    let at = roots[t]!
    for (let s = split[at]!; s >= 0; s = split[at]!) {
      at = (s >> featureBits) + (row[s & featureMask]! <= value[at]! ? 0 : 1)
    }
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
  const split: Array<number> = []
  const value: Array<number> = []
  const add = (): number => {
    value.push(0)
    return split.push(-1) - 1
  }
  for (let t = 0; t < lines.length; t++) {
    roots[t] = add()
    // Places of the children that are still to be read, the next one last.
    const open = [roots[t]!]
    for (const part of lines[t]!.split(" ")) {
      const node = open.pop()!
      const at = part.indexOf("<")
      if (at < 0) {
        value[node] = Number(part) / 1000
        continue
      }
      const left = add()
      const right = add()
      split[node] = left << featureBits | Number(part.slice(0, at))
      value[node] = Number(part.slice(at + 1))
      open.push(right, left)
    }
  }
  return { roots, split: Int32Array.from(split), value: Float32Array.from(value) }
}

/** The features that trees ask for. */
export const featuresOf = (trees: Trees): ReadonlyArray<number> =>
  [...trees.split].filter((s) => s >= 0).map((s) => s & featureMask)

/** The names and words of a model from their written form, `word:weight` with weights in tenths. */
export const readModel = (names: string, words: string, trees: string): Model => ({
  names: new Map(pairs(names)),
  words: new Map(pairs(words).map(([word, weight]) => [wordHash(word), weight])),
  trees: readTrees(trees)
})

let model: Model | undefined

/** The model of this version, read when it is first asked for. */
export const learned = (): Model => model ??= readModel(Weights.names, Weights.words, Weights.trees)
