/**
 * Delivers the events of jobs to webhooks, signed and retried.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Metric from "effect/Metric"
import { createHmac } from "node:crypto"
import * as Telling from "./internal/monitors/telling.ts"
import { failed } from "./internal/scrapePage.ts"
import { type Delivery, typeOf } from "./internal/webhooks.ts"
import type { Claim, Job } from "./Job.ts"
import { JobStore } from "./JobStore.ts"
import type { Work } from "./JobWorker.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The HTTP client for deliveries; its connections should be guarded. */
  readonly client: HttpClient.HttpClient
  /** Secret that signs deliveries. @default deliveries are not signed */
  readonly secret?: Secret.Secret | undefined
}

/** A receiver should respond before it does longer work. */
const timeout = "10 seconds"
/** Seconds before each retry. After the last one, the event is abandoned. The total is about 10 hours. */
const pauses = [5, 30, 120, 600, 1800, 7200, 28_800]
/**
 * Maximum delay of the final event. The store ends the delay when all earlier events are delivered. Workers of older
 * versions do not.
 */
const UNTIL_ENDED = "1 minute"

const done: Work = { _tag: "Settle", outcome: { _tag: "Done", result: undefined, credits: 0 } }

/**
 * Returns the headers that authenticate a delivery. `webhook-id`, `webhook-timestamp` and `webhook-signature` follow
 * Standard Webhooks: the signature is `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Receivers written for
 * Firecrawl check `x-firecrawl-signature`, which is `sha256=` and the hexadecimal HMAC-SHA256 of the body.
 *
 * @category signing
 * @since 0.1.0
 */
export const sign = (
  secret: Secret.Secret,
  { body, id, timestamp }: {
    readonly id: string /** Whole seconds. */
    readonly timestamp: number
    readonly body: string
  }
): Readonly<Record<string, string>> => {
  const mac = (text: string) => createHmac("sha256", Secret.text(secret, "secret")).update(text)
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${mac(`${id}.${timestamp}.${body}`).digest("base64")}`,
    "x-firecrawl-signature": `sha256=${mac(body).digest("hex")}`
  }
}

const deliveries = Metric.counter("dunlin_webhook_deliveries_total", {
  description: "Webhook delivery attempts, by outcome: delivered, refused, and given_up after the last attempt",
  incremental: true
})

/** The final event waits for earlier events of the job. */
const isBehindOthers = (store: JobStore["Service"], { job, team }: Claim) =>
  Effect.map(store.get({ team, job }), ({ counts }) => counts.queued + counts.running > 1)

const endOf = ({ state, warning }: Job): string =>
  `The job ${state === "cancelled" ? "was cancelled" : "failed"}.${warning === undefined ? "" : ` ${warning}`}`

/**
 * Delivers an event. A failed delivery is retried for about ten hours. After that, its page fails.
 *
 * @category running
 * @since 0.1.0
 */
export const work = Effect.fn("Webhooks.work")(function*(claim: Claim, options: Options) {
  const store = yield* JobStore
  const given = claim.payload as unknown as Delivery
  const pauseOfMonitor = yield* Telling.pauseOf(given)
  if (pauseOfMonitor > 0) return { _tag: "Later", delay: pauseOfMonitor } satisfies Work
  let delivery = given
  if (claim.key === "completed") {
    const job = yield* Effect.option(store.get({ team: claim.team, job: given.job }))
    if (job._tag === "None") return done
    if (job.value.state === "running" || (yield* isBehindOthers(store, claim))) {
      return { _tag: "Later", delay: UNTIL_ENDED } satisfies Work
    }
    const event = job.value.state === "completed" ? "completed" : "failed"
    if (!given.webhook.events.includes(event)) return done
    const error = job.value.state === "completed" ? undefined : endOf(job.value)
    delivery = { ...given, event, ...(error === undefined ? {} : { error }) }
  }
  const { error, job, webhook } = delivery
  const content = delivery.delivery === undefined
    ? { data: delivery.data, isSound: true }
    : yield* Telling.contentOf(store, job, delivery.delivery, delivery.event)
  if (content === undefined) return done
  const { data, isSound } = content
  const id = `${job}:${claim.key}`
  const body = JSON.stringify({
    success: error === undefined && isSound,
    type: typeOf(delivery),
    id: job,
    webhookId: id,
    data,
    metadata: webhook.metadata,
    ...(error === undefined ? {} : { error })
  })
  const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const request = HttpClientRequest.post(webhook.url).pipe(
    HttpClientRequest.setHeaders({
      ...webhook.headers,
      ...(options.secret === undefined ? { "webhook-id": id } : sign(options.secret, { id, timestamp, body }))
    }),
    HttpClientRequest.setBody(HttpBody.text(body, "application/json"))
  )
  const answer = yield* Effect.result(Effect.scoped(Effect.timeout(options.client.execute(request), timeout)))
  const isTaken = answer._tag === "Success" && answer.success.status < 300
  yield* Metric.update(Metric.withAttributes(deliveries, { outcome: isTaken ? "delivered" : "refused" }), 1)
  if (isTaken) return done
  const why = answer._tag === "Success" ? `HTTP ${answer.success.status}` : "no response"
  const pause = pauses[claim.attempt - 1]
  if (pause === undefined) yield* Metric.update(Metric.withAttributes(deliveries, { outcome: "given_up" }), 1)
  if (pause === undefined) return failed("WEBHOOK_NOT_TAKEN", `the webhook did not accept the event: ${why}`)
  return {
    _tag: "Again",
    delay: Duration.seconds(pause),
    warning: `The webhook did not accept an event (${why}); delivery will be retried.`
  } satisfies Work
})
