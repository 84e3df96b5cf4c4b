/**
 * Defines the monitors of a client: pages, sites and queries that are checked on a schedule.
 *
 * @since 0.3.0
 */
import type * as Schema from "@dunlin/schema/Monitor"
import type { CallOptions } from "./internal/callOptions.ts"

/**
 * A monitor. A client does not serve feed URLs, so `changes` returns the entries that a feed would have.
 *
 * @category models
 * @since 0.3.0
 */
export interface Monitor extends Omit<Schema.Monitor, "feeds"> {}

/**
 * A check with one page of its results. `next` is the `offset` of the next page of results.
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
 * Which page of a list to return.
 *
 * @category options
 * @since 0.3.0
 */
export interface PartOptions extends CallOptions {
  /** Maximum number of entries. @default 100 */
  readonly limit?: number | undefined
  /** Number of entries to skip. @default 0 */
  readonly offset?: number | undefined
}

/**
 * Calls reject with `InvalidRequest` for an invalid field. They reject with `JobError` for an unknown monitor or
 * check (`UnknownMonitor`), and if there are too many monitors (`TooManyMonitors`).
 *
 * The first call starts the checks of this client. They run until the client is closed, and keep the process alive.
 * With `data`, monitors are stored in `jobs.sqlite`, which `dunlin serve` without teams also uses, and each check
 * runs in one of the processes. Without `data`, monitors end with the client.
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
  /** Creates a monitor. `warning` names fields of the request that have no effect. */
  readonly create: (request: Schema.MonitorRequestInput, options?: CallOptions) => Promise<Monitor>
  /** Returns the monitors, newest first. */
  readonly list: (options?: PartOptions) => Promise<ReadonlyArray<Monitor>>
  readonly get: (id: string, options?: CallOptions) => Promise<Monitor>
  /** Changes, pauses or resumes a monitor. A paused monitor keeps its state. */
  readonly update: (id: string, change: Change, options?: CallOptions) => Promise<Monitor>
  readonly delete: (id: string, options?: CallOptions) => Promise<void>
  /** Starts a check now, or returns the running one. The check continues after the call returns. */
  readonly run: (id: string, options?: CallOptions) => Promise<Schema.MonitorCheck>
  /** Returns the checks of a monitor, newest first. */
  readonly checks: (id: string, options?: PartOptions) => Promise<ReadonlyArray<Schema.MonitorCheck>>
  readonly check: (id: string, check: string, options?: PartOptions) => Promise<CheckDetail>
  /** Returns the newest changes of a monitor, as its feed would. The first check of a page is not a change. */
  readonly changes: (
    id: string,
    options?: Omit<PartOptions, "offset">
  ) => Promise<ReadonlyArray<Schema.MonitorPage>>
}
