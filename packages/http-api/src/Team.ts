/**
 * Defines the teams file, which contains the teams of a server and their permissions.
 *
 * @since 0.1.0
 */
import type { Caller } from "@dunlin/pipeline/Caller"
import * as PipelineCaller from "@dunlin/pipeline/Caller"
import { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const orElse = <S extends Schema.Top>(schema: S, value: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))

/**
 * Features of a team. All of them are off by default.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Features = Schema.Struct({
  zdr: orElse(Schema.Boolean, false),
  anon: orElse(Schema.Boolean, false),
  threatProtection: orElse(
    Schema.Struct({
      enabled: orElse(Schema.Boolean, false),
      enforced: orElse(Schema.Boolean, false),
      allowOverrides: orElse(Schema.Boolean, true),
      policy: orElse(ThreatProtection, {})
    }).check(Schema.makeFilter(
      ({ enabled, enforced, policy }) => enabled || (!enforced && Object.keys(policy).length === 0),
      { expected: "enabled: true with a policy or enforced; without it, no list applies and no URL is scanned" }
    )),
    {}
  )
})

/**
 * A key in the file. It is plain text, or `sha256:` with the hexadecimal digest of the plain key.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Key = Schema.String.check(
  Schema.makeFilter(
    (key: string) => key !== "" && (!key.startsWith("sha256:") || /^sha256:[0-9a-fA-F]{64}$/.test(key)),
    {
      expected: "a non-empty key, or sha256: and 64 hexadecimal digits"
    }
  )
)

/**
 * Claims that an access token must have: `{ "iss": "https://id.example", "org_id": "acme" }`. All of these claims
 * must match. A claim that is a list matches if it contains the value, and `scope` matches if it contains the word.
 *
 * @category schemas
 * @since 0.2.0
 */
export const Claims = Schema.Record(Schema.NonEmptyString, Schema.NonEmptyString).check(
  Schema.makeFilter((claims) => Object.keys(claims).length > 0, { expected: "at least one claim" })
)

/**
 * @category models
 * @since 0.2.0
 */
export type Claims = typeof Claims.Type

/**
 * One team.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Team = Schema.Struct({
  id: Schema.NonEmptyString,
  keys: Schema.Array(Key),
  /**
   * Claims that identify the team's access tokens, if callers sign in (`AccessTokens`). A token must match one entry.
   */
  claims: Schema.optionalKey(Schema.Array(Claims)),
  /** Total credits granted; unlimited if absent. */
  credits: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  /** Maximum number of requests per minute. They may all come in one burst. Absent if unlimited. */
  rateLimitPerMinute: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  /** Maximum number of concurrent requests. If absent, the limit of the server applies (`Capacity`). */
  maxConcurrent: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  audit: orElse(Schema.Boolean, false),
  features: orElse(Features, {})
})

/**
 * @category models
 * @since 0.1.0
 */
export type Team = typeof Team.Type

/**
 * The fields of a team. Only `id` and `keys` are required.
 *
 * @category models
 * @since 0.1.0
 */
export type TeamInput = typeof Team.Encoded

/**
 * Creates a team with all defaults. Throws a `SchemaError` for invalid input, so use it only for values in code.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make: (input: TeamInput) => Team = Schema.decodeSync(Team)

/**
 * The whole file: `{ "teams": [...] }`. Ids and keys are unique.
 *
 * @category schemas
 * @since 0.1.0
 */
export const TeamsFile = Schema.Struct({ teams: Schema.Array(Team) }).check(
  Schema.makeFilter((file) => {
    const issues: Array<Schema.FilterIssue> = []
    const ids = new Set<string>()
    const keys = new Set<string>()
    for (const [index, team] of file.teams.entries()) {
      if (ids.has(team.id)) {
        issues.push({ path: ["teams", index, "id"], issue: "Expected an id that no other team has" })
      }
      ids.add(team.id)
      for (const [position, key] of team.keys.entries()) {
        if (keys.has(key)) {
          issues.push({ path: ["teams", index, "keys", position], issue: "Expected a key that no other team has" })
        }
        keys.add(key)
      }
    }
    return issues
  })
)

/**
 * The team of all requests to a server without keys. It has all permissions.
 *
 * @category constants
 * @since 0.1.0
 */
export const open: Team = {
  id: PipelineCaller.local.team,
  keys: [],
  audit: false,
  features: PipelineCaller.local.features
}

const withMode = (features: Team["features"]): Team["features"] => {
  const { threatProtection } = features
  return !threatProtection.enabled || threatProtection.policy.mode !== undefined
    ? features
    : { ...features, threatProtection: { ...threatProtection, policy: { ...threatProtection.policy, mode: "normal" } } }
}

/**
 * Converts the team to the pipeline's caller.
 *
 * @category conversions
 * @since 0.1.0
 */
export const toCaller = (team: Team, idempotencyKey?: string): Caller => ({
  team: team.id,
  features: team === open ? team.features : withMode(team.features),
  ...(idempotencyKey === undefined ? {} : { idempotencyKey })
})
