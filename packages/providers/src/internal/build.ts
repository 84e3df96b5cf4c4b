import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { SearchProvider } from "../SearchProvider.ts"

export type AnyLayer = Layer.Layer<SearchProvider, any, any>

export type NonEmpty<A> = readonly [A, ...ReadonlyArray<A>]

export const services = <const Layers extends NonEmpty<AnyLayer>>(
  layers: Layers
): Effect.Effect<
  NonEmpty<SearchProvider["Service"]>,
  Layer.Error<Layers[number]>,
  Layer.Services<Layers[number]> | Scope.Scope
> =>
  Effect.map(
    Effect.forEach(layers, (layer: AnyLayer) => Layer.build(layer)),
    (contexts) =>
      contexts.map((context) => Context.get(context, SearchProvider)) as unknown as NonEmpty<SearchProvider["Service"]>
  )

type Provider = SearchProvider["Service"]

export type Providers = readonly [Provider, ...Array<Provider>]

const patience = "5 minutes"

export const combination = (providers: Providers, options: {
  readonly name: string | undefined
  readonly separator: string
}) => ({
  name: options.name ?? providers.map((provider) => provider.name).join(options.separator),
  retries: 0,
  timeout: patience
} as const)

export type Combine<Options> = <const Layers extends NonEmpty<AnyLayer>>(
  layers: Layers,
  options?: Options
) => Layer.Layer<SearchProvider, Layer.Error<Layers[number]>, Layer.Services<Layers[number]>>

export const combine =
  <Options>(make: (providers: Providers, options?: Options) => Provider): Combine<Options> => (layers, options) =>
    Layer.effect(
      SearchProvider,
      Effect.map(services(layers), ([first, ...rest]) => make([first, ...rest], options))
    )

export const around = <E, R, R2>(
  inner: Layer.Layer<SearchProvider, E, R>,
  make: (provider: Provider) => Effect.Effect<Provider, never, R2>
): Layer.Layer<SearchProvider, E, R | Exclude<R2, Scope.Scope>> =>
  Layer.effect(SearchProvider, Effect.flatMap(SearchProvider, make)).pipe(Layer.provide(inner))
