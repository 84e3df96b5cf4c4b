/** Builds the layers of several providers side by side. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { SearchProvider } from "../SearchProvider.ts"

export type AnyLayer = Layer.Layer<SearchProvider, any, any>

export type NonEmpty<A> = readonly [A, ...ReadonlyArray<A>]

/** Every layer gives a `SearchProvider`; they are told apart by their place in the list. */
export const services = <const Layers extends NonEmpty<AnyLayer>>(
  layers: Layers
): Effect.Effect<
  NonEmpty<SearchProvider["Service"]>,
  Layer.Error<Layers[number]>,
  Layer.Services<Layers[number]> | Scope.Scope
> =>
  Effect.map(
    Effect.forEach(layers, (layer: AnyLayer) => Layer.build(layer)),
    // One service for every layer of a list that has one at least.
    (contexts) =>
      contexts.map((context) => Context.get(context, SearchProvider)) as unknown as NonEmpty<SearchProvider["Service"]>
  )
