/** Runs an account's commands in batches, one at a time. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Result from "effect/Result"
import type { CreditError } from "../CreditError.ts"
import type { Answers, Command, Ran } from "./transition.ts"

export type Answer = Result.Result<Answers[Command["_tag"]], CreditError>

interface Waiting {
  readonly command: Command
  readonly answer: Deferred.Deferred<Answers[Command["_tag"]], CreditError>
}

/** Larger batches would delay other processes too long. */
const MAX_TOGETHER = 64

/** A command still runs if its caller is interrupted. */
export const byAccount = (
  runAll: (account: string, commands: ReadonlyArray<Command>) => Effect.Effect<ReadonlyArray<Answer>, CreditError>
): Ran => {
  const lines = new Map<string, Array<Waiting>>()

  const drain = Effect.fnUntraced(function*(account: string, line: Array<Waiting>) {
    while (line.length > 0) {
      const batch = line.splice(0, MAX_TOGETHER)
      const exit = yield* Effect.exit(runAll(account, batch.map(({ command }) => command)))
      for (const [at, { answer }] of batch.entries()) {
        Deferred.doneUnsafe(
          answer,
          Exit.isSuccess(exit) ? Effect.fromResult(exit.value[at]!) : Effect.failCause(exit.cause)
        )
      }
    }
    lines.delete(account)
  })

  return <C extends Command>(command: C) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const { account } = command
        const waiting: Waiting = { command, answer: Deferred.makeUnsafe() }
        const answered = restore(Deferred.await(waiting.answer))
        const line = lines.get(account)
        if (line !== undefined) {
          line.push(waiting)
          return answered
        }
        const own = [waiting]
        lines.set(account, own)
        return Effect.andThen(Effect.forkDetach(Effect.interruptible(drain(account, own))), answered)
      })
      // Each command has its own result type. TypeScript cannot track it through the queue.
    ) as Effect.Effect<Answers[C["_tag"]], CreditError>
}
