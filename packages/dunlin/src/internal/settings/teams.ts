/** Provides the teams that may use the server, and the number of job pages that each may run concurrently. */
import * as Teams from "@dunlin/http-api/Teams"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { SettingsError } from "../../SettingsError.ts"
import { lazily } from "../lazily.ts"
import { client } from "./client.ts"
import * as storage from "./storage.ts"
import { wrong } from "./variable.ts"

interface TeamSettings {
  readonly teams: Option.Option<string>
  readonly authorizationServers: ReadonlyArray<string>
  readonly publicUrl: Option.Option<string>
  readonly host: string
}

const audiencesOf = (publicUrl: string): ReadonlyArray<string> => {
  const { href, origin } = new URL(publicUrl)
  return [...new Set([publicUrl, href, origin, new URL("/mcp", publicUrl).href])]
}

const withTokens = (
  { authorizationServers: issuers, publicUrl }: TeamSettings,
  file: Layer.Layer<Teams.Teams, SettingsError>
): Layer.Layer<Teams.Teams, SettingsError> =>
  Layer.unwrap(Effect.gen(function*() {
    const { all } = yield* Teams.Teams
    const claimed = all.find(({ claims }) => claims !== undefined)
    if (claimed === undefined) return file
    const why = `required to check access tokens against the claims of team ${claimed.id}`
    if (issuers.length === 0) return yield* wrong("DUNLIN_AUTHORIZATION_SERVERS", why)
    if (Option.isNone(publicUrl)) return yield* wrong("DUNLIN_PUBLIC_URL", why)
    const open = all.find(({ claims }) => claims?.some(({ iss }) => iss === undefined) === true)
    if (issuers.length > 1 && open !== undefined) {
      return yield* wrong(
        "DUNLIN_TEAMS",
        `with several authorization servers, team ${open.id}'s claims require iss`
      )
    }
    const audiences = audiencesOf(publicUrl.value)
    return lazily(() => import("@dunlin/http-api/AccessTokens"), ({ layer }) => layer(file, { issuers, audiences }))
      .pipe(Layer.provide(client(...issuers)))
  })).pipe(Layer.provide(file))

export const teams = (settings: TeamSettings) =>
  Option.isSome(settings.teams)
    ? withTokens(
      settings,
      Teams.layerFile(settings.teams.value).pipe(
        Layer.provide(NodeFileSystem.layer),
        Layer.catch(({ message }) =>
          Layer.effect(Teams.Teams, Effect.fail(new SettingsError({ variable: "DUNLIN_TEAMS", why: message })))
        )
      )
    )
    : Teams.layerOpen({ publicUrl: Option.getOrUndefined(settings.publicUrl), host: settings.host })

export const jobsOfTeams = (settings: Parameters<typeof storage.jobs>[0]) =>
  Layer.unwrap(Effect.map(Teams.Teams, ({ all }) => {
    const limits = new Map(all.map(({ id, maxConcurrent }) => [id, maxConcurrent]))
    return storage.jobs(settings, { mostPerTeam: (team) => limits.get(team) ?? Infinity })
  }))
