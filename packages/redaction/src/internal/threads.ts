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

/** Interruption stops the thread. */
export type Detect = (job: Job) => Effect.Effect<ReadonlyArray<Span>, RedactionError>

/** A text of 10 million characters needs 300 MiB. */
const MAX_HEAP = 1024

/** A text of 10 million characters takes a minute on a slow machine. Most callers have a shorter timeout. */
const timeout = "5 minutes"

/**
 * Starts threads with the first large text. Returns `undefined` if there are no threads, or if a bundler omitted
 * their file. Texts then run on the calling thread.
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
