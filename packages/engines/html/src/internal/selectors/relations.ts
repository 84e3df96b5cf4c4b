/**
 * Moves from the matches of one selector step to the candidates of the next, in one pass over the page.
 *
 * A set of elements is one byte for every node of the tape.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import type { Combinator } from "./plan.ts"

export const previousElements = ({ n, parent, tag }: Tape): Int32Array => {
  const previous = new Int32Array(n).fill(-1)
  const last = new Int32Array(n + 1).fill(-1)
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.TEXT) continue
    const above = parent[i]! + 1
    previous[i] = last[above]!
    last[above] = i
  }
  return previous
}

export const from = (tape: Tape, previous: Int32Array, set: Uint8Array, combinator: Combinator): Uint8Array => {
  const { n, parent } = tape
  const out = new Uint8Array(n)
  switch (combinator) {
    case "descendant":
      for (let i = 0; i < n; i++) {
        const above = parent[i]!
        if (above >= 0 && (set[above] === 1 || out[above] === 1)) out[i] = 1
      }
      return out
    case "child":
      for (let i = 0; i < n; i++) if (parent[i]! >= 0 && set[parent[i]!] === 1) out[i] = 1
      return out
    case "adjacent":
      for (let i = 0; i < n; i++) if (previous[i]! >= 0 && set[previous[i]!] === 1) out[i] = 1
      return out
    case "sibling":
      for (let i = 0; i < n; i++) {
        const before = previous[i]!
        if (before >= 0 && (set[before] === 1 || out[before] === 1)) out[i] = 1
      }
      return out
    case "parent":
      for (let i = 0; i < n; i++) if (set[i] === 1 && parent[i]! >= 0) out[parent[i]!] = 1
      return out
  }
}

export const backFrom = (tape: Tape, previous: Int32Array, set: Uint8Array, combinator: Combinator): Uint8Array => {
  const { n, parent } = tape
  const out = new Uint8Array(n)
  switch (combinator) {
    case "descendant":
      for (let i = n - 1; i >= 0; i--) if (parent[i]! >= 0 && (set[i] === 1 || out[i] === 1)) out[parent[i]!] = 1
      return out
    case "child":
      for (let i = 0; i < n; i++) if (set[i] === 1 && parent[i]! >= 0) out[parent[i]!] = 1
      return out
    case "adjacent":
      for (let i = 0; i < n; i++) if (set[i] === 1 && previous[i]! >= 0) out[previous[i]!] = 1
      return out
    case "sibling":
      for (let i = n - 1; i >= 0; i--) {
        if (previous[i]! >= 0 && (set[i] === 1 || out[i] === 1)) out[previous[i]!] = 1
      }
      return out
    case "parent":
      for (let i = 0; i < n; i++) if (parent[i]! >= 0 && set[parent[i]!] === 1) out[i] = 1
      return out
  }
}
