/** Sends messages to watchers of a job, over a WebSocket or as server-sent events. */
import { turn } from "@dunlin/common/Arrived"
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as JobProgress from "@dunlin/jobs/JobProgress"
import type { Document } from "@dunlin/schema/Document"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { toProgress } from "./answers.ts"

export interface Message {
  readonly type: "catchup" | "document" | "done" | "status"
  readonly data: string
  readonly told: number
}

/** A large batch stays in memory until its watcher has received it. */
const LARGE_STEPS = 32

/** One slot in this many is reserved for teams that use few slots. */
const PART_KEPT = 8

const LARGE = 64 * 1024

/** After this time, a slow watcher no longer uses the slot of a large batch. */
const MAX_STEP_DURATION = "1 minute"

interface Telling {
  readonly room: FairSemaphore.FairSemaphore
  /** A thousand watchers that receive the same page must not block other work. */
  readonly turn: Effect.Effect<void>
}

export const make = (steps: number): Telling => ({
  room: FairSemaphore.makeUnsafe(steps, { keeps: Math.floor(steps / PART_KEPT) }),
  turn: FairSemaphore.makeUnsafe(1).withPermit(turn)
})

export const Telling = Context.Reference<Telling>("@dunlin/http-api/internal/jobs/Telling", {
  defaultValue: () => make(LARGE_STEPS)
})

export const told = (target: { readonly team: string; readonly job: string }, before: number | undefined = undefined) =>
  Stream.unwrap(Effect.gen(function*() {
    const { room, turn } = yield* Telling
    const inTurn = Effect.provideService(turn, FairSemaphore.Tenant, target.team)
    let place: FairSemaphore.Place | undefined
    const leave = Effect.suspend(() => {
      const held = place
      place = undefined
      return held === undefined ? Effect.void : held.leave
    })
    yield* Effect.addFinalizer(() => leave)

    const reading = <A, E, R>(read: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        place = room.placeUnsafe(target.team)
        return Effect.andThen(Effect.andThen(place.wait, inTurn), read)
      })
    let isFirst = before === undefined
    let count = before ?? 0
    const messagesOf = ({ isLast, job, results }: JobProgress.Progress): ReadonlyArray<Message> => {
      const documents = results as ReadonlyArray<Document>
      const messages: Array<Message> = isFirst
        ? [{
          type: "catchup",
          data: JSON.stringify({ ...toProgress(job, documents), next: null }),
          told: count + documents.length
        }]
        : documents.map((document, at): Message => ({
          type: "document",
          data: JSON.stringify(document),
          told: count + at + 1
        }))
      isFirst = false
      count += documents.length
      if (isLast) {
        messages.push({
          type: job.state === "completed" ? "done" : "status",
          data: JSON.stringify(toProgress(job, [])),
          told: count
        })
      }
      return messages
    }
    return Stream.flatMap(JobProgress.follow(target, { reading, skip: before }), (progress) => {
      const messages = messagesOf(progress)
      const isLarge = messages.reduce((length, { data }) => length + data.length, 0) > LARGE
      // A large batch uses its slot until it is received or its time is over.
      return Stream.unwrap(
        isLarge
          ? Effect.as(
            Effect.forkScoped(Effect.delay(leave, MAX_STEP_DURATION)),
            Stream.concat(Stream.fromIterable(messages), Stream.fromEffectDrain(leave))
          )
          : Effect.as(leave, Stream.fromIterable(messages))
      )
    })
  }))
