/** The worker of this process. */
import * as EgressHttpClient from "@dunlin/fetcher/EgressHttpClient"
import * as JobRunner from "@dunlin/jobs/JobRunner"
import type * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** Works on pages of jobs, unless the settings leave them to others. Webhooks are reached as pages are: guarded. */
export const worker = ({ drain, robots, webhookSecret, workers }: {
  readonly workers: number
  readonly robots: "on" | "off"
  readonly webhookSecret: Option.Option<Redacted.Redacted>
  /** How long pages may take to finish when the worker is stopped. @default that of `JobWorker` */
  readonly drain?: Duration.Input | undefined
}) =>
  workers === 0 ? Layer.empty : JobRunner.layer({
    concurrency: workers,
    drain,
    robots: robots === "on",
    webhookSecret: Option.getOrUndefined(webhookSecret)
  }).pipe(Layer.provide(EgressHttpClient.layer()))
