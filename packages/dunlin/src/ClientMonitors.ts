/**
 * The monitors of a client: pages, sites and queries that are checked on a schedule.
 *
 * @since 0.3.0
 */
import type * as Schema from "@dunlin/schema/Monitor"
import type { CallOptions } from "./internal/callOptions.ts"

/**
 * A monitor. A client has no addresses of feeds; `changes` returns what a feed has.
 *
 * @category models
 * @since 0.3.0
 */
export interface Monitor extends Omit<Schema.Monitor, "feeds"> {}

/**
 * A check, and a part of what it saw. `next` is the `offset` of the part after it.
 *
 * @category models
 * @since 0.3.0
 */
export interface CheckDetail extends Schema.MonitorCheck {
  readonly pages: ReadonlyArray<Schema.MonitorPage>
  readonly next?: number | undefined
}

/**
 * Changes of a monitor: its `status`, and every field it was created with. `null` removes an optional field.
 *
 * @category options
 * @since 0.3.0
 */
export type Change =
  & { readonly [Name in keyof Schema.MonitorRequestInput]?: Schema.MonitorRequestInput[Name] | null }
  & { readonly status?: "active" | "paused" | undefined }

/**
 * Which part of a list is returned.
 *
 * @category options
 * @since 0.3.0
 */
export interface PartOptions extends CallOptions {
  /** Most entries. @default 100 */
  readonly limit?: number | undefined
  /** Entries that are skipped. @default 0 */
  readonly offset?: number | undefined
}

/**
 * Calls reject with `InvalidRequest` for a field that cannot be read. They reject with `JobError` for a monitor or check
 * that does not exist (`UnknownMonitor`), and for one monitor too many (`TooManyMonitors`).
 *
 * The first call starts the checks of this client; they run until it is closed, and the process stays alive for them. With
 * `data`, monitors are in its `jobs.sqlite`, as those of `dunlin serve` without teams are, and each check runs in one of
 * the processes. Without `data` they end with the client.
 *
 * **Example** (A page that changes)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { type ClientMonitors, createClient } from "dunlin"
 *
 * const pages: Record<string, string> = { "https://example.com/": "<main><p>Pears cost 2.10 today.</p></main>" }
 * await using client = createClient({ fetcher: Fetcher.layerMemory(pages) })
 * const monitors: ClientMonitors.ClientMonitors = client.monitors
 *
 * const monitor: ClientMonitors.Monitor = await monitors.create({
 *   name: "Prices",
 *   schedule: { cron: "0 6 * * *", timezone: "Europe/Berlin" },
 *   targets: [{ type: "scrape", urls: ["https://example.com/"] }]
 * })
 * const pause: ClientMonitors.Change = { status: "paused" }
 * console.log((await monitors.update(monitor.id, pause)).status) // paused
 *
 * const latest: ClientMonitors.PartOptions = { limit: 1 }
 * const [check] = await monitors.checks(monitor.id, latest)
 * const detail: ClientMonitors.CheckDetail | undefined = check && await monitors.check(monitor.id, check.id)
 * console.log(detail?.pages.length) // undefined
 * ```
 *
 * @category models
 * @since 0.3.0
 */
export interface ClientMonitors {
  /** Creates a monitor; `warning` says what of the request has no effect. */
  readonly create: (request: Schema.MonitorRequestInput, options?: CallOptions) => Promise<Monitor>
  /** The monitors, the newest first. */
  readonly list: (options?: PartOptions) => Promise<ReadonlyArray<Monitor>>
  readonly get: (id: string, options?: CallOptions) => Promise<Monitor>
  /** Changes, pauses or resumes a monitor. A paused one keeps what it knows. */
  readonly update: (id: string, change: Change, options?: CallOptions) => Promise<Monitor>
  /** Deletes a monitor with all that it knows. */
  readonly delete: (id: string, options?: CallOptions) => Promise<void>
  /** Starts a check now, or returns the one that is running. The check goes on after the call. */
  readonly run: (id: string, options?: CallOptions) => Promise<Schema.MonitorCheck>
  /** The checks of a monitor, the newest first. */
  readonly checks: (id: string, options?: PartOptions) => Promise<ReadonlyArray<Schema.MonitorCheck>>
  readonly check: (id: string, check: string, options?: PartOptions) => Promise<CheckDetail>
  /** The newest changes of a monitor, as its feed has them; the first check of a page is no change. */
  readonly changes: (
    id: string,
    options?: Omit<PartOptions, "offset">
  ) => Promise<ReadonlyArray<Schema.MonitorPage>>
}
