/** Prepares scans for a recogniser in a thread, because the host has others to serve: sets them straight, cuts them. */
import * as Background from "@dunlin/schema/Background"
import * as PackageFile from "@dunlin/schema/PackageFile"
import * as Effect from "effect/Effect"
import * as Pool from "effect/Pool"
import type * as Scope from "effect/Scope"
import { Worker } from "node:worker_threads"
import type { Picture } from "../../../pdf/Ocr.ts"
import type { Band } from "./bands.ts"

export type Scans = {
  /** At most as many bands. A picture that cannot be prepared comes back as it is. */
  readonly prepare: (picture: Picture, bands: number) => Effect.Effect<ReadonlyArray<Band>>
}

const asker = { here: import.meta.url, name: "@dunlin/transformers", module: "internal/pdf/ocr/scans" }
const entry = PackageFile.module(asker, "internal/pdf/ocr/scanWorker")

const ask = (worker: Worker, message: { readonly picture: Picture; readonly bands: number }) =>
  Effect.callback<ReadonlyArray<Band>, "ended">((resume) => {
    const stop = () => {
      worker.off("message", answered)
      worker.off("error", ended)
      worker.off("exit", ended)
    }
    const answered = (bands: ReadonlyArray<Band>) => {
      stop()
      resume(Effect.succeed(bands))
    }
    const ended = () => {
      stop()
      resume(Effect.fail("ended"))
    }
    worker.on("message", answered)
    worker.on("error", ended)
    worker.on("exit", ended)
    worker.postMessage(message, [])
    return Effect.sync(stop)
  })

/** The thread starts with the first scan and ends when there are no more for a minute. */
export const make: Effect.Effect<Scans, never, Scope.Scope> = Effect.gen(function*() {
  const file = entry
  // a bundler has left it behind
  if (file === undefined) return { prepare: (picture) => Effect.succeed([{ picture, top: 0 }]) }
  const threads = yield* Background.quietly(Pool.makeWithTTL({
    acquire: Effect.acquireRelease(
      Effect.sync(() => {
        const worker = new Worker(file)
        worker.unref()
        return worker
      }),
      (worker) => Effect.promise(() => worker.terminate())
    ),
    min: 0,
    max: 1,
    timeToLive: "1 minute"
  }))
  return {
    prepare: (picture, bands) =>
      Effect.scoped(Effect.gen(function*() {
        const worker = yield* Pool.get(threads)
        return yield* ask(worker, { picture, bands }).pipe(
          Effect.timeout("10 seconds"),
          Effect.onExit((exit) => exit._tag === "Success" ? Effect.void : Pool.invalidate(threads, worker))
        )
      })).pipe(Effect.catch(() => Effect.succeed([{ picture, top: 0 }])))
  }
})
