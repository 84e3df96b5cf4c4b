/**
 * Reads the trained model: weights of element names and words, and boosted decision trees over the features of a unit.
 * `npm run bench -- htmlTrain` trains it.
 *
 * @since 0.1.0
 */
import { hashOf } from "../tape/hash.ts"
import * as Weights from "./weights.ts"

const FEATURE_BITS = 8
const featureMask = (1 << FEATURE_BITS) - 1

export interface Nodes {
  readonly roots: Int32Array
  /** Index of a node's left child. The right child follows it. A leaf is its own child. */
  readonly split: Int32Array
  readonly limit: Float32Array
  readonly value: Float32Array
}

export interface Trees {
  /** Weight of each name. A positive weight is evidence for content. */
  readonly names: ReadonlyMap<string, number>
  readonly words: ReadonlyMap<number, number>
  readonly nodes: Nodes
}

/** Log-odds from which the remaining trees are skipped. On 57,000 units, this changed no decision. */
const SETTLED_LOG_ODDS = 3

/**
 * Number of trees that are evaluated at once. Their steps do not depend on each other, so the processor need not
 * predict branches.
 */
const PARALLEL_TREES = 4
/**
 * Number of trees between two checks whether the decision is settled. More frequent checks cost more than they save.
 */
const TREES_BETWEEN_CHECKS = 2 * PARALLEL_TREES

const TENTHS = 10
const THOUSANDTHS = 1000

export const evidence = ({ limit, roots, split, value }: Nodes, row: Float32Array): number => {
  let sum = 0
  for (let t = 0; t < roots.length; t += PARALLEL_TREES) {
    let a = roots[t]!
    let b = roots[t + 1]!
    let c = roots[t + 2]!
    let d = roots[t + 3]!
    for (let moved = 1; moved !== 0;) {
      const ofA = split[a]!
      const ofB = split[b]!
      const ofC = split[c]!
      const ofD = split[d]!
      const nextA = (ofA >> FEATURE_BITS) + Number(row[ofA & featureMask]! > limit[a]!)
      const nextB = (ofB >> FEATURE_BITS) + Number(row[ofB & featureMask]! > limit[b]!)
      const nextC = (ofC >> FEATURE_BITS) + Number(row[ofC & featureMask]! > limit[c]!)
      const nextD = (ofD >> FEATURE_BITS) + Number(row[ofD & featureMask]! > limit[d]!)
      moved = (a ^ nextA) | (b ^ nextB) | (c ^ nextC) | (d ^ nextD)
      a = nextA
      b = nextB
      c = nextC
      d = nextD
    }
    sum = sum + value[a]! + value[b]! + value[c]! + value[d]!
    if (
      t % TREES_BETWEEN_CHECKS === TREES_BETWEEN_CHECKS - PARALLEL_TREES &&
      (sum > SETTLED_LOG_ODDS || sum < -SETTLED_LOG_ODDS)
    ) break
  }
  return sum
}

/** Reads weights, written as tenths. `keyOf` converts each word to its key. */
const weightsOf = <Key>(text: string, keyOf: (word: string) => Key): ReadonlyMap<Key, number> => {
  const weights = new Map<Key, number>()
  const entries = text.split(/\s+/)
  for (let k = 0; k < entries.length; k++) {
    const entry = entries[k]!
    const at = entry.indexOf(":")
    weights.set(keyOf(entry.slice(0, at)), Number(entry.slice(at + 1)) / TENTHS)
  }
  return weights
}

/** Reads trees. Each line is one tree: `feature<threshold` before its two children, and leaves in thousandths. */
export const readNodes = (text: string): Nodes => {
  const lines = text.trim().split("\n")
  while (lines.length % PARALLEL_TREES !== 0) lines.push("0")
  const roots = new Int32Array(lines.length)
  const split: Array<number> = []
  const limit: Array<number> = []
  const value: Array<number> = []
  const add = (): number => {
    value.push(0)
    limit.push(Infinity)
    return split.push(split.length << FEATURE_BITS) - 1
  }
  for (let t = 0; t < lines.length; t++) {
    roots[t] = add()
    const open = [roots[t]!]
    const parts = lines[t]!.split(" ")
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k]!
      const node = open.pop()!
      const at = part.indexOf("<")
      if (at < 0) {
        value[node] = Number(part) / THOUSANDTHS
        continue
      }
      const left = add()
      const right = add()
      split[node] = left << FEATURE_BITS | Number(part.slice(0, at))
      limit[node] = Number(part.slice(at + 1))
      open.push(right, left)
    }
  }
  return {
    roots,
    split: Int32Array.from(split),
    limit: Float32Array.from(limit),
    value: Float32Array.from(value)
  }
}

export const featuresOf = (nodes: Nodes): ReadonlyArray<number> =>
  [...nodes.split].filter((s, at) => s >> FEATURE_BITS !== at).map((s) => s & featureMask)

export const readTrees = (names: string, words: string, nodes: string): Trees => ({
  names: weightsOf(names, (word) => word),
  words: weightsOf(words, hashOf),
  nodes: readNodes(nodes)
})

let read: Trees | undefined

export const learned = (): Trees => read ??= readTrees(Weights.names, Weights.words, Weights.trees)
