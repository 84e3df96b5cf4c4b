/** Provides URL classifiers, which their keys enable. */
import * as ThreatGuard from "@dunlin/threat-protection/ThreatGuard"
import { highest, UrlClassifier } from "@dunlin/threat-protection/UrlClassifier"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { closeSync, existsSync, openSync, readSync } from "node:fs"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { lazily } from "../lazily.ts"
import { client } from "./client.ts"
import { service } from "./service.ts"
import type { ServiceName } from "./table.ts"
import { wrong } from "./variable.ts"

type ClassifierLayer = Layer.Layer<UrlClassifier, PlatformError>
interface Keyed {
  readonly apiKey: Redacted.Redacted
  readonly apiUrl: string | undefined
}

const keyed: ReadonlyArray<
  readonly [name: ServiceName, (options: Keyed) => Layer.Layer<UrlClassifier, never, HttpClient.HttpClient>]
> = [
  [
    "urlhaus",
    ({ apiKey, apiUrl }) =>
      lazily(() => import("@dunlin/threat-protection/Urlhaus"), ({ layer }) => layer({ authKey: apiKey, apiUrl }))
  ],
  ["webrisk", (options) => lazily(() => import("@dunlin/threat-protection/WebRisk"), ({ layer }) => layer(options))],
  [
    "safebrowsing",
    (options) => lazily(() => import("@dunlin/threat-protection/SafeBrowsing"), ({ layer }) => layer(options))
  ],
  [
    "ipqualityscore",
    (options) => lazily(() => import("@dunlin/threat-protection/IpQualityScore"), ({ layer }) => layer(options))
  ],
  [
    "virustotal",
    (options) => lazily(() => import("@dunlin/threat-protection/VirusTotal"), ({ layer }) => layer(options))
  ],
  ["urlscan", (options) => lazily(() => import("@dunlin/threat-protection/UrlscanIo"), ({ layer }) => layer(options))]
]

/** These classifiers visit the page first. */
const slow = new Set(["urlscan", "cloudflare"])

const Answer = Schema.Struct({
  score: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  categories: Schema.optionalKey(Schema.Array(Schema.String))
})

const own = (apiUrl: string, apiKey: Redacted.Redacted | undefined) =>
  lazily(() => import("@dunlin/threat-protection/JsonClassifier"), ({ layer }) =>
    layer({
      name: "threat",
      request: (url) => ({ method: "POST", url: apiUrl, body: { url } }),
      ...(apiKey === undefined ? {} : { headers: { "x-api-key": apiKey } }),
      answer: Answer,
      verdict: ({ categories = [], score }) => ({ score, categories })
    }))

/** More than the comments at the start of a list. */
const BEGINNING_OF_LIST_BYTES = 65_536

const beginningOf = (file: string): string => {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, "r")
    const bytes = Buffer.alloc(BEGINNING_OF_LIST_BYTES)
    return bytes.toString("utf8", 0, readSync(descriptor, bytes))
  } catch {
    return ""
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

const configured = Effect.fnUntraced(function*(settings: Settings) {
  const found: Array<readonly [name: string, layer: ClassifierLayer]> = []
  for (const [name, make] of keyed) {
    const { apiKey, apiUrl } = yield* service(name)
    if (apiKey !== undefined) found.push([name, make({ apiKey, apiUrl }).pipe(Layer.provide(client(apiUrl)))])
  }
  const { cloudflareAccount, urlhausFile } = settings
  const { apiKey: apiToken, apiUrl } = yield* service("cloudflare")
  if (apiToken !== undefined) {
    if (Option.isNone(cloudflareAccount)) {
      return yield* wrong(
        "DUNLIN_CLOUDFLARE_ACCOUNT",
        "an account id is required for the key in DUNLIN_CLOUDFLARE_KEY"
      )
    }
    const accountId = cloudflareAccount.value
    found.push([
      "cloudflare",
      lazily(
        () => import("@dunlin/threat-protection/CloudflareScanner"),
        ({ layer }) => layer({ accountId, apiToken, apiUrl })
      ).pipe(Layer.provide(client(apiUrl)))
    ])
  }
  if (Option.isSome(urlhausFile)) {
    const file = urlhausFile.value
    if (!existsSync(file)) return yield* wrong("DUNLIN_URLHAUS_FILE", "the file does not exist")
    const { isList } = yield* Effect.promise(() => import("@dunlin/threat-protection/Urlhaus"))
    if (!isList(beginningOf(file))) {
      return yield* wrong("DUNLIN_URLHAUS_FILE", `${JSON.stringify(file)} contains no URLs; download the list again`)
    }
    found.push([
      "urlhaus list",
      lazily(
        () => import("@dunlin/threat-protection/Urlhaus"),
        ({ layerFile }) => layerFile(file)
      ).pipe(Layer.provide(NodeFileSystem.layer))
    ])
  }
  const threat = yield* service("threat")
  if (threat.apiUrl !== undefined) {
    found.push(["threat", own(threat.apiUrl, threat.apiKey).pipe(Layer.provide(client(threat.apiUrl)))])
  } else if (threat.apiKey !== undefined) {
    return yield* wrong("DUNLIN_THREAT_URL", "a classifier URL is required for the key in DUNLIN_THREAT_KEY")
  }
  return found
})

export const threatGuard = Effect.fnUntraced(
  function*(
    settings: Settings
  ): Effect.fn.Return<Layer.Layer<ThreatGuard.ThreatGuard, PlatformError>, SettingsError> {
    const found = yield* configured(settings)
    if (found.length === 0) return ThreatGuard.layerLists
    const classifier = Layer.effect(
      UrlClassifier,
      Effect.map(
        Effect.forEach(found, ([, layer]) => Effect.map(Layer.build(layer), Context.get(UrlClassifier))),
        ([first, ...rest]) => rest.length === 0 ? first! : highest([first!, ...rest])
      )
    )
    const patient = found.some(([name]) => slow.has(name))
    return ThreatGuard.layer(patient ? { deadline: "60 seconds" } : {}).pipe(Layer.provide(classifier))
  }
)
