/**
 * Defines the body of `POST /v2/monitor`: pages, sites and queries that are checked on a schedule, and recipients of
 * changes.
 *
 * @since 0.3.0
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { CrawlRequest } from "./CrawlRequest.ts"
import {
  atMostLong,
  distinctListOf,
  integerBetween,
  optional,
  optionalText,
  textUpTo,
  withDefault
} from "./internal/fields.ts"
import type { Given } from "./internal/given.ts"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import * as ScrapeOptions from "./ScrapeOptions.ts"
import { PageUrl } from "./ScrapeRequest.ts"
import * as Webhook from "./Webhook.ts"

const Schedule = Schema.Struct({
  cron: optional(
    textUpTo(Limits.monitor.scheduleText),
    "Cron expression with five fields: minute, hour, day, month, weekday."
  ),
  text: optional(
    textUpTo(Limits.monitor.scheduleText),
    "Schedule in words, such as `every 30 minutes`, instead of `cron`."
  ),
  timezone: withDefault(textUpTo(Limits.monitor.timezone), "UTC", "IANA time zone, such as Europe/Berlin.")
}).check(Schema.makeFilter(({ cron, text }) => (cron === undefined) !== (text === undefined), {
  expected: "either cron or text"
}))

const scrapeOptions = withDefault(
  ScrapeOptions.ScrapeOptions,
  {},
  "Scrape options for every page. The default of `maxAge` is 0."
)

const id = optional(
  textUpTo(Limits.monitor.targetId),
  "Id of the target in results. If absent, the server assigns one."
)

const ScrapeTarget = Schema.Struct({
  type: Schema.Literal("scrape"),
  id,
  urls: Schema.Array(PageUrl).check(
    Schema.isMinLength(1, { expected: "at least one URL" }),
    Schema.isMaxLength(Limits.monitor.urls, { expected: `at most ${Limits.monitor.urls} URLs` })
  ),
  scrapeOptions
})

const {
  prompt: _prompt,
  scrapeOptions: _scrapeOptions,
  url: _url,
  webhook: _webhook,
  zeroDataRetention: _zeroDataRetention,
  ...crawlFields
} = CrawlRequest.fields

const CrawlTarget = Schema.Struct({
  type: Schema.Literal("crawl"),
  id,
  url: PageUrl,
  crawlOptions: withDefault(Schema.Struct(crawlFields), {}, "Crawl options for the site."),
  scrapeOptions
})

/**
 * The time windows of a search target, each with the time filter that covers it.
 *
 * @category constants
 * @since 0.3.0
 */
export const searchWindows = {
  "5m": "qdr:h",
  "15m": "qdr:h",
  "1h": "qdr:h",
  "6h": "qdr:d",
  "24h": "qdr:d",
  "7d": "qdr:w"
} as const

const SearchTarget = Schema.Struct({
  type: Schema.Literal("search"),
  id,
  queries: Schema.Array(textUpTo(Limits.queryMaxCodePoints)).check(
    Schema.isMinLength(1, { expected: "at least one query" }),
    Schema.isMaxLength(Limits.monitor.queries, { expected: `at most ${Limits.monitor.queries} queries` })
  ),
  searchWindow: optional(
    Schema.Literals(["5m", "15m", "1h", "6h", "24h", "7d"]),
    "Maximum age of results. The search uses the shortest time filter (hour, day or week) that covers it."
  ),
  includeDomains: withDefault(
    distinctListOf(atMostLong(Limits.texts.hostName), Limits.lists.domains),
    [],
    "Hostnames to restrict results to."
  ),
  excludeDomains: withDefault(
    distinctListOf(atMostLong(Limits.texts.hostName), Limits.lists.domains),
    [],
    "Hostnames to omit."
  ),
  maxResults: withDefault(integerBetween(Limits.limit), Limits.limit.default, "Maximum number of results per query.")
})

/**
 * The subject of a check: pages, the pages of a site, or the results of queries.
 *
 * @category schemas
 * @since 0.3.0
 */
export const Target = Schema.Union([ScrapeTarget, CrawlTarget, SearchTarget]).annotate({
  expected: "a target: { type: \"scrape\", urls }, { type: \"crawl\", url } or { type: \"search\", queries }"
})

/**
 * @category models
 * @since 0.3.0
 */
export type Target = typeof Target.Type

const eventNames = {
  page: "page",
  completed: "completed",
  "monitor.page": "page",
  "monitor.check.completed": "completed"
} as const

const MonitorEvent = Schema.Literals(["page", "completed"])

const EventName = Schema.Literals(["monitor.page", "monitor.check.completed", "page", "completed"]).pipe(
  Schema.decodeTo(
    MonitorEvent,
    SchemaTransformation.transform({
      decode: (name): typeof MonitorEvent.Type => eventNames[name],
      encode: (name): "page" | "completed" => name
    })
  )
)

const { events: _events, ...webhookFields } = Webhook.fields

