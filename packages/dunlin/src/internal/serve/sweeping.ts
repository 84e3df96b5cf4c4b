import { ArtifactStore } from "@dunlin/cache/ArtifactStore"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"

/**
 * Deletes expired artifacts, at once and then as often as said, for as long as the layer lives. A sweep that fails is
 * logged and tried again at the next turn.
 */
export const sweeping = (every: Duration.Input): Layer.Layer<never, never, ArtifactStore> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const artifacts = yield* ArtifactStore
    yield* artifacts.sweep.pipe(
      Effect.flatMap((swept) => swept === 0 ? Effect.void : Effect.logDebug("swept expired artifacts", { swept })),
      Effect.catch((error) => Effect.logWarning("expired artifacts cannot be deleted", { error: error.message })),
      Effect.repeat(Schedule.spaced(every)),
      Effect.forkScoped
    )
  }))
