/** Prepares scans for a recogniser in a thread, because the host has others to serve: sets them straight, cuts them. */
import * as PackageFile from "@dunlin/common/PackageFile"
import * as Threads from "@dunlin/common/Threads"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Picture } from "../../../pdf/Ocr.ts"
import type { Band } from "./bands.ts"

export interface Scans {
  /** At most as many bands. A picture that cannot be prepared comes back as it is. */
  readonly prepare: (picture: Picture, bands: number) => Effect.Effect<ReadonlyArray<Band>>
  /** The same turned, as it may be upright when it is not as it is. */
  readonly turn: (picture: Picture) => Effect.Effect<ReadonlyArray<Picture>>
}

export type Job =
  | { readonly kind: "prepare"; readonly picture: Picture; readonly bands: number }
  | { readonly kind: "turn"; readonly picture: Picture }

const asker = { here: import.meta.url, name: "@dunlin/transformers", module: "internal/pdf/ocr/scans" }

/** The thread starts with the first scan and ends when there are no more for a minute. */
export const make: Effect.Effect<Scans, never, Scope.Scope> = Effect.suspend(() =>
  Effect.map(
    Threads.make<Job, ReadonlyArray<Band>>({
      entry: PackageFile.module(asker, "internal/pdf/ocr/scanWorker"),
      size: 1,
      timeout: "10 seconds"
    }),
    ({ run }) => ({
      prepare: (picture, bands) =>
        Effect.orElseSucceed(run({ kind: "prepare", picture, bands }), () => [{ picture, top: 0 }]),
      turn: (picture) =>
        run({ kind: "turn", picture }).pipe(
          Effect.map((bands) => bands.map((band) => band.picture)),
          Effect.orElseSucceed(() => [])
        )
    })
  )
)
