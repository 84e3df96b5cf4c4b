/**
 * Decides whether two versions of a page differ in meaning, and by how much.
 *
 * @since 0.3.0
 */
import type { ChangeTrackingResult } from "@dunlin/schema/ChangeTrackingResult"
import type { Sensitivity } from "@dunlin/schema/Monitor"
import { VersionComparer } from "@dunlin/transformers/VersionComparer"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { linesOf, statementsOf, wordsIn } from "./internal/meaning.ts"

/**
 * A version of a page.
 *
 * @category models
 * @since 0.3.0
 */
export interface Version {
  /** Epoch milliseconds. */
  readonly at: number
  /** Markdown of the version; absent if only fields are compared. */
  readonly markdown?: string | undefined
  /** Fields that were extracted from the page. */
  readonly json?: Schema.Json | undefined
}

/**
 * The difference. `share` is the share of words in statements that only one version contains, of the words of both
 * versions.
 *
 * @category models
 * @since 0.3.0
 */
export interface Change {
  readonly isChange: boolean
  readonly share: number
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  readonly diff?: ChangeTrackingResult["diff"]
  readonly json?: ChangeTrackingResult["json"]
}

const MAX_STATEMENTS = 100

interface Difference {
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

const bySemantics = (before: string, after: string): Difference => {
  const left = statementsOf(before)
  const right = statementsOf(after)
  return {
    added: [...right].flatMap(([form, text]) => left.has(form) ? [] : [text]),
    removed: [...left].flatMap(([form, text]) => right.has(form) ? [] : [text])
  }
}

/** Returns lines that only one version has. A moved line has an equal line in the other version, so it is omitted. */
const beyond = (lines: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0
    counts.set(line, count - 1)
    return count <= 0
  })
}

const byText = (before: string, after: string): Difference => {
  const left = linesOf(before)
  const right = linesOf(after)
  return { added: beyond(right, left), removed: beyond(left, right) }
}

const wordsOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, text) => sum + wordsIn(text), 0)

const shareOf = ({ added, removed }: Difference, before: string, after: string): number => {
  const all = wordsIn(before) + wordsIn(after)
  return all === 0 ? 0 : Math.min(1, (wordsOf(added) + wordsOf(removed)) / all)
}

/**
 * Compares two versions. In `semantic` mode statements are compared: moved text, markup, letter case, link targets,
 * relative times and counters do not count as changes. In `text` mode lines are compared in order.
 *
 * **Example** (A price counts, a counter does not)
 *
 * ```ts
 * import { PageChange } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const semantic = { mode: "semantic", minimum: 0 } as const
 * const between = (before: string, after: string) =>
 *   Effect.runPromise(
 *     PageChange.between({ at: 0, markdown: before }, { at: 1, markdown: after }, semantic)
 *   )
 * console.log((await between("Pears 2.10\n\n12 views", "Pears 2.10\n\n13 views")).isChange) // false
 * console.log((await between("Pears 2.10", "Pears 1.80")).added) // [ 'Pears 1.80' ]
 * ```
 *
 * @category comparing
 * @since 0.3.0
 */
export const between = Effect.fnUntraced(function*(
  before: Version,
  after: Version,
  { minimum, mode }: Sensitivity
): Effect.fn.Return<Change> {
  const compare = yield* VersionComparer
  const [left, right] = [before.markdown ?? "", after.markdown ?? ""]
  const compared = yield* compare({
    previous: { at: before.at, markdown: left, present: true, json: before.json },
    current: { at: after.at, markdown: right, present: true, json: after.json },
    modes: ["git-diff", "json"]
  })
  if (compared.changeStatus === "same") return { isChange: false, share: 0, added: [], removed: [] }
  const difference = mode === "semantic" ? bySemantics(left, right) : byText(left, right)
  const share = shareOf(difference, left, right)
  const isInText = mode === "semantic"
    ? difference.added.length + difference.removed.length > 0
    : compared.diff !== undefined || left !== right
  return {
    isChange: compared.json !== undefined || (isInText && share >= minimum),
    share,
    added: difference.added.slice(0, MAX_STATEMENTS),
    removed: difference.removed.slice(0, MAX_STATEMENTS),
    ...(compared.diff === undefined ? {} : { diff: compared.diff }),
    ...(compared.json === undefined ? {} : { json: compared.json })
  }
})
