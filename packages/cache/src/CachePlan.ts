/**
 * Decides how one request uses the page cache: its key, whether it reads and writes, and the accepted ages. It is a
 * pure function, so that a pipeline decides once.
 *
 * @since 0.1.0
 */
import type { Format } from "@dunlin/schema/Format"
import * as Limits from "@dunlin/schema/Limits"
import * as crypto from "node:crypto"

/**
 * The fields of `scrapeOptions` that affect the cache. `ScrapeOptions` of `@dunlin/schema` is accepted.
 *
 * @category models
 * @since 0.1.0
 */
export interface PageOptions {
  readonly formats?: ReadonlyArray<Format> | undefined
  /** The maximum age in milliseconds. The default is 2 days, under `lockdown` 2 years, and under `minAge` no limit. */
  readonly maxAge?: number | undefined
  /** The minimum age in milliseconds. If it is set, only the cache is used. */
  readonly minAge?: number | undefined
  readonly headers?: { readonly [name: string]: string } | undefined
  readonly waitFor?: number | undefined
  readonly mobile?: boolean | undefined
  readonly skipTlsVerification?: boolean | undefined
  readonly actions?: ReadonlyArray<unknown> | undefined
  readonly location?: {
    readonly country?: string | undefined
    readonly languages?: ReadonlyArray<string> | undefined
  } | undefined
  readonly blockAds?: boolean | undefined
  readonly storeInCache?: boolean | undefined
  readonly lockdown?: boolean | undefined
  readonly zeroDataRetention?: boolean | undefined
  readonly profile?: unknown
}

/**
 * @category models
 * @since 0.1.0
 */
export interface KeyInput {
  /** The absolute URL of the page. */
  readonly url: string
  readonly options: PageOptions
  /** The team for which the page is cached. If it is absent, all teams share the page. */
  readonly team?: string | undefined
}

/**
 * The ages of a page that a request accepts, in milliseconds.
 *
 * @category models
 * @since 0.1.0
 */
export interface Policy {
  /** The request accepts only `age < maxAge`; 0 accepts no page. Without `maxAge`, any age is accepted. */
  readonly maxAge?: number | undefined
  /** The request accepts only `age >= minAge`. 0 and 1 accept any age. */
  readonly minAge?: number | undefined
  /** Whether fetching is forbidden. A miss is then the error `NotCached`. */
  readonly cacheOnly?: boolean | undefined
  /** Whether reading leaves a trace in the store, such as a time of use. @default true */
  readonly trace?: boolean | undefined
}

/**
 * The complete decision for one request.
 *
 * @category models
 * @since 0.1.0
 */
export interface CachePlan {
  readonly key: string
  /** The canonical URL, which is stored with the page for `list` and `purge`. */
  readonly url: string
  /** A further condition for sharing a running fetch: callers with different values never share one. */
  readonly sharing: string
  readonly read: boolean
  readonly write: boolean
  readonly policy: Policy
}

const VERSION = 1

/**
 * Returns the URL that identifies a page in the cache: in WHATWG form without the fragment. A fragment that is a
 * client-side route (`#/` or `#!`) is kept, because it identifies another page. A string that is not a URL stays
 * unchanged.
 *
 * @category accessors
 * @since 0.1.0
 */
export const canonicalUrl = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  if (!parsed.hash.startsWith("#/") && !parsed.hash.startsWith("#!")) parsed.hash = ""
  return parsed.href
}

const needs = (options: PageOptions) => {
  const screenshot = options.formats?.find((format) => format.type === "screenshot")
  const styles = options.formats?.some((format) => format.type === "branding") === true
  const mobile = options.mobile === true
  const waitFor = options.waitFor ?? 0
  return {
    engine: screenshot !== undefined || styles || mobile || waitFor > 0 ? "browser" : "any",
    styles,
    mobile,
    waitFor,
    screenshot: screenshot === undefined ? null : [
      screenshot.fullPage,
      screenshot.quality ?? null,
      screenshot.viewport?.width ?? null,
      screenshot.viewport?.height ?? null
    ]
  }
}

