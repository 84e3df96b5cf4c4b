/**
 * Defines how a page is fetched, and which formats are returned.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { Action } from "./Action.ts"
import { CountryCode } from "./CountryCode.ts"
import { facts, Format } from "./Format.ts"
import { defined } from "./internal/defined.ts"
import {
  atMostLong,
  distinctListOf,
  integerBetween,
  integerFrom,
  listOf,
  optional,
  textUpTo,
  withDefault
} from "./internal/fields.ts"
import type { Given } from "./internal/given.ts"
import * as Limits from "./Limits.ts"
import { Parser } from "./Parser.ts"
import { RedactPii } from "./RedactPii.ts"
import { ThreatProtection } from "./ThreatProtection.ts"

/**
 * The country and languages that the request should have.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PageLocation = Schema.Struct({
  country: withDefault(CountryCode, "US", "ISO 3166-1 alpha-2 code of the country of the request."),
  languages: withDefault(
    distinctListOf(textUpTo(Limits.texts.language), Limits.lists.languages),
    [],
    "Locales in order of preference. If empty, the country's languages are used."
  )
})

/**
 * @category models
 * @since 0.1.0
 */
export type PageLocation = typeof PageLocation.Type

/**
 * Browser state that is shared by scrapes with the same `name`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Profile = Schema.Struct({
  name: Schema.String.check(
    Schema.isBetweenLength(1, Limits.profileNameMaxLength, {
      expected: `a name of 1 to ${Limits.profileNameMaxLength} characters`
    }),
    // URLs resolve `.` and `..` as path segments, so the profile endpoints could not address such a name.
    Schema.makeFilter((name) => name !== "." && name !== "..", { expected: "a name other than `.` and `..`" })
  ),
  saveChanges: withDefault(Schema.Boolean, true, "`false` loads the browser state but does not save changes.")
})

/**
 * @category models
 * @since 0.1.0
 */
export type Profile = typeof Profile.Type

/**
 * The user of this request in an audit log.
 *
 * @category schemas
 * @since 0.1.0
 */
export const AuditMetadata = Schema.Struct({
  username: Schema.String.check(
    Schema.isMaxLength(Limits.auditUsernameMaxLength, {
      expected: `a username of at most ${Limits.auditUsernameMaxLength} characters`
    })
  )
})

/**
 * @category models
 * @since 0.1.0
 */
export type AuditMetadata = typeof AuditMetadata.Type

/**
 * The outbound proxy to use. `stealth` is an older name of `enhanced`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Proxy = Schema.Literals(["basic", "enhanced", "auto", "stealth"]).pipe(
  Schema.decodeTo(
    Schema.Literals(["basic", "enhanced", "auto"]),
    SchemaTransformation.transform({
      decode: (proxy) => proxy === "stealth" ? "enhanced" as const : proxy,
      encode: (proxy) => proxy
    })
  )
)

const boundedWaits = Schema.makeFilter(
  (actions: ReadonlyArray<Action>) => {
    let total = 0
    for (const action of actions) total += action.type === "wait" ? action.milliseconds ?? 0 : 0
    return total <= Limits.actions.waitMaximum
  },
  { expected: `waits of at most ${Limits.actions.waitMaximum} ms in total` }
)

const selectors = distinctListOf(textUpTo(Limits.texts.selector), Limits.lists.selectors)

/**
 * Request headers. Names that differ only in case are one header, and the last one counts.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Headers = Schema.Record(
  textUpTo(Limits.texts.headerName),
  atMostLong(Limits.texts.headerValue)
).check(Schema.isMaxProperties(Limits.lists.headers, { expected: `at most ${Limits.lists.headers} headers` })).pipe(
  Schema.decodeTo(Schema.Record(Schema.String, Schema.String), {
    decode: SchemaGetter.transform((headers: { readonly [name: string]: string }) => {
      const last = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value] as const]))
      return Object.fromEntries(last.values())
    }),
    encode: SchemaGetter.passthrough()
  })
)

/**
 * The fields of `scrapeOptions`, for schemas with them at the top level.
 *
 * @category schemas
 * @since 0.1.0
 */
