/** Finds promises that these settings and teams cannot keep, for the start log, `doctor` and `/health`. */
import type { Team } from "@dunlin/http-api/Team"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { service } from "../settings/service.ts"
import { serviceNames, services } from "../settings/table.ts"
import type { PromiseName } from "./allPromises.ts"

export interface Unkept {
  readonly promise: PromiseName
  readonly why: string
}

export interface ServerSettings extends Settings {
  readonly host: string
  readonly teams: Option.Option<string>
  readonly authorizationServers: ReadonlyArray<string>
  readonly audit: "sqlite" | "stdout" | "off"
}

interface Facts {
  readonly settings: ServerSettings
  readonly teams: ReadonlyArray<Team>
  readonly hasScanner: boolean
  /** Engines with a key that no setting selects. */
  readonly unnamed: ReadonlyArray<string>
}

const SET_A_SCANNER = "set the key of a scanner, such as DUNLIN_URLHAUS_KEY, or DUNLIN_THREAT_URL"

const wantsScans = ({ features: { threatProtection } }: Team): boolean =>
  threatProtection.enabled && threatProtection.policy.mode !== "off"

const isClosed = ({ features }: Team): boolean => features.threatProtection.policy.failurePolicy === "closed"

const isEverywhere = (host: string): boolean => host === "0.0.0.0" || host === "::"

type Check = (facts: Facts) => ReadonlyArray<Unkept>

const one = (promise: PromiseName, isUnkept: boolean, why: string): ReadonlyArray<Unkept> =>
  isUnkept ? [{ promise, why }] : []

const checks: ReadonlyArray<Check> = [
  ({ hasScanner, settings, teams }) =>
    hasScanner || Option.isNone(settings.teams) ? [] : teams.filter(wantsScans).map((team): Unkept =>
      isClosed(team)
        ? {
          promise: "scan-closed",
          why: `no URL scanner is configured, so team ${team.id}'s closed policy blocks every page: ${SET_A_SCANNER}`
        }
        : {
          promise: "scan-open",
          why:
            `no URL scanner is configured, so only its blacklist and blocked top-level domains protect team ${team.id}: ${SET_A_SCANNER}. If this is intended, set threatProtection.policy.mode to off for the team`
        }
    ),
  ({ settings: { host, publicUrl } }) =>
    one(
      "clients-reach-links",
      isEverywhere(host) && Option.isNone(publicUrl),
      "links to files use 127.0.0.1, which other machines cannot reach: set DUNLIN_PUBLIC_URL"
    ),
  ({ settings: { database, redis, signingKey } }) =>
    one(
      "links",
      (Option.isSome(database) || Option.isSome(redis)) && Option.isNone(signingKey),
      "other servers on this database reject this server's links: set the same DUNLIN_SIGNING_KEY on every server"
    ),
  ({ settings: { authorizationServers }, teams }) =>
    one(
      "tokens",
      authorizationServers.length > 0 && teams.every(({ claims }) => claims === undefined),
      "no team has claims, so every access token is rejected: add claims to a team, or unset DUNLIN_AUTHORIZATION_SERVERS"
    ),
  ({ unnamed }) =>
    unnamed.map((name): Unkept => ({
      promise: "provider",
      why: `search engine ${name} has a key but is not used: add it to DUNLIN_PROVIDER`
    })),
  ({ settings: { provider, providerRate, searchCache } }) =>
    one(
      "provider",
      provider.every((name) => name === "local") && (Option.isSome(providerRate) || Option.isSome(searchCache)),
      "DUNLIN_PROVIDER_RATE and DUNLIN_SEARCH_CACHE have no effect on the embedded index: add an engine to DUNLIN_PROVIDER"
    )
]

export const unkept = Effect.fnUntraced(function*(
  settings: ServerSettings,
  teams: ReadonlyArray<Team>
): Effect.fn.Return<ReadonlyArray<Unkept>, SettingsError> {
  const requested: ReadonlySet<string> = new Set([...settings.provider, ...settings.categoryProviders])
  const unnamed: Array<string> = []
  let hasScanner = Option.isSome(settings.urlhausFile)
  for (const name of serviceNames) {
    const { needs, readBy } = services[name]
    const { apiKey, apiUrl } = yield* service(name)
    if (readBy === "threats") hasScanner ||= needs === "address" ? apiUrl !== undefined : apiKey !== undefined
    // Both are used for categories as soon as they have a key, so `DUNLIN_PROVIDER` need not name them.
    if (readBy === "provider" && needs === "key" && apiKey !== undefined && !requested.has(name)) unnamed.push(name)
  }
  return checks.flatMap((check) => check({ settings, teams, hasScanner, unnamed }))
})
