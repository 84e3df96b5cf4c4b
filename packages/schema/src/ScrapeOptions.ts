/**
 * How a page is fetched and what is returned of it (section 2.7).
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
 * Which country and languages the request should seem to come from.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PageLocation = Schema.Struct({
  country: withDefault(CountryCode, "US", "ISO 3166-1 alpha-2 code of the country the request should come from."),
  languages: withDefault(
    distinctListOf(textUpTo(Limits.texts.language), Limits.lists.languages),
    [],
    "Locales in order of preference; empty means the languages of the country."
  )
})

/**
 * @category models
 * @since 0.1.0
 */
export type PageLocation = typeof PageLocation.Type

/**
 * Browser state kept between scrapes of the same `name` (section 2.13).
 *
 * @category schemas
 * @since 0.1.0
 */
export const Profile = Schema.Struct({
  name: Schema.String.check(
    Schema.isBetweenLength(1, Limits.profileNameMaxLength, {
      expected: `a name of 1 to ${Limits.profileNameMaxLength} characters`
    }),
    // URLs resolve these two as path segments, so the endpoints of profiles could not reach them
    Schema.makeFilter((name) => name !== "." && name !== "..", { expected: "a name other than `.` and `..`" })
  ),
  saveChanges: withDefault(Schema.Boolean, true, "False loads the browser state without writing it back.")
})

/**
 * @category models
 * @since 0.1.0
 */
export type Profile = typeof Profile.Type

/**
 * Whom an audit log names for this request (section 2.14).
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
 * Which outbound proxy is used. `stealth` is accepted as an older name of `enhanced`.
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
 * Headers of a request. Names that differ by case are one header: the last one counts.
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
 * The fields of `scrapeOptions`, for schemas that carry them at the top level.
 *
 * @category schemas
 * @since 0.1.0
 */
export const fields = {
  formats: withDefault(distinctListOf(Format, Limits.lists.formats), ["markdown"], "What is returned of the page."),
  onlyMainContent: withDefault(
    Schema.Boolean,
    true,
    "Removes headers, navigation, footers and the like before markdown is generated; no model is involved."
  ),
  onlyCleanContent: withDefault(Schema.Boolean, false, "Lets a model remove what boilerplate is left in the markdown."),
  includeTags: withDefault(selectors, [], "CSS selectors of what to keep; empty keeps all."),
  excludeTags: withDefault(selectors, [], "CSS selectors of what to remove."),
  maxAge: optional(
    integerFrom(0),
    "A cached page younger than this many milliseconds is served (default 2 days, 2 years with lockdown); 0 always fetches."
  ),
  minAge: optional(
    integerFrom(0),
    "Only the cache is asked, for a page at least this many milliseconds old; 1 accepts any age."
  ),
  headers: withDefault(Headers, {}, "Headers sent with the page request."),
  waitFor: withDefault(integerFrom(0), 0, "Milliseconds to wait in addition to the smart wait."),
  mobile: withDefault(Schema.Boolean, false, "Emulates a mobile device."),
  skipTlsVerification: withDefault(Schema.Boolean, true, "Accepts certificates that cannot be verified."),
  timeout: withDefault(
    integerBetween(Limits.scrapeTimeout),
    Limits.scrapeTimeout.default,
    "Milliseconds the whole scrape may take."
  ),
  parsers: withDefault(
    distinctListOf(Parser, Limits.lists.parsers),
    ["pdf"],
    "How files are read; empty returns a PDF as base64."
  ),
  actions: withDefault(
    listOf(Action, Limits.lists.actions).check(boundedWaits),
    [],
    "What is done on the page, in order, before its content is taken."
  ),
  location: withDefault(PageLocation, {}, "Where the request should come from."),
  removeBase64Images: withDefault(Schema.Boolean, true, "Replaces base64 images in markdown by their text."),
  blockAds: withDefault(Schema.Boolean, true, "Blocks advertisements and cookie banners."),
  proxy: withDefault(Proxy, "auto", "basic, enhanced, or auto: enhanced only after basic was blocked."),
  storeInCache: withDefault(Schema.Boolean, true, "False keeps the page out of the cache."),
  lockdown: withDefault(Schema.Boolean, false, "Serves from the cache alone and never contacts the page."),
  redactPII: withDefault(RedactPii, false, "Takes personal data out of the returned text."),
  zeroDataRetention: withDefault(Schema.Boolean, false, "Keeps nothing of this scrape."),
  profile: optional(Profile, "Browser state shared by all scrapes with the same name."),
  threatProtection: optional(ThreatProtection, "Replaces fields of the organization's policy for this request."),
  auditMetadata: optional(AuditMetadata, "Whom the audit log names for this request.")
}

