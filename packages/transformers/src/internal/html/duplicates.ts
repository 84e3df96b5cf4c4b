/**
 * Blocks that a page holds twice, once per screen size or once for print: the later one goes.
 *
 * @since 0.1.0
 */
import type { Measures } from "./measure.ts"
import * as Tags from "./tags.ts"
import { Drop, type Work } from "./work.ts"

const candidates = new Set([Tags.P, Tags.LI, Tags.DIV, Tags.SECTION, Tags.tagId("h2"), Tags.tagId("h3"), Tags.ARTICLE])
const base = 0x01000193

export const dropDuplicates = (work: Work, m: Measures): void => {
  const { drop, tape, texts } = work
  const { end, n, parent, tag } = tape
  // Hash of a subtree from running hashes of the texts before it and at its end.
  const running = new Int32Array(n + 1)
  const counted = new Int32Array(n + 1)
  const powers = [1]
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.TEXT && drop[i] === 0 && texts.hash[i] !== 0) {
      running[i + 1] = Math.imul(running[i]!, base) + texts.hash[i]! | 0
      counted[i + 1] = counted[i]! + 1
      powers.push(Math.imul(powers[powers.length - 1]!, base))
    } else {
      running[i + 1] = running[i]!
      counted[i + 1] = counted[i]!
    }
  }
  const seen = new Set<number>()
  for (let i = 0; i < n; i++) {
    if (drop[i] !== 0 || m.length[i]! < 80 || !candidates.has(tag[i]!)) continue
    const p = parent[i]!
    if (p >= 0 && m.length[p] === m.length[i]) continue
    const to = end[i]!
    const hash = running[to]! - Math.imul(running[i]!, powers[counted[to]! - counted[i]!]!) | 0
    const key = (hash >>> 0) * 1048576 + Math.min(m.length[i]!, 1048575)
    if (!seen.has(key)) {
      seen.add(key)
      continue
    }
    for (let k = i + 1; k < to; k++) if (drop[k] === 0) drop[k] = Drop.Hard
    drop[i] = Drop.Duplicate
    i = to - 1
  }
}
