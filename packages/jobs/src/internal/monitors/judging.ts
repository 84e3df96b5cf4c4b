import type { Judgment } from "@dunlin/schema/Monitor"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * A change with the goal of its monitor.
 *
 * @category models
 * @since 0.3.0
 */
export interface Judged {
  readonly goal: string
  readonly url: string
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/**
 * Judges whether a change matters.
 *
 * @category models
 * @since 0.3.0
 */
export type Judge = (change: Judged) => Effect.Effect<Judgment>

/**
 * Judges changes of monitors that have a goal.
 *
 * @default every change matters, because no language model is configured
 * @category references
 * @since 0.3.0
 */
export const ChangeJudge = Context.Reference<Judge | undefined>("@dunlin/jobs/ChangeJudge", {
  defaultValue: () => undefined
})
