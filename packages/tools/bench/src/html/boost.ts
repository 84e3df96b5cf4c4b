/** Trains boosted decision trees on binned features, for labels between 0 and 1. The result is deterministic. */

export interface Table {
  readonly rows: number
  /** One column of bins per feature. */
  readonly columns: ReadonlyArray<Uint8Array>
  /** The largest value of each bin except the last, per feature. */
  readonly edges: ReadonlyArray<Float32Array>
}

export interface Options {
  readonly trees: number
  readonly leaves: number
  readonly rate: number
  readonly features: number
  readonly sample: number
  readonly leastRows: number
  /** Minimum weight of a leaf's rows. Each row is weighted by its uncertainty. A single page cannot form a leaf. */
  readonly leastWeight: number
  readonly shrink: number
  readonly seed: number
}

export const defaults: Options = {
  trees: 140,
  leaves: 15,
  rate: 0.1,
  features: 0.3,
  sample: 0.5,
  leastRows: 20,
  leastWeight: 15,
  shrink: 5,
  seed: 20261120
}

const bins = 32

export interface Split {
  readonly feature: number
  readonly threshold: number
  readonly less: Node
  readonly more: Node
}
export type Node = number | Split

export const tableOf = (rows: Float32Array, width: number): Table => {
  const count = rows.length / width
  const columns: Array<Uint8Array> = []
  const edges: Array<Float32Array> = []
  const step = Math.max(1, Math.floor(count / 20_000))
  for (let f = 0; f < width; f++) {
    const sample: Array<number> = []
    for (let r = 0; r < count; r += step) sample.push(rows[r * width + f]!)
    sample.sort((a, b) => a - b)
    const cuts = new Set<number>()
    for (let b = 1; b < bins; b++) cuts.add(sample[Math.floor(b * sample.length / bins)]!)
    // Rare values that are far apart, such as flags, still get their own bin.
    cuts.add(sample[0]!)
    cuts.delete(sample[sample.length - 1]!)
    const edge = Float32Array.from([...cuts].sort((a, b) => a - b).slice(0, bins - 1))
    const column = new Uint8Array(count)
    for (let r = 0; r < count; r++) {
      const value = rows[r * width + f]!
      let low = 0
      let high = edge.length
      while (low < high) {
        const middle = low + high >> 1
        if (value <= edge[middle]!) high = middle
        else low = middle + 1
      }
      column[r] = low
    }
    columns.push(column)
    edges.push(edge)
  }
  return { rows: count, columns, edges }
}

export const boost = (
  table: Table,
  chosen: Int32Array,
  label: Float32Array,
  weight: Float32Array,
  options: Options = defaults
): { readonly trees: ReadonlyArray<Node>; readonly gain: Float64Array } => {
  const width = table.columns.length
  const score = new Float64Array(table.rows)
  const gradient = new Float64Array(table.rows)
  const hessian = new Float64Array(table.rows)
  const gain = new Float64Array(width)
  let state = options.seed
  const random = () => (state = Math.imul(state, 1664525) + 1013904223 >>> 0) / 4294967296
  const trees: Array<Node> = []
  for (let t = 0; t < options.trees; t++) {
    for (const r of chosen) {
      const p = 1 / (1 + Math.exp(-score[r]!))
      gradient[r] = (p - label[r]!) * weight[r]!
      hessian[r] = Math.max(p * (1 - p), 1e-6) * weight[r]!
    }
    const rows = chosen.filter(() => random() < options.sample)
    const features: Array<number> = []
    for (let f = 0; f < width; f++) if (random() < options.features) features.push(f)
    const tree = grow(table, rows, features, gradient, hessian, gain, options)
    trees.push(tree)
    for (const r of chosen) score[r]! += valueOf(table, tree, r)
  }
  return { trees, gain }
}

interface Leaf {
  readonly rows: Int32Array
  readonly sums: Float64Array
  g: number
  h: number
  split: { feature: number; bin: number; gain: number } | undefined
  node: { threshold?: { feature: number; bin: number }; less?: Leaf; more?: Leaf }
}

