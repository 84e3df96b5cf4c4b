/** Who may use the server, and how many pages of jobs each team has at the same time. */
import * as Teams from "@dunlin/http-api/Teams"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { SettingsError } from "../../SettingsError.ts"
import * as storage from "./storage.ts"

export const teams = (settings: {
  readonly teams: Option.Option<string>
  readonly publicUrl: Option.Option<string>
  readonly host: string
}) =>
  Option.isSome(settings.teams)
    ? Teams.layerFile(settings.teams.value).pipe(
      Layer.provide(NodeFileSystem.layer),
      Layer.catch(({ message }) =>
        Layer.effect(Teams.Teams, Effect.fail(new SettingsError({ variable: "DUNLIN_TEAMS", why: message })))
      )
    )
    : Teams.layerOpen({ publicUrl: Option.getOrUndefined(settings.publicUrl), host: settings.host })

/** A team has as many pages of jobs at the same time as requests, and so many over all workers. */
export const jobsOfTeams = (settings: Parameters<typeof storage.jobs>[0]) =>
  Layer.unwrap(Effect.map(Teams.Teams, ({ all }) => {
    const limits = new Map(all.map(({ id, maxConcurrent }) => [id, maxConcurrent]))
    return storage.jobs(settings, { mostPerTeam: (team) => limits.get(team) ?? Infinity })
  }))
