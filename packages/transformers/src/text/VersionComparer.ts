/**
 * Compares versions of a page. Long ones are compared in a worker thread, so that other work can run.
 *
 * @since 0.2.0
 */
import * as PackageFile from "@dunlin/common/PackageFile"
import * as Threads from "@dunlin/common/Threads"
import type { ChangeTrackingResult } from "@dunlin/schema/ChangeTrackingResult"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Versions } from "../internal/text/diff/versionsWorker.ts"

/**
 * Returns the result of `ChangeTracking.compare`. It has no diff if that would take too long.
 *
 * @category models
 * @since 0.2.0
 */
export type Compare = (versions: Versions) => Effect.Effect<ChangeTrackingResult>

/** Comparing texts of this length takes 30 ms. */
const LONG_TEXTS = 262_144

const asker = { here: import.meta.url, name: "@dunlin/transformers", module: "text/VersionComparer" }

const here: Compare = ({ current, modes, previous }) =>
  Effect.map(Effect.promise(() => import("./ChangeTracking.ts")), ({ compare }) => compare(previous, current, modes))

const isLong = ({ current, modes, previous }: Versions): boolean =>
  modes.includes("git-diff") && previous !== undefined &&
  previous.markdown.length + current.markdown.length > LONG_TEXTS

/**
 * The function that compares versions in this context.
 *
 * @default on the calling thread
 * @category references
 * @since 0.2.0
 */
export const VersionComparer = Context.Reference<Compare>("@dunlin/transformers/VersionComparer", {
  defaultValue: () => here
})

/**
 * Compares long versions in threads. Threads start with the first comparison and stop with the layer. If there are no
 * threads, the calling thread is used.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer: Layer.Layer<never> = Layer.effect(
  VersionComparer,
  Effect.suspend(() => {
    const entry = PackageFile.module(asker, "internal/text/diff/versionsWorker")
    if (entry === undefined || !Threads.areSupported()) return Effect.succeed(here)
    return Effect.map(
      Threads.make<Versions, ChangeTrackingResult>({ entry }),
      ({ run }): Compare => (versions) =>
        isLong(versions)
          ? Effect.catch(
            run(versions),
            () => here({ ...versions, modes: versions.modes.filter((mode) => mode !== "git-diff") })
          )
          : here(versions)
    )
  })
)
