import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import type * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { CreditError, Unavailable } from "../CreditError.ts"
import type { Answers, Command, Ran } from "./transition.ts"

type Answer = Result.Result<Answers[Command["_tag"]], CreditError>

interface Job {
  readonly command: Command
  readonly answer: Deferred.Deferred<Answers[Command["_tag"]], CreditError>
}

const closed = Effect.fail(new CreditError({ reason: new Unavailable({ cause: "the ledger is closed" }) }))

const close = (jobs: Queue.Queue<Job>) =>
  Effect.andThen(
    Effect.map(Queue.clear(jobs), (left) => left.forEach(({ answer }) => Deferred.doneUnsafe(answer, closed))),
    Queue.shutdown(jobs)
  )

/** Other processes wait during a transaction. */
const MAX_COMMANDS_PER_TRANSACTION = 64

/**
 * Runs waiting commands in one transaction, because a commit costs more than the commands. If it fails, all of them
 * fail.
 */
export const together = Effect.fnUntraced(
  function*(
    transact: (commands: ReadonlyArray<Command>) => Effect.Effect<ReadonlyArray<Answer>, CreditError>
  ): Effect.fn.Return<Ran, never, Scope.Scope> {
    const jobs = yield* Effect.acquireRelease(Queue.unbounded<Job>(), close)
    const runAll = (batch: ReadonlyArray<Job>) =>
      transact(batch.map(({ command }) => command)).pipe(
        Effect.onExit((exit) =>
          Effect.sync(() =>
            batch.forEach(({ answer }, at) =>
              Deferred.doneUnsafe(
                answer,
                Exit.isSuccess(exit) ? Effect.fromResult(exit.value[at]!) : Exit.failCause(exit.cause)
              )
            )
          )
        ),
        Effect.ignoreCause
      )
    yield* Effect.forkScoped(
      Effect.forever(Effect.flatMap(Queue.takeBetween(jobs, 1, MAX_COMMANDS_PER_TRANSACTION), runAll))
    )
    return <C extends Command>(command: C) =>
      Effect.suspend(() => {
        const job: Job = { command, answer: Deferred.makeUnsafe() }
        return Queue.offerUnsafe(jobs, job) ? Deferred.await(job.answer) : closed
        // Each command has its own result type. TypeScript cannot track it through the queue.
      }) as Effect.Effect<Answers[C["_tag"]], CreditError>
  }
)
