import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const lazily = <M, A, E, R>(
  load: () => Promise<M>,
  layer: (module: M) => Layer.Layer<A, E, R>
): Layer.Layer<A, E, R> => Layer.unwrap(Effect.map(Effect.promise(load), layer))
