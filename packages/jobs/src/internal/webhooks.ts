/**
 * Queues the webhook events of a job as pages of a second job. Events are then stored, retried and abandoned like
 * pages, and failed deliveries can be listed.
 */
import type { Webhook } from "@dunlin/schema/Webhook"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Claim, Kind, Outcome } from "../Job.ts"
import type { MonitorDelivery } from "./monitors/delivery.ts"
import type { JobStore } from "./service.ts"

type Event = Webhook["events"][number]

export const deliveriesOf = (job: string): string => `${job}:webhook`

const names: { readonly [K in Kind]: string } = {
  batch: "batch_scrape",
  crawl: "crawl",
  extract: "extract",
  webhook: "webhook",
  monitor: "monitor",
  agent: "agent",
  feedback: "feedback"
}

export interface Delivery {
  readonly job: string
  readonly kind: Kind
  readonly event: Event
  readonly webhook: Webhook
  readonly data: ReadonlyArray<Schema.Json>
  readonly error?: string | undefined
  readonly delivery?: MonitorDelivery | undefined
}

export const typeOf = ({ event, kind }: Pick<Delivery, "event" | "kind">): string =>
  kind === "monitor" && event !== "page" ? "monitor.check.completed" : `${names[kind]}.${event}`

export const announce = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  { id, kind, sealed, team, webhook }: {
    readonly id: string
    readonly team: string
    readonly kind: Kind
    readonly webhook: Webhook | undefined
    readonly sealed: boolean
  }
) {
  if (webhook === undefined) return
  const wanted = (event: Event) => webhook.events.includes(event)
  const delivery = (event: Event): Delivery => ({ job: id, kind, event, webhook, data: [] })
  const page = (event: Event) => ({ key: event, url: webhook.url, payload: delivery(event) as unknown as Schema.Json })
  yield* store.submit({
    id: deliveriesOf(id),
    team,
    kind: "webhook",
    spec: {},
    sealed,
    pages: [
      ...(wanted("started") ? [page("started")] : []),
      ...(wanted("completed") || wanted("failed") ? [page("completed")] : [])
    ]
  })
})

export const pageEvent = (claim: Claim, outcome: Outcome) => {
  const { webhook } = claim.spec as { readonly webhook?: Webhook | undefined }
  if (outcome._tag === "Dropped" || webhook?.events.includes("page") !== true) return undefined
  const payload: Delivery = {
    job: claim.job,
    kind: claim.kind,
    event: "page",
    webhook,
    data: outcome._tag === "Done" && outcome.result !== undefined ? [outcome.result] : [],
    ...(outcome._tag === "Failed" ? { error: outcome.error.message } : {})
  }
  const page = { key: `page:${claim.key}`, url: webhook.url, payload: payload as unknown as Schema.Json }
  return { job: deliveriesOf(claim.job), page }
}