const grow = (
  table: Table,
  all: Int32Array,
  features: ReadonlyArray<number>,
  gradient: Float64Array,
  hessian: Float64Array,
  gains: Float64Array,
  { leastRows, leastWeight, leaves, rate, shrink }: Options
): Node => {
  const sumsOf = (rows: Int32Array): Float64Array => {
    const sums = new Float64Array(features.length * bins * 3)
    for (let k = 0; k < features.length; k++) {
      const column = table.columns[features[k]!]!
      const base = k * bins
      for (let x = 0; x < rows.length; x++) {
        const r = rows[x]!
        const at = 3 * (base + column[r]!)
        sums[at]! += gradient[r]!
        sums[at + 1]! += hessian[r]!
        sums[at + 2]!++
      }
    }
    return sums
  }
  const leafOf = (rows: Int32Array, sums: Float64Array): Leaf => {
    let g = 0
    let h = 0
    for (const r of rows) {
      g += gradient[r]!
      h += hessian[r]!
    }
    let best: Leaf["split"]
    const whole = g * g / (h + shrink)
    for (let k = 0; k < features.length; k++) {
      let gl = 0
      let hl = 0
      let count = 0
      const last = table.edges[features[k]!]!.length
      for (let b = 0; b < last; b++) {
        const at = 3 * (k * bins + b)
        gl += sums[at]!
        hl += sums[at + 1]!
        count += sums[at + 2]!
        if (count < leastRows || hl < leastWeight) continue
        if (rows.length - count < leastRows || h - hl < leastWeight) break
        const gain = gl * gl / (hl + shrink) + (g - gl) * (g - gl) / (h - hl + shrink) - whole
        if (gain > 1e-3 && (best === undefined || gain > best.gain)) best = { feature: features[k]!, bin: b, gain }
      }
    }
    return { rows, sums, g, h, split: best, node: {} }
  }
  const root = leafOf(all, sumsOf(all))
  const open: Array<Leaf> = [root]
  while (open.length < leaves) {
    let at = -1
    for (let k = 0; k < open.length; k++) {
      if (open[k]!.split !== undefined && (at < 0 || open[k]!.split!.gain > open[at]!.split!.gain)) at = k
    }
    if (at < 0) break
    const leaf = open[at]!
    const { bin, feature, gain } = leaf.split!
    gains[feature]! += gain
    const column = table.columns[feature]!
    const less = leaf.rows.filter((r) => column[r]! <= bin)
    const more = leaf.rows.filter((r) => column[r]! > bin)
    const small = less.length < more.length ? less : more
    const sums = sumsOf(small)
    const rest = leaf.sums.map((value, k) => value - sums[k]!)
    const a = leafOf(less, small === less ? sums : rest)
    const b = leafOf(more, small === less ? rest : sums)
    leaf.node = { threshold: { feature, bin }, less: a, more: b }
    open.splice(at, 1, a, b)
  }
  const written = (leaf: Leaf): Node => {
    const { less, more, threshold } = leaf.node
    if (threshold === undefined) return -rate * leaf.g / (leaf.h + shrink)
    return {
      feature: threshold.feature,
      threshold: table.edges[threshold.feature]![threshold.bin]!,
      less: written(less!),
      more: written(more!)
    }
  }
  return written(root)
}

const valueOf = (table: Table, tree: Node, row: number): number => {
  let node = tree
  while (typeof node !== "number") {
    const column = table.columns[node.feature]!
    const edge = table.edges[node.feature]!
    const b = column[row]!
    // A value in a bin is at most the bin's edge.
    node = (b < edge.length ? edge[b]! : Infinity) <= node.threshold ? node.less : node.more
  }
  return node
}

export const writeTrees = (trees: ReadonlyArray<Node>): string => {
  const write = (node: Node, out: Array<string>): void => {
    if (typeof node === "number") {
      out.push(String(Math.round(node * 1000)))
      return
    }
    out.push(`${node.feature}<${shorten(node.threshold)}`)
    write(node.less, out)
    write(node.more, out)
  }
  return trees.map((tree) => {
    const out: Array<string> = []
    write(tree, out)
    return out.join(" ")
  }).join("\n")
}

const shorten = (value: number): string => {
  const short = Number(value.toPrecision(4))
  // If the threshold were rounded down, a value on the edge would change sides.
  const safe = short < value
    ? Number((value + 10 ** (Math.floor(Math.log10(Math.abs(value))) - 3)).toPrecision(4))
    : short
  return String(safe)
}