const MonitorWebhook = Schema.Struct({
  ...webhookFields,
  events: withDefault(
    distinctListOf(EventName, Limits.monitor.events),
    ["monitor.page", "monitor.check.completed"],
    "Events to send: each change, and the end of each check."
  )
})

const TimeOfDay = Schema.String.check(
  Schema.isPattern(/^([01]\d|2[0-3]):[0-5]\d$/, { expected: "a time such as 22:00" })
)

/**
 * Hours in which no events are delivered. Events wait until these hours end.
 *
 * @category schemas
 * @since 0.3.0
 */
export const QuietHours = Schema.Struct({
  from: TimeOfDay,
  to: TimeOfDay,
  timezone: optional(textUpTo(Limits.monitor.timezone), "IANA time zone. Default: the schedule's time zone.")
})

/**
 * @category models
 * @since 0.3.0
 */
export type QuietHours = typeof QuietHours.Type

/**
 * The differences that count as a change.
 *
 * @category schemas
 * @since 0.3.0
 */
export const Sensitivity = Schema.Struct({
  mode: withDefault(
    Schema.Literals(["semantic", "text"]),
    "semantic",
    "`semantic` ignores moved text, markup, letter case, relative times and counters; `text` counts every line."
  ),
  minimum: withDefault(
    Schema.Finite.check(
      Schema.isBetween({ minimum: 0, maximum: 1 }, { expected: "a share from 0 to 1" })
    ),
    0,
    "Minimum share of changed words, 0 to 1. Smaller changes accumulate until they reach it."
  )
})

/**
 * @category models
 * @since 0.3.0
 */
export type Sensitivity = typeof Sensitivity.Type

/**
 * A monitor with all defaults.
 *
 * @category schemas
 * @since 0.3.0
 */
export const MonitorRequest = Schema.Struct({
  name: textUpTo(Limits.texts.name),
  schedule: Schedule,
  targets: Schema.Array(Target).check(
    Schema.isMinLength(1, { expected: "at least one target" }),
    Schema.isMaxLength(Limits.monitor.targets, { expected: `at most ${Limits.monitor.targets} targets` })
  ),
  webhook: optional(MonitorWebhook, "Webhook that receives changes."),
  notification: optional(
    Schema.Record(atMostLong(Limits.texts.name), Schema.Json).check(
      Schema.isMaxProperties(Limits.monitor.events, { expected: `at most ${Limits.monitor.events} entries` })
    ),
    "Has no effect: this server does not send email."
  ),
  retentionDays: withDefault(
    integerBetween(Limits.monitor.retentionDays),
    Limits.monitor.retentionDays.default,
    "Number of days for which checks and their results are stored."
  ),
  goal: optionalText(
    "Description of the changes that matter, for the language model that judges changes.",
    Limits.promptMaxLength
  ),
  judgeEnabled: withDefault(Schema.Boolean, true, "Whether a language model judges changes by `goal`."),
  sensitivity: withDefault(Sensitivity, {}, "Differences that count as a change."),
  quietHours: optional(QuietHours, "Hours during which no events are delivered. They are delivered afterwards.")
})

/**
 * @category models
 * @since 0.3.0
 */
export type MonitorRequest = typeof MonitorRequest.Type

/**
 * The input of a monitor: `name`, `schedule` and `targets` are required.
 *
 * @category models
 * @since 0.3.0
 */
export interface MonitorRequestInput extends Given<typeof MonitorRequest.Encoded> {}

const decodeWire = decodeRequest({
  schema: MonitorRequest,
  decoder: Schema.decodeUnknownEffect(MonitorRequest, { errors: "all" }),
  placeholders: {
    name: "monitor",
    schedule: { cron: "0 * * * *" },
    targets: [{ type: "scrape", urls: ["https://example.com/"] }]
  }
})

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.3.0
 */
export const decode = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<
  { readonly request: MonitorRequest; readonly warnings: ReadonlyArray<string> },
  InvalidRequest.InvalidRequest
> => decodeWire(input, options)

const text = Schema.NullOr(Schema.String)
const Summary = Schema.Struct({
  totalPages: Schema.Int,
  same: Schema.Int,
  changed: Schema.Int,
  new: Schema.Int,
  removed: Schema.Int,
  error: Schema.Int
})

/**
 * The number of pages of a check by outcome.
 *
 * @category models
 * @since 0.3.0
 */
export type Summary = typeof Summary.Type

/**
 * A monitor as the server returns it.
 *
 * @category schemas
 * @since 0.3.0
 */
export const Monitor = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: Schema.Literals(["active", "paused"]),
  schedule: Schema.Struct({ cron: Schema.String, timezone: Schema.String }),
  nextRunAt: text,
  lastRunAt: text,
  currentCheckId: text,
  targets: Schema.Array(Schema.Json),
  webhook: Schema.NullOr(Schema.Json),
  notification: Schema.NullOr(Schema.Json),
  retentionDays: Schema.Int,
  estimatedCreditsPerMonth: Schema.NullOr(Schema.Int),
  lastCheckSummary: Schema.NullOr(Summary),
  goal: text,
  judgeEnabled: Schema.Boolean,
  sensitivity: Sensitivity,
  quietHours: Schema.NullOr(QuietHours),
  /** The URLs of the change feeds. A feed needs no key, so its URL is a secret. */
  feeds: Schema.Struct({ atom: Schema.String, json: Schema.String }),
  warning: Schema.optionalKey(Schema.String),
  createdAt: Schema.String,
  updatedAt: Schema.String
})

