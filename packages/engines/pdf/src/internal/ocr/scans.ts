/**
 * Prepares scans for a recogniser: straightens them and cuts them into bands. This runs in a thread, to keep the host
 * responsive.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Picture } from "../../Ocr.ts"
import * as PackageFile from "../packageFile.ts"
import type { Band } from "./bands.ts"
import * as Thread from "./thread.ts"

export interface Scans {
  /** Prepares a picture for the recogniser. A picture that cannot be prepared is returned unchanged. */
  readonly prepare: (picture: Picture, bands: number) => Effect.Effect<ReadonlyArray<Band>>
  /** Returns the possible upright rotations of a picture. */
  readonly turn: (picture: Picture) => Effect.Effect<ReadonlyArray<Picture>>
}

export type Job =
  | { readonly kind: "prepare"; readonly picture: Picture; readonly bands: number }
  | { readonly kind: "turn"; readonly picture: Picture }

const JOB_TIMEOUT_MS = 10_000

/** Starts a thread with the first scan, and ends it after a minute without scans. */
export const make: Effect.Effect<Scans, never, Scope.Scope> = Effect.suspend(() =>
  Effect.map(
    Thread.make<Job, ReadonlyArray<Band>>(
      PackageFile.find(import.meta.url, "internal/ocr/scans", "internal/ocr/scanWorker"),
      JOB_TIMEOUT_MS
    ),
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
