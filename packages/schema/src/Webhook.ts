/**
 * Defines the webhook that receives a job's events.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { atMostLong, distinctListOf, withDefault } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"
import { Headers } from "./ScrapeOptions.ts"

/**
 * Events of a webhook.
 *
 * @category constants
 * @since 0.1.0
 */
export const events = ["started", "page", "completed", "failed"] as const

const WebhookUrl = atMostLong(Limits.texts.url).check(
  Schema.makeFilter((text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
    expected: "an http or https URL"
  })
)

/**
 * The fields of a webhook with settings.
 *
 * @category schemas
 * @since 0.3.0
 */
export const fields = {
  url: WebhookUrl,
  headers: withDefault(Headers, {}, "Headers to send with every event."),
  metadata: withDefault(
    Schema.Record(atMostLong(Limits.texts.headerName), Schema.Json).check(
      Schema.isMaxProperties(Limits.lists.headers, { expected: `at most ${Limits.lists.headers} entries` })
    ),
    {},
    "Data to include in every event."
  ),
  events: withDefault(distinctListOf(Schema.Literals(events), events.length), [...events], "Events to send.")
}

const Settings = Schema.Struct(fields)

/**
 * A URL, or a URL with settings.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Webhook = Schema.Union([
  Settings,
  WebhookUrl.pipe(
    Schema.decodeTo(
      Schema.toType(Settings),
      SchemaTransformation.transform({
        decode: (url): typeof Settings.Type => ({ url, headers: {}, metadata: {}, events }),
        encode: ({ url }) => url
      })
    )
  )
]).annotate({ expected: "an http or https URL, or an object whose `url` is such a URL" })

/**
 * @category models
 * @since 0.1.0
 */
export type Webhook = typeof Webhook.Type