export const fields = {
  formats: withDefault(distinctListOf(Format, Limits.lists.formats), ["markdown"], "Formats to return."),
  onlyMainContent: withDefault(
    Schema.Boolean,
    true,
    "Removes headers, navigation, footers and similar elements before the Markdown is generated, without a language model."
  ),
  onlyCleanContent: withDefault(
    Schema.Boolean,
    false,
    "Removes remaining boilerplate from the Markdown with a language model."
  ),
  includeTags: withDefault(selectors, [], "CSS selectors of the elements to keep. If empty, all elements are kept."),
  excludeTags: withDefault(selectors, [], "CSS selectors of the elements to remove."),
  maxAge: optional(
    integerFrom(0),
    "Maximum age of a cached page, in milliseconds. Default: 2 days, or 2 years with `lockdown`. 0 always fetches the page."
  ),
  minAge: optional(
    integerFrom(0),
    "Returns only a cached page, at least this many milliseconds old. 1 accepts any age."
  ),
  headers: withDefault(Headers, {}, "Headers to send with the page request."),
  waitFor: withDefault(integerFrom(0), 0, "Milliseconds to wait in addition to the automatic wait."),
  mobile: withDefault(Schema.Boolean, false, "Emulates a mobile device."),
  skipTlsVerification: withDefault(Schema.Boolean, true, "Accepts TLS certificates that cannot be verified."),
  timeout: withDefault(
    integerBetween(Limits.scrapeTimeout),
    Limits.scrapeTimeout.default,
    "Timeout of the scrape, in milliseconds."
  ),
  parsers: withDefault(
    distinctListOf(Parser, Limits.lists.parsers),
    ["pdf"],
    "Parsers of files. If empty, a PDF is returned as base64."
  ),
  actions: withDefault(
    listOf(Action, Limits.lists.actions).check(boundedWaits),
    [],
    "Actions to perform on the page, in order, before its content is read."
  ),
  location: withDefault(PageLocation, {}, "Country and languages of the request."),
  removeBase64Images: withDefault(
    Schema.Boolean,
    true,
    "Replaces base64 images in the Markdown with their alternative text."
  ),
  blockAds: withDefault(Schema.Boolean, true, "Blocks advertisements and cookie banners."),
  proxy: withDefault(Proxy, "auto", "Proxy to use. `auto` uses `enhanced` only if `basic` was blocked."),
  storeInCache: withDefault(Schema.Boolean, true, "`false` does not store the page in the cache."),
  lockdown: withDefault(Schema.Boolean, false, "Returns only cached pages, and never requests the page."),
  redactPII: withDefault(RedactPii, false, "Redacts personal data in the returned text."),
  zeroDataRetention: withDefault(Schema.Boolean, false, "Stores nothing of this scrape."),
  profile: optional(Profile, "Browser state that all scrapes with the same `name` share."),
  threatProtection: optional(ThreatProtection, "Overrides fields of the team's threat policy for this request."),
  auditMetadata: optional(AuditMetadata, "User that the audit log records for this request.")
}

/**
 * Rules between scrape options. All requests that contain the options share them.
 *
 * @category schemas
 * @since 0.1.0
 */
