/** Runs checks that need only the settings, before any service is built. */
import * as AdBlock from "@dunlin/fetcher/AdBlock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { accessSync, constants, readFileSync } from "node:fs"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { checkRows } from "./read.ts"
import { service } from "./service.ts"
import { commonSettings, serviceNames, services, settingsOf } from "./table.ts"
import { wrong } from "./variable.ts"

const hasAccess = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** Settings without effect unless a second one is set. If it is missing, that is reported. */
const HALVES = [
  ["modelKey", "DUNLIN_MODEL_KEY", "modelUrl", "DUNLIN_MODEL_URL"],
  ["embeddingsKey", "DUNLIN_EMBEDDINGS_KEY", "embeddingsUrl", "DUNLIN_EMBEDDINGS_URL"],
  ["rerankerKey", "DUNLIN_RERANKER_KEY", "rerankerUrl", "DUNLIN_RERANKER_URL"],
  ["s3Url", "DUNLIN_S3_URL", "s3Bucket", "DUNLIN_S3_BUCKET"],
  ["s3AccessKey", "DUNLIN_S3_ACCESS_KEY", "s3Bucket", "DUNLIN_S3_BUCKET"],
  ["s3SecretKey", "DUNLIN_S3_SECRET_KEY", "s3Bucket", "DUNLIN_S3_BUCKET"]
] as const

/** Whether the engine needs no configured URL. Amazon Comprehend and Google DLP are hosted. */
const isHosted = (engine: Settings["piiEngine"]): boolean => engine === "comprehend" || engine === "dlp"

/** For example, a scanner without its key would not scan, and the policy would use only its lists. */
const checkServices = Effect.fnUntraced(function*(settings: Settings) {
  for (const name of serviceNames) {
    const { needs, readBy } = services[name]
    if (readBy !== "threats" || needs !== "key") continue
    const { apiKey, apiUrl } = yield* service(name)
    if (apiUrl === undefined || apiKey !== undefined) continue
    const { key, url } = settingsOf(name)
    return yield* wrong(key.variable, `a key is required for the scanner at ${url.variable}`)
  }
  const { apiKey } = yield* service("cloudflare")
  if (Option.isSome(settings.cloudflareAccount) && apiKey === undefined) {
    return yield* wrong("DUNLIN_CLOUDFLARE_KEY", "a key is required for the account in DUNLIN_CLOUDFLARE_ACCOUNT")
  }
})

export const check = Effect.fnUntraced(function*(settings: Settings): Effect.fn.Return<void, SettingsError> {
  yield* checkRows(commonSettings, settings)
  if (settings.index === "database" && Option.isNone(settings.database)) {
    return yield* wrong("DUNLIN_DATABASE_URL", "a database URL is required when DUNLIN_INDEX=database")
  }
  if (settings.index === "opensearch" && Option.isNone(settings.indexUrl)) {
    return yield* wrong("DUNLIN_INDEX_URL", "an OpenSearch URL is required when DUNLIN_INDEX=opensearch")
  }
  if (settings.index !== "opensearch" && Option.isSome(settings.indexUrl)) {
    return yield* wrong("DUNLIN_INDEX_URL", "has no effect without DUNLIN_INDEX=opensearch")
  }
  if (settings.index === "opensearch" && Option.isSome(settings.embeddingsUrl)) {
    return yield* wrong("DUNLIN_EMBEDDINGS_URL", "has no effect with DUNLIN_INDEX=opensearch, which stores no vectors")
  }
  if (Option.isSome(settings.modelUrl) && Option.isNone(settings.model)) {
    return yield* wrong("DUNLIN_MODEL", "a model name is required for the endpoint at DUNLIN_MODEL_URL")
  }
  if (Option.isSome(settings.model) && Option.isNone(settings.modelUrl)) {
    return yield* wrong("DUNLIN_MODEL_URL", "an endpoint URL is required for the model in DUNLIN_MODEL")
  }
  if (Option.isSome(settings.embeddingsUrl) && Option.isNone(settings.embeddingsModel)) {
    return yield* wrong("DUNLIN_EMBEDDINGS_MODEL", "a model name is required for the endpoint at DUNLIN_EMBEDDINGS_URL")
  }
  if (Option.isSome(settings.embeddingsModel) && Option.isNone(settings.embeddingsUrl)) {
    return yield* wrong(
      "DUNLIN_EMBEDDINGS_URL",
      "an endpoint URL is required for the model in DUNLIN_EMBEDDINGS_MODEL"
    )
  }
  if (Option.isSome(settings.rerankerModel) && Option.isNone(settings.rerankerUrl)) {
    return yield* wrong("DUNLIN_RERANKER_URL", "an endpoint URL is required for the model in DUNLIN_RERANKER_MODEL")
  }
  const half = HALVES.find(([has, , needs]) => settings[has]._tag === "Some" && settings[needs]._tag === "None")
  if (half !== undefined) {
    const [, variable, , needed] = half
    return yield* wrong(needed, `${variable} has no effect without it: set ${needed}, or unset ${variable}`)
  }
  if (settings.piiEngine !== "presidio" && !isHosted(settings.piiEngine) && Option.isNone(settings.pii)) {
    return yield* wrong(
      "DUNLIN_PII_URL",
      `a service URL is required when DUNLIN_PII_ENGINE=${settings.piiEngine}`
    )
  }
  if (Option.isSome(settings.piiKey) && settings.piiEngine === "presidio" && Option.isNone(settings.pii)) {
    return yield* wrong("DUNLIN_PII_URL", "a service URL is required for the key in DUNLIN_PII_KEY")
  }
  yield* checkServices(settings)
  if (Option.isSome(settings.browser) && !hasAccess(settings.browser.value, constants.X_OK)) {
    return yield* wrong("DUNLIN_BROWSER", "no executable file exists at this path")
  }
  const unreadable = settings.filterLists.find((path) => !hasAccess(path, constants.R_OK))
  if (unreadable !== undefined) {
    return yield* wrong("DUNLIN_FILTER_LISTS", `${JSON.stringify(unreadable)} cannot be read`)
  }
  const withoutRules = settings.filterLists.find((path) => !AdBlock.hasRules(textOf(path)))
  if (withoutRules !== undefined) {
    return yield* wrong(
      "DUNLIN_FILTER_LISTS",
      `${JSON.stringify(withoutRules)} contains no rules in EasyList or hosts file format`
    )
  }
})
