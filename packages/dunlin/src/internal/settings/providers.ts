/** `DUNLIN_PROVIDER` and the providers of categories, as layers. */
import * as CategoryProviders from "@dunlin/pipeline/CategoryProviders"
import type * as JsonHttp from "@dunlin/providers/JsonHttp"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import { SearchProvider } from "@dunlin/providers/SearchProvider"
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { parseAge } from "./age.ts"
import { client } from "./client.ts"
import { lazily } from "./lazily.ts"
import { service, wrong } from "./variable.ts"

type ProviderLayer = Layer.Layer<SearchProvider, unknown, LocalIndex.LocalIndex>
type Failure = SettingsError | Config.ConfigError

interface Known {
  /** What has to be set; the others work without. */
  readonly needs?: "key" | "address"
  readonly layer: (options: JsonHttp.Options) => Layer.Layer<SearchProvider, unknown, HttpClient.HttpClient>
}

const described = (load: () => Promise<JsonHttp.Engine>, needs?: "key"): Known => ({
  ...(needs === undefined ? {} : { needs }),
  layer: (options) =>
    lazily(
      () => Promise.all([import("@dunlin/providers/JsonHttp"), load()]),
      ([{ layer }, engine]) => layer(engine, options)
    )
})

const engine = (name: "jina" | "kagi" | "linkup" | "marginalia" | "mojeek" | "perplexity" | "serpApi") => () =>
  import("@dunlin/providers/Engines").then((engines): JsonHttp.Engine => engines[name])

const known: ReadonlyMap<string, Known> = new Map<string, Known>([
  ["searxng", {
    needs: "address",
    layer: (options) => lazily(() => import("@dunlin/providers/Searxng"), ({ layer }) => layer(options))
  }],
  ["brave", described(() => import("@dunlin/providers/Brave").then(({ engine }) => engine), "key")],
  ["serper", described(() => import("@dunlin/providers/Serper").then(({ engine }) => engine), "key")],
  ["tavily", described(() => import("@dunlin/providers/Tavily").then(({ engine }) => engine))],
  ["you", described(() => import("@dunlin/providers/You").then(({ engine }) => engine))],
  ["exa", described(() => import("@dunlin/providers/Exa").then(({ engine }) => engine), "key")],
  ["jina", described(engine("jina"), "key")],
  ["kagi", described(engine("kagi"), "key")],
  ["linkup", described(engine("linkup"), "key")],
  ["marginalia", described(engine("marginalia"))],
  ["mojeek", described(engine("mojeek"), "key")],
  ["perplexity", described(engine("perplexity"), "key")],
  ["serpapi", described(engine("serpApi"), "key")],
  ["github", { layer: (options) => lazily(() => import("@dunlin/providers/Github"), ({ layer }) => layer(options)) }],
  ["stackexchange", {
    layer: (options) => lazily(() => import("@dunlin/providers/StackExchange"), ({ layer }) => layer(options))
  }],
  ["mediawiki", {
    layer: (options) => lazily(() => import("@dunlin/providers/MediaWiki"), ({ layer }) => layer(options))
  }]
])

/** What `DUNLIN_PROVIDER` may name. */
export const names: ReadonlyArray<string> = ["local", ...known.keys()]

/** What `DUNLIN_CATEGORY_PROVIDERS` may name. */
export const categoryNames: ReadonlyArray<string> = ["github", "stackexchange"]

/** What stands between a provider and those who ask it. */
type Care = Pick<Settings, "providerRate" | "searchCache">

/**
 * Keeps a provider within its rate, leaves it alone for a while when it keeps failing, and keeps its answers for as long
 * as the settings say.
 */
const careful = Effect.fnUntraced(
  function*(layer: ProviderLayer, { providerRate, searchCache }: Care): Effect.fn.Return<ProviderLayer, Failure> {
    const limit = Option.getOrUndefined(providerRate)
    if (limit !== undefined && limit < 1) return yield* wrong("DUNLIN_PROVIDER_RATE", "a number from 1 is needed")
    const kept = Option.flatMap(searchCache, parseAge)
    if (Option.isSome(searchCache) && Option.isNone(kept)) {
      return yield* wrong("DUNLIN_SEARCH_CACHE", "a time such as 30s, 10m or 1h is needed")
    }
    const throttled = lazily(() => import("@dunlin/providers/Throttle"), (throttle) => throttle.layer(layer, { limit }))
    return Option.match(kept, {
      onNone: () => throttled,
      onSome: (timeToLive) =>
        lazily(() => import("@dunlin/providers/ResultCache"), (cache) => cache.layer(throttled, { timeToLive }))
    })
  }
)

const remote = Effect.fnUntraced(
  function*(name: string, { layer, needs }: Known, care: Care): Effect.fn.Return<ProviderLayer, Failure> {
    const options = yield* service(name)
    const prefix = `DUNLIN_${name.toUpperCase()}`
    if (needs === "key" && options.apiKey === undefined) {
      return yield* wrong(`${prefix}_KEY`, `the provider ${name} needs a key`)
    }
    if (needs === "address" && options.apiUrl === undefined) {
      return yield* wrong(`${prefix}_URL`, `the provider ${name} needs the address of an instance`)
    }
    return yield* careful(layer(options).pipe(Layer.provide(client(options.apiUrl))), care)
  }
)

const named = (name: string, care: Care): Effect.Effect<ProviderLayer, Failure> => {
  if (name === "local") return Effect.succeed(LocalIndex.layerProvider)
  const found = known.get(name)
  return found === undefined
    ? wrong("DUNLIN_PROVIDER", `there is no provider ${JSON.stringify(name)}; there are ${names.join(", ")}`)
    : remote(name, found, care)
}

/** Several providers are fused, asked in turn, or hedged. */
export const provider = (settings: Settings): Effect.Effect<ProviderLayer, Failure> =>
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

/**
 * The providers of the categories `github` and `developer`: those of the setting, or else those with a key, so that
 * nothing is asked by default.
 */
export const categories = Effect.fnUntraced(
  function*(settings: Settings): Effect.fn.Return<Layer.Layer<never, unknown>, Failure> {
    const { categoryProviders } = settings
    const wanted: Array<string> = []
    for (const name of categoryNames) {
      const { apiKey } = yield* service(name)
      if (categoryProviders.length === 0 ? apiKey !== undefined : categoryProviders.includes(name)) wanted.push(name)
    }
    const unknown = categoryProviders.find((name) => name !== "none" && !categoryNames.includes(name))
    if (unknown !== undefined) {
      const there = [...categoryNames, "none"].join(", ")
      return yield* wrong("DUNLIN_CATEGORY_PROVIDERS", `there is no ${JSON.stringify(unknown)}; there are ${there}`)
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
      // None of them asks the embedded index.
    ) as Layer.Layer<never, unknown>
  }
)
