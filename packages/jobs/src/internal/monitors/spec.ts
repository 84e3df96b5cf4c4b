/** Defines the part of a check that is stored for its workers. */
import type { Caller } from "@dunlin/pipeline/Caller"
import type { MonitorRequest, Target } from "@dunlin/schema/Monitor"
import type { Webhook } from "@dunlin/schema/Webhook"
import type * as Schema from "effect/Schema"
import { createHash, randomBytes } from "node:crypto"
import { pagesOf } from "../../Batch.ts"
import type { Claim, NewJob, NewPage } from "../../Job.ts"
import { deliveriesOf } from "../webhooks.ts"
import type { MonitorDelivery } from "./delivery.ts"
import type { StoredMonitor } from "./kept.ts"

export type NamedTarget = Target & { readonly id: string }

export type Request = Omit<MonitorRequest, "targets"> & { readonly targets: ReadonlyArray<NamedTarget> }

export interface CheckSpec {
  readonly monitor: string
  readonly caller: Caller
  readonly retention: "standard"
  readonly ledgerSecret: string
  readonly request: Request
}

export interface Task {
  readonly kind: "page" | "query" | "crawl"
  readonly target: string
}

export const specOf = ({ spec }: Pick<Claim, "spec">): CheckSpec => spec as unknown as CheckSpec
export const taskOf = ({ payload }: Pick<Claim, "payload">): Task => payload as unknown as Task
export const requestOf = ({ spec }: Pick<StoredMonitor, "spec">): Request => spec as unknown as Request

export const pageKey = (target: string, what: string): string => `${target} ${what}`

const tasksOf = (target: NamedTarget): ReadonlyArray<NewPage> => {
  const task = (kind: Task["kind"]) => ({ kind, target: target.id }) satisfies Task as unknown as Schema.Json
  switch (target.type) {
    case "scrape":
      return pagesOf(target.urls).pages.map(({ key, url }) => ({
        key: pageKey(target.id, key),
        url,
        payload: task("page")
      }))
    case "crawl":
      return [{ key: pageKey(target.id, "crawl"), url: "", payload: task("crawl") }]
    case "search":
      return [...new Set(target.queries)].map((query) => ({
        key: pageKey(target.id, `?${query}`),
        url: query,
        payload: task("query")
      }))
  }
}

const webhookOf = ({ webhook }: Request): Webhook | undefined =>
  webhook === undefined ? undefined : {
    ...webhook,
    events: webhook.events.flatMap((event) =>
      event === "page" ? ["page" as const] : ["completed" as const, "failed" as const]
    )
  }

export const deliveryOf = (check: string, spec: CheckSpec, page?: string) => {
  const webhook = webhookOf(spec.request)
  const event = page === undefined ? "completed" as const : "page" as const
  if (webhook === undefined || !webhook.events.includes(event)) return undefined
  const { quietHours, schedule: { timezone } } = spec.request
  const delivery: MonitorDelivery = {
    monitor: spec.monitor,
    ...(page === undefined ? {} : { page }),
    ...(quietHours === undefined ? {} : { quietHours: { timezone, ...quietHours } })
  }
  return {
    key: page === undefined ? "completed" : `page:${page}`,
    url: webhook.url,
    payload: { job: check, kind: "monitor", event, webhook, data: [], delivery } as unknown as Schema.Json
  } satisfies NewPage
}

const DAY = 86_400_000

const DELIVERY_DAYS = 3

const BYTES_OF_SECRET = 16

export const jobsOf = (check: string, monitor: StoredMonitor, caller: Caller): ReadonlyArray<NewJob> => {
  const request = requestOf(monitor)
  const spec: CheckSpec = {
    monitor: monitor.id,
    caller,
    retention: "standard",
    ledgerSecret: randomBytes(BYTES_OF_SECRET).toString("base64url"),
    request
  }
  const common = { team: monitor.team, retention: DELIVERY_DAYS * DAY }
  const end = deliveryOf(check, spec)
  return [
    ...(request.webhook === undefined
      ? []
      : [{
        ...common,
        id: deliveriesOf(check),
        kind: "webhook" as const,
        spec: {},
        pages: end === undefined ? [] : [end]
      }]),
    {
      ...common,
      id: check,
      kind: "monitor",
      spec: spec as unknown as Schema.Json,
      pages: request.targets.flatMap(tasksOf)
    }
  ]
}

/** A UUID (RFC 9562, version 8) that is the same in every process, so that a scheduled check starts once. */
export const scheduledCheck = (monitor: string, at: number): string => {
  const hex = createHash("sha256").update(`${monitor} ${at}`).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