export const rules = Schema.makeFilter((options: {
  readonly formats: ReadonlyArray<Format>
  readonly onlyCleanContent: boolean
  readonly zeroDataRetention: boolean
  readonly lockdown: boolean
  readonly timeout: number
  readonly waitFor: number
}) => {
  const issues: Array<Schema.FilterIssue> = []
  const hasFormat = (type: Format["type"]) => options.formats.some((format) => format.type === type)
  const forgets = options.zeroDataRetention || options.lockdown
  if (options.waitFor > 0 && options.waitFor >= options.timeout) {
    issues.push({ path: ["waitFor"], issue: "Expected fewer milliseconds than timeout, which ends the whole scrape" })
  }
  if (forgets && options.onlyCleanContent) {
    issues.push({ path: ["onlyCleanContent"], issue: "Expected false: not supported with zero data retention" })
  }
  if (options.zeroDataRetention && (hasFormat("screenshot") || hasFormat("audio") || hasFormat("video"))) {
    issues.push({
      path: ["formats"],
      issue: "Expected no screenshot, audio or video: their files are stored, which zero data retention forbids"
    })
  }
  return issues
})

/**
 * Scrape options with all defaults. `maxAge` stays absent if it was not given, because its default depends on
 * `lockdown`: see `maxAgeOf`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ScrapeOptions = Schema.Struct(fields).check(rules)

/**
 * @category models
 * @since 0.1.0
 */
export type ScrapeOptions = typeof ScrapeOptions.Type

/**
 * The input of scrape options. Every field is optional. Strings may replace objects if the contract allows it.
 *
 * @category models
 * @since 0.1.0
 */
export interface ScrapeOptionsInput extends Given<typeof ScrapeOptions.Encoded> {}

/**
 * Returns warnings about valid but ambiguous options. Of several formats with the same type, only the first has a
 * result field.
 *
 * @category accessors
 * @since 0.1.0
 */
export const notices = (
  options: Pick<ScrapeOptions, "formats" | "actions" | "removeBase64Images" | "redactPII">
): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const { type } of options.formats) (seen.has(type) ? again : seen).add(type)
  return [
    ...[...again].map((type) => `Only the first of several ${type} formats is returned.`),
    ...(options.formats.some((format) => format.type === "json" && format.deterministic === true) ? [asJson] : []),
    ...unredacted(options)
  ]
}

const asJson = "deterministicJson is returned as json. If a language model extracts it, the next result may differ."

/** Actions whose results are files or code, in which personal data cannot be found reliably. */
const unredactableActions: ReadonlySet<string> = new Set(["scrape", "screenshot", "pdf"])

/**
 * Returns warnings about requested content that is not redacted.
 *
 * @category accessors
 * @since 0.2.0
 */
export const unredacted = (
  { actions, formats, redactPII, removeBase64Images }: Pick<
    ScrapeOptions,
    "formats" | "actions" | "removeBase64Images" | "redactPII"
  >
): ReadonlyArray<string> => {
  if (redactPII === false) return []
  const requested = new Set([
    ...formats.map(({ type }) => type).filter((type) => facts[type].content !== "text"),
    ...actions.map(({ type }) => type as string).filter((type) => unredactableActions.has(type)).map((type) =>
      `the results of the action ${type}`
    ),
    ...(removeBase64Images ? [] : ["base64 images"])
  ])
  const nothing = redactPII.entities.length === 0
    ? ["redactPII has no effect, because its entities are an empty list."]
    : []
  return requested.size === 0 ? nothing : [...nothing, `redactPII does not apply to: ${[...requested].join(", ")}.`]
}

/**
 * Returns options with all defaults, changed by `input`. Throws a `SchemaError` for invalid input. Use it only for
 * values in code, and `ScrapeRequest.decode` for external input.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (input: ScrapeOptionsInput = {}): ScrapeOptions =>
  Schema.decodeUnknownSync(ScrapeOptions)(defined(input))

/**
 * Returns the maximum age of a cached page in milliseconds. If none is given, it is 2 days, or 2 years in lockdown.
 *
 * @category accessors
 * @since 0.1.0
 */
export const maxAgeOf = (options: Pick<ScrapeOptions, "maxAge" | "lockdown">): number =>
  options.maxAge ?? (options.lockdown ? Limits.maxAgeLockdownDefault : Limits.maxAgeDefault)
