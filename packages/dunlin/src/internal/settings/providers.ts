/** Provides the search providers of `DUNLIN_PROVIDER` and the category providers. */
import * as CategoryProviders from "@dunlin/pipeline/CategoryProviders"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import type { SearchError } from "@dunlin/providers/SearchError"
import { SearchProvider } from "@dunlin/providers/SearchProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { lazily } from "../lazily.ts"
import { client } from "./client.ts"
import { type Make, type Provider, type ProviderName, providers } from "./providerTable.ts"
import { service } from "./service.ts"
import { settingsOf } from "./table.ts"
import { wrong } from "./variable.ts"

type ProviderLayer = Layer.Layer<SearchProvider, SearchError, LocalIndex.LocalIndex>

const makeOf = (provider: Provider): Make => (options) =>
  "module" in provider
    ? lazily(provider.module, ({ layer }) => layer(options))
    : lazily(
      () => Promise.all([import("@dunlin/providers/JsonHttp"), provider.engine()]),
      ([{ layer }, engine]) => layer(engine, options)
    )

export const names: ReadonlyArray<string> = ["local", ...Object.keys(providers)]

export const categoryNames = ["github", "stackexchange"] as const

const categoryChoices: ReadonlyArray<string> = [...categoryNames, "none"]

type Care = Pick<Settings, "providerRate" | "searchCache">

const careful = (layer: ProviderLayer, { providerRate, searchCache }: Care): ProviderLayer => {
  const limit = Option.getOrUndefined(providerRate)
  const throttled = lazily(() => import("@dunlin/providers/Throttle"), (throttle) => throttle.layer(layer, { limit }))
  return Option.match(searchCache, {
    onNone: () => throttled,
    onSome: (timeToLive) =>
      lazily(() => import("@dunlin/providers/ResultCache"), (cache) => cache.layer(throttled, { timeToLive }))
  })
}

const remote = Effect.fnUntraced(
  function*(name: ProviderName, care: Care): Effect.fn.Return<ProviderLayer, SettingsError> {
    const options = yield* service(name)
    const provider: Provider = providers[name]
    const { key, url } = settingsOf(name)
    if (provider.needs === "key" && options.apiKey === undefined) {
      return yield* wrong(key.variable, `provider ${name} requires a key`)
    }
    if (provider.needs === "address" && options.apiUrl === undefined) {
      return yield* wrong(url.variable, `provider ${name} requires the URL of an instance`)
    }
    return careful(makeOf(provider)(options).pipe(Layer.provide(client(options.apiUrl))), care)
  }
)

const isProvider = (name: string): name is ProviderName => Object.hasOwn(providers, name)

const named = (name: string, care: Care): Effect.Effect<ProviderLayer, SettingsError> => {
  if (name === "local") return Effect.succeed(LocalIndex.layerProvider)
  return isProvider(name)
    ? remote(name, care)
    : wrong("DUNLIN_PROVIDER", `unknown provider ${JSON.stringify(name)}; expected one of ${names.join(", ")}`)
}

export const provider = (settings: Settings): Effect.Effect<ProviderLayer, SettingsError> =>
  Effect.map(
    Effect.forEach([...new Set(settings.provider)], (name) => named(name, settings)),
    ([first, ...rest]): ProviderLayer => {
      if (first === undefined) return LocalIndex.layerProvider
      if (rest.length === 0) return first
      const layers = [first, ...rest] as const
      switch (settings.providerMode) {
        case "failover":
          return lazily(() => import("@dunlin/providers/Failover"), ({ layer }) => layer(layers))
        case "hedge":
          return lazily(() => import("@dunlin/providers/Hedge"), ({ layer }) => layer(layers))
        case "fuse":
          return lazily(() => import("@dunlin/providers/Fuse"), ({ layer }) => layer(layers))
      }
    }
  )

export const categories = Effect.fnUntraced(
  function*(settings: Settings): Effect.fn.Return<Layer.Layer<never, SearchError>, SettingsError> {
    const { categoryProviders } = settings
    const wanted: Array<string> = []
    for (const name of categoryNames) {
      const { apiKey } = yield* service(name)
      if (categoryProviders.length === 0 ? apiKey !== undefined : categoryProviders.includes(name)) wanted.push(name)
    }
    const unknown = categoryProviders.find((name) => !categoryChoices.includes(name))
    if (unknown !== undefined) {
      const there = categoryChoices.join(", ")
      return yield* wrong(
        "DUNLIN_CATEGORY_PROVIDERS",
        `unknown name ${JSON.stringify(unknown)}; expected one of ${there}`
      )
    }
    if (wanted.length === 0) return Layer.empty
    const layers = yield* Effect.forEach(
      wanted,
      (name) => Effect.map(named(name, settings), (layer) => [name, layer] as const)
    )
    return Layer.effect(
      CategoryProviders.CategoryProviders,
      Effect.gen(function*() {
        const services = new Map<string, SearchProvider["Service"]>()
        for (const [name, layer] of layers) {
          services.set(name, Context.get(yield* Layer.build(layer), SearchProvider))
        }
        const github = services.get("github")
        const [first, ...rest] = services.values()
        const { make } = yield* Effect.promise(() => import("@dunlin/providers/Fuse"))
        return {
          ...(github === undefined ? {} : { github }),
          developer: first === undefined || rest.length === 0 ? first : make([first, ...rest])
        }
      })
      // No category provider needs the index.
    ) as Layer.Layer<never, SearchError>
  }
)
