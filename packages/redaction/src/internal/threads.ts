import * as PackageFile from "@dunlin/common/PackageFile"
import * as Threads from "@dunlin/common/Threads"
import type { Options } from "@dunlin/pii/Detect"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Crashed, RedactionError } from "../RedactionError.ts"
import type { Span } from "../Span.ts"
import { type Packed, unpacking } from "./packed.ts"
import { inTurns } from "./work.ts"

export interface Job {
  readonly text: string
  readonly options: Options
}

/** Reads a text in a separate thread; an interruption ends the thread. */
export type Detect = (job: Job) => Effect.Effect<ReadonlyArray<Span>, RedactionError>

/** MiB of one thread: a text of 10 million characters took 300 of them. */
const MAX_HEAP = 1024

/** A text of 10 million characters takes a minute on a slow machine; the caller's own deadline is shorter as a rule. */
const timeout = "5 minutes"

/**
 * Threads that start when the first large text comes, and end when they idle or their scope does. Undefined where there are
 * no threads, or a bundler has left their file behind: texts are read where they are then.
 */
export const make: Effect.Effect<Detect | undefined, never, Scope.Scope> = Effect.suspend(() => {
  const asker = { here: import.meta.url, name: "@dunlin/redaction", module: "internal/threads" }
  const entry = PackageFile.module(asker, "internal/worker")
  return entry === undefined || !Threads.areSupported()
    ? Effect.succeed(undefined)
    : Effect.map(
      Threads.make<Job, Packed>({ entry, maxHeap: MAX_HEAP, timeout }),
      ({ run }) => (job: Job) =>
        run(job).pipe(
          Effect.mapError(() => new RedactionError({ engine: "heuristic", reason: new Crashed() })),
          Effect.flatMap((packed) => inTurns(unpacking(packed)))
        )
    )
})
