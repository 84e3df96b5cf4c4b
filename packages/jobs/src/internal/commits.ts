/**
 * Combines transactions that arrive within a few event loop iterations into one commit, because a commit takes as
 * long as all statements of a page.
 */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Transaction } from "./sql.ts"

/** Limits how long other processes wait for the lock. */
const MAX_TRANSACTIONS_PER_COMMIT = 64

type Body<A> = (transaction: Transaction) => Effect.Effect<A, unknown>

interface Waiting {
  readonly body: Body<unknown>
  readonly context: Context.Context<never>
  readonly isLast: boolean
  readonly answer: Deferred.Deferred<unknown, unknown>
}

export const make = ({ commit, gather }: {
  readonly commit: <A>(body: Body<A>) => Effect.Effect<A, unknown>
  readonly gather: Effect.Effect<void>
}) => {
  const line: Array<Waiting> = []
  let isCommitting = false

  const commitAll = (some: ReadonlyArray<Waiting>): Effect.Effect<void> =>
    Effect.flatMap(
      Effect.exit(commit((transaction) =>
        // The caller's context replaces that of this fiber. Merging both copies all services for each transaction.
        Effect.forEach(some, ({ body, context }) => Effect.updateContext(body(transaction), () => context))
      )),
      (exit) => {
        // If one transaction fails, the others may depend on its changes, so each one is repeated separately.
        if (some.length > 1 && Exit.isFailure(exit) && !NodeSqlite.isBusy(Cause.squash(exit.cause))) {
          return Effect.forEach(some, (one) => commitAll([one]), { discard: true })
        }
        return Effect.sync(() => {
          for (const [at, { answer }] of some.entries()) {
            Deferred.doneUnsafe(answer, Exit.isSuccess(exit) ? Exit.succeed(exit.value[at]) : exit)
          }
        })
      }
    )

  const commitLine = Effect.gen(function*() {
    while (line.length > 0) {
      yield* gather
      const some = line.splice(0, MAX_TRANSACTIONS_PER_COMMIT)
      // Claims run last, so that they see the slots that other transactions free.
      yield* commitAll([...some.filter(({ isLast }) => !isLast), ...some.filter(({ isLast }) => isLast)])
    }
    isCommitting = false
  })

  /** If a waiting caller is interrupted, its transaction still completes. */
  return <A>(body: Body<A>, { isLast = false }: { readonly isLast?: boolean | undefined } = {}) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.contextWith((context: Context.Context<never>): Effect.Effect<A, unknown> => {
        const answer = Deferred.makeUnsafe<unknown, unknown>()
        const waiting: Waiting = { body, context, isLast, answer }
        line.push(waiting)
        const answered = Effect.onInterrupt(
          restore(Deferred.await(answer) as Effect.Effect<A, unknown>),
          () =>
            Effect.sync(() => {
              const at = line.indexOf(waiting)
              if (at >= 0) line.splice(at, 1)
            })
        )
        if (isCommitting) return answered
        isCommitting = true
        return Effect.andThen(Effect.forkDetach(Effect.interruptible(commitLine)), answered)
      })
    )
}
