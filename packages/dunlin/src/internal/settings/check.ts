/** What can be known of settings before anything is built of them. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { accessSync, constants } from "node:fs"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { parseAge } from "./age.ts"
import { checkAddress, wrong } from "./variable.ts"

/** A host name, an IPv4 address or a bracketed IPv6 address, and a port. */
const isTarget = (target: string): boolean => /^(?:\[[\da-f:.]+\]|[^\s:/@]+):\d{1,5}$/i.test(target)

const begins = (variable: string, value: Option.Option<Redacted.Redacted>, protocols: ReadonlyArray<string>) =>
  Option.isSome(value) && !protocols.some((protocol) => Redacted.value(value.value).startsWith(`${protocol}://`))
    ? wrong(variable, `a URL that begins with ${protocols[0]}:// is needed`)
    : Effect.void

const hasAccess = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

export const check = Effect.fnUntraced(function*(settings: Settings): Effect.fn.Return<void, SettingsError> {
  const target = settings.allow.find((target) => !isTarget(target))
  if (target !== undefined) {
    return yield* wrong("DUNLIN_EGRESS_ALLOW", `${JSON.stringify(target)} is not host:port`)
  }
  yield* checkAddress("DUNLIN_PUBLIC_URL", settings.publicUrl)
  yield* checkAddress("DUNLIN_MODEL_URL", settings.modelUrl)
  yield* checkAddress("DUNLIN_PII_URL", settings.pii)
  yield* checkAddress("DUNLIN_S3_URL", settings.s3Url)
  yield* begins("DUNLIN_PROXY_BASIC", settings.basicProxy, ["http", "https"])
  yield* begins("DUNLIN_PROXY_ENHANCED", settings.enhancedProxy, ["http", "https"])
  yield* begins("DUNLIN_REDIS_URL", settings.redis, ["redis", "rediss"])
  yield* begins("DUNLIN_DATABASE_URL", settings.database, ["postgres", "postgresql"])
  if (Option.isSome(settings.modelUrl) && Option.isNone(settings.model)) {
    return yield* wrong("DUNLIN_MODEL", "the endpoint of DUNLIN_MODEL_URL needs the name of a model")
  }
  if (Option.isSome(settings.model) && Option.isNone(settings.modelUrl)) {
    return yield* wrong("DUNLIN_MODEL_URL", "the model of DUNLIN_MODEL needs the address of an endpoint")
  }
  for (
    const [name, tokens] of [
      ["DUNLIN_MODEL_INPUT_TOKENS", settings.modelInputTokens],
      ["DUNLIN_MODEL_OUTPUT_TOKENS", settings.modelOutputTokens]
    ] as const
  ) {
    if (Option.isSome(tokens) && tokens.value < 100) return yield* wrong(name, "at least 100 are needed")
  }
  if (Option.isSome(settings.modelTimeout) && Option.isNone(parseAge(settings.modelTimeout.value))) {
    return yield* wrong("DUNLIN_MODEL_TIMEOUT", "a time such as 45s or 2m is needed")
  }
  if (Option.isSome(settings.profileKey) && Redacted.value(settings.profileKey.value).length < 32) {
    return yield* wrong("DUNLIN_PROFILE_KEY", "at least 32 characters are needed")
  }
  if (Option.isSome(settings.browser) && !hasAccess(settings.browser.value, constants.X_OK)) {
    return yield* wrong("DUNLIN_BROWSER", "there is no program of this path")
  }
  const unreadable = settings.filterLists.find((path) => !hasAccess(path, constants.R_OK))
  if (unreadable !== undefined) {
    return yield* wrong("DUNLIN_FILTER_LISTS", `${JSON.stringify(unreadable)} cannot be read`)
  }
  if (Option.isSome(settings.userAgent) && !/^[\x20-\x7e]+$/.test(settings.userAgent.value)) {
    return yield* wrong("DUNLIN_USER_AGENT", "only plain ASCII may stand in a header")
  }
  if (Option.isSome(settings.cacheBytes) && settings.cacheBytes.value < 1) {
    return yield* wrong("DUNLIN_CACHE_BYTES", "at least 1 is needed")
  }
})