/**
 * @category models
 * @since 0.3.0
 */
export type Monitor = typeof Monitor.Type

const checkFields = {
  id: Schema.String,
  monitorId: Schema.String,
  status: Schema.Literals([
    "queued",
    "running",
    "completed",
    "failed",
    "partial",
    "skipped_overlap",
    "skipped_no_credits"
  ]),
  trigger: Schema.Literals(["scheduled", "manual"]),
  scheduledFor: text,
  startedAt: text,
  finishedAt: text,
  estimatedCredits: Schema.NullOr(Schema.Int),
  reservedCredits: Schema.NullOr(Schema.Int),
  actualCredits: Schema.NullOr(Schema.Int),
  billingStatus: Schema.Literals(["not_applicable", "reserved", "confirmed"]),
  summary: Summary,
  error: text,
  createdAt: Schema.String,
  updatedAt: Schema.String
}

/**
 * One check of a monitor.
 *
 * @category schemas
 * @since 0.3.0
 */
export const MonitorCheck = Schema.Struct(checkFields)

/**
 * @category models
 * @since 0.3.0
 */
export type MonitorCheck = typeof MonitorCheck.Type

const Judgment = Schema.Struct({
  meaningful: Schema.Boolean,
  confidence: Schema.Literals(["high", "medium", "low"]),
  reason: Schema.String,
  meaningfulChanges: Schema.Array(
    Schema.Struct({
      type: Schema.Literals(["added", "removed", "changed"]),
      before: text,
      after: text,
      reason: Schema.String
    })
  )
})

/**
 * A judgment whether a change matters for the goal of a monitor.
 *
 * @category models
 * @since 0.3.0
 */
export type Judgment = typeof Judgment.Type

/**
 * The outcome of one page, or of one result of a query, in a check.
 *
 * @category schemas
 * @since 0.3.0
 */
export const MonitorPage = Schema.Struct({
  id: Schema.String,
  targetId: Schema.String,
  url: Schema.String,
  status: Schema.Literals(["same", "new", "changed", "removed", "error"]),
  /** Whether the result belongs to the first check of its target. The first check reports no changes. */
  isBaseline: Schema.Boolean,
  statusCode: Schema.NullOr(Schema.Int),
  error: text,
  metadata: Schema.NullOr(Schema.Json),
  diff: Schema.NullOr(Schema.Json),
  snapshot: Schema.NullOr(Schema.Json),
  judgment: Schema.NullOr(Judgment),
  createdAt: Schema.String
})

/**
 * @category models
 * @since 0.3.0
 */
export type MonitorPage = typeof MonitorPage.Type

const success = Schema.Literal(true)

/**
 * @category schemas
 * @since 0.3.0
 */
export const MonitorResponse = Schema.Struct({ success, data: Monitor, warning: Schema.optionalKey(Schema.String) })

/**
 * @category schemas
 * @since 0.3.0
 */
export const MonitorList = Schema.Struct({ success, data: Schema.Array(Monitor) })

/**
 * @category schemas
 * @since 0.3.0
 */
export const MonitorCheckResponse = Schema.Struct({ success, data: MonitorCheck })

/**
 * @category schemas
 * @since 0.3.0
 */
export const MonitorCheckList = Schema.Struct({ success, data: Schema.Array(MonitorCheck) })

/**
 * @category schemas
 * @since 0.3.0
 */
export const MonitorCheckDetail = Schema.Struct({
  success,
  data: Schema.Struct({ ...checkFields, pages: Schema.Array(MonitorPage), next: text }),
  next: text
})

/**
 * A change of a monitor: its status, and every field of the request. `null` removes an optional field.
 *
 * @category schemas
 * @since 0.3.0
 */
export const MonitorChange = Schema.Struct({
  status: Schema.optionalKey(Schema.Literals(["active", "paused"])),
  name: Schema.optionalKey(Schema.String),
  schedule: Schema.optionalKey(Schema.Json),
  targets: Schema.optionalKey(Schema.Array(Schema.Json)),
  webhook: Schema.optionalKey(Schema.NullOr(Schema.Json)),
  notification: Schema.optionalKey(Schema.NullOr(Schema.Json)),
  retentionDays: Schema.optionalKey(Schema.Int),
  goal: Schema.optionalKey(text),
  judgeEnabled: Schema.optionalKey(Schema.Boolean),
  sensitivity: Schema.optionalKey(Schema.NullOr(Schema.Json)),
  quietHours: Schema.optionalKey(Schema.NullOr(Schema.Json))
})
