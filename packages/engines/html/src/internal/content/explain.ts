/**
 * Explains why each text of a page is content or not.
 *
 * @since 0.1.0
 */
import type { MarkdownOptions } from "../markdown/emitter.ts"
import { Drop, type Selection, type Work } from "../survey/work.ts"
import { withLentColumns } from "../tape/lent.ts"
import type { Tape } from "../tape/tape.ts"
import { describePage } from "./features.ts"
import { chancesOf, MAX_NODES_OF_JUDGE, MAX_UNITS, namesOf, trustIn } from "./judge.ts"
import { labelOf, pathOf, type Rule, wordsOfDrop } from "./labels.ts"
import { type Entry, ledgerOf } from "./ledger.ts"
import { applyRules } from "./rules.ts"
import { introduced, type SelectOptions } from "./select.ts"
import { learned } from "./trees.ts"

export interface Unit {
  readonly text: string
  readonly kept: boolean
  readonly element: string
  /** The rule that drops the unit; absent if the rules keep it. */
  readonly rule?: { readonly why: Rule; readonly element: string }
  /** A probability from 0 to 1, as the trained trees estimate it; absent if only the rules decide the page. */
  readonly likely?: number
  /**
   * What decided: `both` for rules and trees together, `rules` or `learned` against the other, or the `surroundings`
   * of the unit.
   */
  readonly by: "both" | "rules" | "learned" | "surroundings"
}

export interface Explanation {
  /** Path of the part that the rules chose, from the top of the page; empty for the whole page. */
  readonly root: string
  readonly units: ReadonlyArray<Unit>
  /** The account of all words of the page in order, including words that readers cannot see. */
  readonly ledger: ReadonlyArray<Entry>
}

const MAX_CHARACTERS_OF_SHOWN_UNIT = 300
/** Probabilities are rounded to one part of this number, because the trees are not more precise. */
const PARTS_OF_CHANCE = 100

const MIN_PROBABILITY_OF_CONTENT = 0.5

export const explain = (
  tape: Tape,
  url: string | undefined,
  options: SelectOptions,
  final: Selection,
  writing: Omit<MarkdownOptions, "keep" | "roots" | "written">
): Explanation =>
  withLentColumns(() => {
    const ruled = introduced(applyRules(tape, url, options.excluded))
    const trees = learned()
    const described = describePage(ruled, trees, namesOf(trees))
    const { kept, units } = described
    const isJudged = tape.n <= MAX_NODES_OF_JUDGE && units.count > 0 && units.count <= MAX_UNITS
    const chances = isJudged ? chancesOf(described, trees.nodes, trustIn(ruled.work)) : undefined
    const texts = Array.from({ length: units.count }, () => "")
    const written = new Uint8Array(units.count)
    for (let i = 0; i < tape.n; i++) {
      const u = units.of[i]!
      if (u < 0) continue
      if (texts[u]!.length < MAX_CHARACTERS_OF_SHOWN_UNIT) texts[u] += tape.text[i]!
      if (final.keep[i] === 1) written[u] = 1
    }
    const top = topOf(ruled.work)
    const likelyOf = (u: number): number | undefined =>
      chances === undefined ? undefined : Math.round(PARTS_OF_CHANCE * chances[u]!) / PARTS_OF_CHANCE
    return {
      root: ruled.root < 0 ? "" : pathOf(tape, ruled.root),
      units: texts.map((text, u) => {
        const first = units.first[u]!
        const isWritten = written[u] === 1
        const dropped = top[first]!
        const likely = likelyOf(u)
        const rule = kept[u] === 1 ? undefined : dropped < 0
          ? { why: "outside the main content" as const, element: labelOf(tape, units.block[u]!) }
          : { why: wordsOfDrop(ruled.work.drop[dropped]!), element: labelOf(tape, dropped) }
        return {
          text: text.replace(/\s+/g, " ").trim().slice(0, MAX_CHARACTERS_OF_SHOWN_UNIT),
          kept: isWritten,
          element: labelOf(tape, units.block[u]!),
          ...(rule === undefined ? {} : { rule }),
          ...(likely === undefined ? {} : { likely }),
          by: deciderOf(isWritten, kept[u] === 1, likely)
        }
      }),
      ledger: ledgerOf(
        {
          work: ruled.work,
          root: ruled.root,
          top,
          likelyOf: (i) => units.of[i]! < 0 ? undefined : likelyOf(units.of[i]!)
        },
        final,
        writing
      )
    }
  })

const deciderOf = (isWritten: boolean, byRules: boolean, likely: number | undefined): Unit["by"] => {
  const byLearning = likely === undefined ? byRules : likely >= MIN_PROBABILITY_OF_CONTENT
  if (isWritten === byRules && isWritten === byLearning) return "both"
  if (isWritten === byRules) return "rules"
  return isWritten === byLearning ? "learned" : "surroundings"
}

/** Returns the topmost dropped ancestor of each node; -1 if none exists. */
const topOf = ({ drop, tape: { n, parent } }: Work): Int32Array => {
  const top = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    top[i] = p >= 0 && top[p]! >= 0 ? top[p]! : drop[i] === Drop.None ? -1 : i
  }
  return top
}
