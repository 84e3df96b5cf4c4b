/** Provides the worker of this process. */
import * as EgressHttpClient from "@dunlin/fetcher/EgressHttpClient"
import { toCaller } from "@dunlin/http-api/Team"
import * as Teams from "@dunlin/http-api/Teams"
import * as JobRunner from "@dunlin/jobs/JobRunner"
import type { Answerer } from "@dunlin/pipeline/Answerer"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Settings } from "../../Settings.ts"
import { lazily } from "../lazily.ts"
import { languageModel } from "./models.ts"
import type { Shares } from "./shares.ts"

const minds = (settings: Settings): Layer.Layer<never, never, Answerer> =>
  Option.match(languageModel(settings), {
    onNone: () => Layer.empty,
    onSome: (model) =>
      Layer.merge(
        lazily(() => import("@dunlin/jobs/ModelChangeJudge"), ({ layer }) => layer),
        lazily(() => import("../research/agent.ts"), ({ layer }) => layer)
      ).pipe(Layer.provide(model))
  })

/** Webhooks may not reach private addresses either. */
export const worker = (
  settings: Settings & {
    readonly workers: number
    readonly shares: Shares
    readonly robots: "on" | "off"
    readonly webhookSecret: Option.Option<Redacted.Redacted>
    readonly drain?: Duration.Input | undefined
  }
) =>
  settings.workers === 0 ? Layer.empty : Layer.unwrap(Effect.map(Teams.Teams, ({ all }) => {
    const callers = new Map(all.map((team) => [team.id, toCaller(team)]))
    return JobRunner.layer({
      concurrency: settings.shares.own,
      drain: settings.drain,
      robots: settings.robots === "on",
      webhookSecret: Option.getOrUndefined(settings.webhookSecret),
      callerOf: (team) => callers.get(team)
    })
  })).pipe(Layer.provide([EgressHttpClient.layer(), minds(settings)]))
