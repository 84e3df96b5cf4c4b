/** `DUNLIN_PROVIDER` as a layer. */
import * as Brave from "@dunlin/providers/Brave"
import * as Engines from "@dunlin/providers/Engines"
import * as Exa from "@dunlin/providers/Exa"
import * as Failover from "@dunlin/providers/Failover"
import * as Fuse from "@dunlin/providers/Fuse"
import * as Hedge from "@dunlin/providers/Hedge"
import * as JsonHttp from "@dunlin/providers/JsonHttp"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import type { SearchProvider } from "@dunlin/providers/SearchProvider"
import * as Searxng from "@dunlin/providers/Searxng"
import * as Serper from "@dunlin/providers/Serper"
import * as Tavily from "@dunlin/providers/Tavily"
import * as You from "@dunlin/providers/You"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { SettingsError } from "./SettingsError.ts"

type ProviderLayer = Layer.Layer<SearchProvider, SettingsError, LocalIndex.LocalIndex>

const engines = new Map<string, JsonHttp.Engine>(
  [Brave.engine, Serper.engine, Tavily.engine, You.engine, Exa.engine, ...Object.values(Engines)]
    .map((engine) => [engine.name, engine])
)

/** What `DUNLIN_PROVIDER` may name. */
export const names: ReadonlyArray<string> = ["local", "searxng", ...engines.keys()]

const named = Effect.fnUntraced(
  function*(name: string): Effect.fn.Return<ProviderLayer, SettingsError | Config.ConfigError> {
    if (name === "local") return LocalIndex.layerProvider
    const prefix = `DUNLIN_${name.toUpperCase()}`
    if (name === "searxng") {
      const url = yield* Config.option(Config.String("DUNLIN_SEARXNG_URL"))
      if (Option.isNone(url)) {
        return yield* new SettingsError({
          variable: "DUNLIN_SEARXNG_URL",
          why: "the provider searxng needs the address of an instance"
        })
      }
      return Searxng.layer({ apiUrl: url.value }).pipe(Layer.provide(NodeHttpClient.layerUndici))
    }
    const engine = engines.get(name)
    if (engine === undefined) {
      return yield* new SettingsError({
        variable: "DUNLIN_PROVIDER",
        why: `there is no provider ${JSON.stringify(name)}; there are ${names.join(", ")}`
      })
    }
    const options = yield* JsonHttp.settings(name)
    if (engine.key !== "optional" && options.apiKey === undefined) {
      return yield* new SettingsError({ variable: `${prefix}_KEY`, why: `the provider ${name} needs a key` })
    }
    return JsonHttp.layer(engine, options).pipe(Layer.provide(NodeHttpClient.layerUndici))
  }
)

/** Several providers are fused, asked in turn, or hedged. */
export const layer = (wanted: ReadonlyArray<string>, mode: "fuse" | "failover" | "hedge") =>
  Effect.map(Effect.forEach(wanted, named), ([first, ...rest]): ProviderLayer => {
    if (first === undefined) return LocalIndex.layerProvider
    if (rest.length === 0) return first
    const layers = [first, ...rest] as const
    return mode === "failover" ? Failover.layer(layers) : mode === "hedge" ? Hedge.layer(layers) : Fuse.layer(layers)
  })
