/** Plans a visit before a page is opened. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { AdBlock } from "../../AdBlock.ts"
import type { EgressGuard } from "../../EgressGuard.ts"
import type { EgressProxy } from "../../EgressProxy.ts"
import type { BrowserUnavailable, Reason, Timeout } from "../../FetchError.ts"
import { allowAll, NavigationGuard } from "../../NavigationGuard.ts"
import * as Profiles from "../../Profiles.ts"
import { UserAgent } from "../../UserAgent.ts"
import { timezoneOf } from "../countries.ts"
import { acceptLanguage, languagesIn, localesOf, understood, userHeaders } from "../http/requestHeaders.ts"
import type { FetchRequest } from "../service.ts"
import { proxyFor } from "./connect.ts"
import type * as pool from "./pool.ts"
import type { ContextOptions } from "./slot.ts"

interface Proxies {
  readonly blocking: Effect.Effect<EgressProxy, BrowserUnavailable>
  readonly plain: Effect.Effect<EgressProxy, BrowserUnavailable>
}

export interface Engine {
  readonly guard: EgressGuard["Service"]
  readonly proxies: { readonly basic: Proxies; readonly enhanced: Proxies | undefined }
  readonly profiles: Profiles.Profiles["Service"]
  readonly adBlock: AdBlock
  readonly consentScript: Effect.Effect<string | false | undefined>
  readonly userAgent: string | undefined
  readonly maxBytes: number
}

export interface Attempt {
  readonly slots: pool.Slots
  readonly request: FetchRequest
  deadline: number
  readonly staysUntil?: number | undefined
  readonly state: { phase: Timeout["phase"]; hasActed: boolean }
  readonly onCrash: () => void
}

export type Plan = Attempt & {
  readonly url: URL
  readonly navigation: typeof allowAll
  readonly isGuarded: boolean
  readonly proxy: EgressProxy
  readonly isEnhanced: boolean
  readonly profileName: string
  readonly cookie: string
  readonly headers: Readonly<Record<string, string>>
  readonly isPlain: boolean
  readonly context: ContextOptions
  readonly warnings: Array<string>
}

const desktop = { width: 1280, height: 800 }
const mobile = { width: 412, height: 915 }

const LEASE_RESERVE_MS = 10_000
const MIN_LEASE_MS = 1_000

const browserAgent = (version: string, isMobile: boolean): string => {
  const chrome = `Chrome/${version}.0.0.0`
  return isMobile
    ? `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome} Mobile Safari/537.36`
    : `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome} Safari/537.36`
}

const wayOut = Effect.fnUntraced(function*({ proxies }: Engine, { options }: FetchRequest, warnings: Array<string>) {
  const wantsEnhanced = options.proxy === "enhanced"
  if (wantsEnhanced && proxies.enhanced === undefined) {
    warnings.push("No enhanced proxy is configured; the page was fetched without one.")
  }
  const pair = wantsEnhanced ? proxies.enhanced ?? proxies.basic : proxies.basic
  return {
    proxy: yield* options.blockAds ? pair.blocking : pair.plain,
    isDefault: pair === proxies.basic && options.blockAds,
    isEnhanced: pair === proxies.enhanced
  }
})

const openProfile = Effect.fnUntraced(function*({ profiles }: Engine, { deadline, request, staysUntil }: Attempt) {
  const { profile } = request.options
  const name = Profiles.fullName(yield* Profiles.ProfileNamespace, profile?.name ?? "")
  if (profile === undefined) return { name, stored: Option.none<string>() }
  if (profile.saveChanges) {
    const left = (staysUntil ?? deadline) - (yield* Clock.currentTimeMillis)
    yield* profiles.lease(name, Math.max(MIN_LEASE_MS, left) + LEASE_RESERVE_MS)
  }
  return { name, stored: yield* profiles.load(name) }
})

export const makePlan = Effect.fnUntraced(function*(
  engine: Engine,
  attempt: Attempt
): Effect.fn.Return<Plan, Reason, Scope.Scope> {
  const { request, state } = attempt
  const scrape = request.options
  const warnings: Array<string> = []
  const navigation = yield* NavigationGuard
  const url = yield* Effect.fromResult(engine.guard.check(request.url))
  yield* navigation.check(url.href)

  const { isDefault, isEnhanced, proxy } = yield* wayOut(engine, request, warnings)
  const user = userHeaders(scrape.headers)
  if (user.refused.length > 0) {
    warnings.push(`These request headers cannot be set and were omitted: ${user.refused.join(", ")}.`)
  }
  const { "accept-language": language, cookie = "", "user-agent": userAgent, ...headers } = user.accepted
  const profile = yield* openProfile(engine, attempt)
  if (scrape.profile?.saveChanges === true && engine.profiles.notice !== undefined) {
    warnings.push(engine.profiles.notice)
  }

  state.phase = "browser"
  const { elsewhere, version } = yield* attempt.slots.browser
  const isPlain = attempt.staysUntil === undefined && scrape.profile === undefined && scrape.actions.length === 0 &&
    Object.keys(user.accepted).length === 0 && url.username === "" && url.password === ""
  const locales = localesOf(scrape.location)
  const ownAgent = userAgent ?? engine.userAgent ?? (yield* UserAgent)
  const chrome = version.split(".")[0]!
  const context: ContextOptions = {
    acceptDownloads: false,
    serviceWorkers: "allow",
    ignoreHTTPSErrors: scrape.skipTlsVerification,
    locale: locales[0]!,
    timezoneId: timezoneOf(scrape.location.country),
    userAgent: ownAgent ?? browserAgent(chrome, scrape.mobile),
    chrome: ownAgent === undefined ? chrome : undefined,
    languages: language === undefined ? understood(locales) : languagesIn(language),
    extraHTTPHeaders: { "accept-language": language ?? acceptLanguage(locales) },
    viewport: scrape.mobile ? mobile : desktop,
    isUnseen: isPlain && !scrape.formats.some(({ type }) => type === "screenshot"),
    ...(scrape.mobile ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
    ...(isDefault && elsewhere === undefined ? {} : {
      proxy: { server: elsewhere === undefined ? proxy.url : proxyFor(proxy, elsewhere.host), bypass: "<-loopback>" }
    }),
    ...(Option.isSome(profile.stored) ? { storageState: JSON.parse(profile.stored.value) } : {}),
    ...(scrape.blockAds && engine.adBlock.selectors.length > 0 ? { hideSelectors: engine.adBlock.selectors } : {})
  }
  return {
    ...attempt,
    url,
    navigation,
    isGuarded: navigation !== allowAll,
    proxy,
    isEnhanced,
    profileName: profile.name,
    cookie,
    headers,
    isPlain,
    context,
    warnings
  }
})
