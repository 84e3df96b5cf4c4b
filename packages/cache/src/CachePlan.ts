/**
 * How one request uses the page cache: its key, whether it may read and write, and how old a page may be. Pure, so
 * that a pipeline decides once and every stage reads the same answer.
 *
 * @since 0.1.0
 */
import type { Format } from "@dunlin/schema/Format"
import * as Limits from "@dunlin/schema/Limits"
import * as crypto from "node:crypto"

/**
 * The fields of `scrapeOptions` that matter here. The decoded `ScrapeOptions` of
 * `@dunlin/schema` fits.
 *
 * @category models
 * @since 0.1.0
 */
export interface PageOptions {
  readonly formats?: ReadonlyArray<Format> | undefined
  /** Milliseconds; absent: 2 days, under `lockdown` 2 years, under `minAge` no bound. */
  readonly maxAge?: number | undefined
  /** Milliseconds; when set, only the cache is consulted. */
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
  /** An absolute URL. */
  readonly url: string
  readonly options: PageOptions
  /** Given: the page is kept apart for this team. Absent: all teams share it. */
  readonly team?: string | undefined
}

/**
 * How old a page may be. All fields are milliseconds of age.
 *
 * @category models
 * @since 0.1.0
 */
export interface Policy {
  /** Serve only `age < maxAge`; 0 serves nothing. Absent: any age. */
  readonly maxAge?: number | undefined
  /** Serve only `age >= minAge`; 0 and 1 serve any age. */
  readonly minAge?: number | undefined
  /** Never fetch: a miss is the error `NotCached`. */
  readonly cacheOnly?: boolean | undefined
  /** `false`: reading leaves no trace in the store, not even a time of use. Default `true`. */
  readonly trace?: boolean | undefined
}

/**
 * The whole answer for one request.
 *
 * @category models
 * @since 0.1.0
 */
export interface CachePlan {
  readonly key: string
  /** Canonical URL, stored with the page for `list` and `purge`. */
  readonly url: string
  /** Callers share a running fetch only when this is equal, too. */
  readonly sharing: string
  readonly read: boolean
  readonly write: boolean
  readonly policy: Policy
}

const VERSION = 1

/**
 * The URL two requests must share to share a page: as WHATWG prints it, without the fragment. A
 * fragment that addresses a client-side route (`#/` or `#!`) stays, since it names another page.
 * A string that is not a URL is its own canonical form.
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
 * The cache key of a request: SHA-256 over everything that changes the bytes a fetch returns.
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

/** Pages of a local index cost nothing to read, and a cached copy would outlive a page removed from the index. */
const isOfIndex = (url: string): boolean => URL.parse(url)?.protocol === "file:"

const isBypassed = (input: KeyInput): boolean => {
  const { actions, headers, profile } = input.options
  return (actions !== undefined && actions.length > 0) ||
    (headers !== undefined && Object.keys(headers).length > 0) ||
    (profile !== undefined && profile !== null) ||
    hasCredentials(input.url) || isOfIndex(input.url)
}

/**
 * How old a page may be for these options. With `minAge` no default `maxAge` applies, since cached
 * data of any greater age is wanted; a given `maxAge` does, and so does the default of `lockdown`.
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
 * Decides everything about the cache for one request.
 *
 * **Details**
 *
 * Neither read nor written: requests with `actions`, `headers`, a `profile`, or credentials in the
 * URL, since their page belongs to one caller alone; and documents of an index (`file:`). Not written: `storeInCache: false`, `lockdown`,
 * `zeroDataRetention`, and every request under `forget` (`zdr`, `anon`); all but the first also read
 * without leaving a trace.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  input: KeyInput & {
    /** The request promises to leave nothing behind (`zdr`, `anon`). */
    readonly forget?: boolean | undefined
    /**
     * Conditions of the fetch that the key does not contain, such as the redirects a team's policy refuses. Callers
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