/**
 * Returns the cache key of a request. It is the SHA-256 of everything that changes the fetched bytes.
 *
 * **Details**
 *
 * The key contains the canonical URL, the engine class, the options of the browser (screenshot
 * variant, computed styles, `mobile`, `waitFor`), `blockAds`, `skipTlsVerification`, country and
 * languages. It contains the team when the page is not public. It does not contain options that
 * only affect parsing (`parsers`, `onlyMainContent`, tags, redaction), `timeout` and `proxy`, or
 * the options that bypass the cache (see `make`).
 *
 * @category constructors
 * @since 0.1.0
 */
export const key = (input: KeyInput): string => {
  const { engine, mobile, screenshot, styles, waitFor } = needs(input.options)
  return crypto.hash(
    "sha256",
    JSON.stringify([
      VERSION,
      canonicalUrl(input.url),
      engine,
      styles,
      mobile,
      waitFor,
      screenshot,
      input.options.blockAds ?? true,
      input.options.skipTlsVerification ?? true,
      input.options.location?.country ?? "US",
      input.options.location?.languages ?? [],
      input.team ?? null
    ])
  )
}

const hasCredentials = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed === null || parsed.username !== "" || parsed.password !== ""
}

/** Returns whether a page is in an index. Reading it again is free, and a cached copy would outlive its removal. */
const isOfIndex = (url: string): boolean => URL.parse(url)?.protocol === "file:"

const isBypassed = (input: KeyInput): boolean => {
  const { actions, headers, profile } = input.options
  return (actions !== undefined && actions.length > 0) ||
    (headers !== undefined && Object.keys(headers).length > 0) ||
    (profile !== undefined && profile !== null) ||
    hasCredentials(input.url) || isOfIndex(input.url)
}

/**
 * Returns the accepted age for these options. With `minAge` the default `maxAge` does not apply, because the request
 * accepts any older page. An explicit `maxAge` applies, and so does the default of `lockdown`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const policy = (options: PageOptions): Policy => {
  const lockdown = options.lockdown === true
  const maxAge = options.maxAge ??
    (lockdown ? Limits.maxAgeLockdownDefault : options.minAge === undefined ? Limits.maxAgeDefault : undefined)
  return {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(options.minAge === undefined ? {} : { minAge: options.minAge }),
    cacheOnly: lockdown || options.minAge !== undefined,
    trace: !lockdown && options.zeroDataRetention !== true
  }
}

/**
 * Decides all cache use of one request.
 *
 * **Details**
 *
 * | request                                                          | read            | written |
 * | ---------------------------------------------------------------- | --------------- | ------- |
 * | with `actions`, `headers`, a `profile` or credentials in the URL | no              | no      |
 * | for a document of an index (`file:`)                             | no              | no      |
 * | with `storeInCache: false`                                       | yes             | no      |
 * | with `lockdown` or `zeroDataRetention`                           | without a trace | no      |
 * | with `forget` (`zdr`, `anon`)                                    | without a trace | no      |
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  input: KeyInput & {
    /** The request must leave no data behind (`zdr`, `anon`). */
    readonly forget?: boolean | undefined
    /**
     * Conditions of the fetch that are not part of the key, such as redirects that a team's policy blocks. Callers
     * with different values never share a fetch.
     */
    readonly sharing?: string | undefined
  }
): CachePlan => {
  const bypass = isBypassed(input)
  const rules = policy(input.options)
  const forget = input.forget === true || input.options.lockdown === true || input.options.zeroDataRetention === true
  return {
    key: key(input),
    url: canonicalUrl(input.url),
    sharing: input.sharing ?? "",
    read: !bypass,
    write: !bypass && !forget && input.options.storeInCache !== false,
    policy: forget ? { ...rules, trace: false } : rules
  }
}
