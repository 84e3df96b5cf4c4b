/**
 * Whose turn it is. A document that takes its time must not make the next one wait: after a moment it goes on beside, at
 * a lower priority, and its place is free. When nothing is free beside and somebody waits, it is sent back, to start
 * again beside, or where nobody waits.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"

export type Turn = {
  /** The job goes on beside. */
  beside: boolean
  /** To be done when it has what it needs: its moment begins. */
  readonly begin: Effect.Effect<unknown>
  /** What is to be done when it moves there. */
  onMove: Effect.Effect<void>
}

export type Lanes = {
  /** Runs a job when it is its turn. A job that is sent back is interrupted, and run once more. */
  readonly run: <A, E>(job: (turn: Turn) => Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** Milliseconds after which a job goes on beside, where there is room. */
const moment = 500

/** Milliseconds after which it is sent back, when there is none: a new process is the price. */
const patience = 2000

export const make = Effect.fnUntraced(function*(places: number): Effect.fn.Return<Lanes> {
  const front = yield* Semaphore.make(places)
  const beside = yield* Semaphore.make(places)
  let waiting = 0

  const take = (place: Scope.Scope) =>
    Effect.suspend(() => {
      waiting++
      return front.takeScoped(1).pipe(
        Effect.provideService(Scope.Scope, place),
        Effect.ensuring(Effect.sync(() => {
          waiting--
        }))
      )
    })

  const takeIfFree = (lane: Semaphore.Semaphore, place: Scope.Scope) =>
    Effect.uninterruptible(
      Effect.tap(
        lane.takeIfAvailable(1),
        (taken) => taken ? Scope.addFinalizer(place, Effect.asVoid(lane.release(1))) : Effect.void
      )
    )

  /** For a job that was sent back. */
  const takeAgain = Effect.fnUntraced(function*(turn: Turn, place: Scope.Scope) {
    while (true) {
      turn.beside = yield* takeIfFree(beside, place)
      if (turn.beside || waiting === 0 && (yield* takeIfFree(front, place))) return
      yield* Effect.sleep(100)
    }
  })

  /** Ends when the job has to go back. */
  const watch = Effect.fnUntraced(function*(
    begun: Deferred.Deferred<void>,
    turn: Turn,
    place: Scope.Closeable,
    second: Scope.Scope
  ) {
    yield* Deferred.await(begun)
    yield* Effect.sleep(moment)
    for (let waited = moment; !(yield* takeIfFree(beside, second)); waited += 50) {
      if (waiting > 0 && waited >= patience) return
      yield* Effect.sleep(50)
    }
    turn.beside = true
    yield* turn.onMove
    yield* Scope.close(place, Exit.void)
    return yield* Effect.never
  })

  const attempt = <A, E>(job: (turn: Turn) => Effect.Effect<A, E>, again: boolean) =>
    Effect.scopedWith((scope) =>
      Effect.gen(function*() {
        const begun = yield* Deferred.make<void>()
        const turn: Turn = { beside: false, begin: Deferred.succeed(begun, undefined), onMove: Effect.void }
        const place = yield* Scope.fork(scope)
        yield* again ? takeAgain(turn, place) : take(place)
        if (turn.beside) return Option.some(yield* job(turn))
        const back = yield* Deferred.make<void>()
        yield* Effect.forkIn(Effect.andThen(watch(begun, turn, place, scope), Deferred.succeed(back, undefined)), scope)
        return yield* Effect.raceFirst(Effect.asSome(job(turn)), Effect.as(Deferred.await(back), Option.none<A>()))
      })
    )

  return {
    run: Effect.fnUntraced(function*(job) {
      let done = yield* attempt(job, false)
      while (Option.isNone(done)) done = yield* attempt(job, true)
      return done.value
    })
  }
})