/**
 * Rules between the fields of scrape options, shared by every request that carries them.
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
  const asked = (type: Format["type"]) => options.formats.some((format) => format.type === type)
  const forgets = options.zeroDataRetention || options.lockdown
  if (options.waitFor > 0 && options.waitFor >= options.timeout) {
    issues.push({ path: ["waitFor"], issue: "Expected fewer milliseconds than timeout, which ends the whole scrape" })
  }
  if (forgets && options.onlyCleanContent) {
    issues.push({ path: ["onlyCleanContent"], issue: "Expected false: not supported with zero data retention" })
  }
  if (options.zeroDataRetention && (asked("screenshot") || asked("audio") || asked("video"))) {
    issues.push({
      path: ["formats"],
      issue: "Expected no screenshot, audio or video: their files are kept, which zero data retention forbids"
    })
  }
  return issues
})

/**
 * Scrape options with every default filled in. `maxAge` stays absent when it was not given, because its default
 * depends on `lockdown`: see `maxAgeOf`.
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
 * What a caller may write: every field optional, strings for objects where the contract allows it.
 *
 * @category models
 * @since 0.1.0
 */
export interface ScrapeOptionsInput extends Given<typeof ScrapeOptions.Encoded> {}

/**
 * Warnings about valid options that may not mean what the caller expects: of formats of one type only the first has a
 * field to come back in.
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
    ...[...again].map((type) => `Of several formats ${type} only the first is returned.`),
    ...(options.formats.some((format) => format.type === "json" && format.deterministic === true) ? [asJson] : []),
    ...unredacted(options)
  ]
}

const asJson = "deterministicJson is returned as json; where a language model reads it, the next answer may differ."

/** Actions whose results are files or code: words in code can be written in too many ways to find them all. */
const unredactableActions: ReadonlySet<string> = new Set(["scrape", "screenshot", "pdf"])

/**
 * Warnings about requested content that redaction does not reach.
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
  const asked = new Set([
    ...formats.map(({ type }) => type).filter((type) => facts[type].content !== "text"),
    ...actions.map(({ type }) => type as string).filter((type) => unredactableActions.has(type)).map((type) =>
      `the results of the action ${type}`
    ),
    ...(removeBase64Images ? [] : ["base64 images"])
  ])
  const nothing = redactPII.entities.length === 0
    ? ["redactPII takes nothing out: its entities are an empty list."]
    : []
  return asked.size === 0 ? nothing : [...nothing, `redactPII does not reach: ${[...asked].join(", ")}.`]
}

/**
 * Options with all defaults, changed by `input`. Throws a `SchemaError` on invalid input, so it is for values written
 * in code; use `ScrapeRequest.decode` for input from outside.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (input: ScrapeOptionsInput = {}): ScrapeOptions =>
  Schema.decodeUnknownSync(ScrapeOptions)(defined(input))

/**
 * The age in milliseconds up to which a cached page is served: the given one, else 2 days, or 2 years in lockdown.
 *
 * @category accessors
 * @since 0.1.0
 */
export const maxAgeOf = (options: Pick<ScrapeOptions, "maxAge" | "lockdown">): number =>
  options.maxAge ?? (options.lockdown ? Limits.maxAgeLockdownDefault : Limits.maxAgeDefault)
