/**
 * Accepts OAuth 2.1 access tokens of teams whose callers sign in at an authorization server. A request may carry a
 * token instead of a key. Tokens are signed JWTs with a valid issuer, audience and lifetime.
 *
 * The audience distinguishes an access token from an identity token, which is meant for the client. The issuer's keys
 * are cached, and fetched again when a token names an unknown key. The `claims` of the teams file assign a token to a
 * team.
 *
 * @since 0.2.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { decodeJwt, errors, jwtVerify } from "jose"
import * as ApiError from "./ApiError.ts"
import * as IssuerKeys from "./internal/issuerKeys.ts"
import type { Claims, Team } from "./Team.ts"
import { Teams } from "./Teams.ts"

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /**
   * Accepted issuers, as in `iss`. With more than one issuer, `claims` without `iss` match no token. Otherwise a
   * claim of one issuer could match in a token of another.
   */
  readonly issuers: ReadonlyArray<string>
  /** Accepted values of `aud`: the URLs under which the issuers know this server (RFC 8707). */
  readonly audiences: ReadonlyArray<string>
}

/**
 * Signatures with a private key of the issuer. Shared secrets are missing, because other holders could create tokens.
 */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519"
]

/** Allows for a difference between the clocks of issuer and server. */
const CLOCK_TOLERANCE_SECONDS = 60

/** Real issuers create tokens of at most a few thousand characters. */
const MAX_TOKEN_CHARACTERS = 16_384

/** Three parts in base64url, of which the first two are JSON objects. */
const looksLikeToken = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/

const refused = ApiError.make("UNAUTHORIZED", "Unauthorized: Invalid token")
const expired = ApiError.make("UNAUTHORIZED", "Unauthorized: The token has expired")
const nobody = ApiError.make("FORBIDDEN", "The token is valid, but its claims match no team on this server.")

/** Claims that are space-separated lists (RFC 8693, section 4.2). Other claims may contain text of users. */
const lists = new Set(["scope", "scp"])

const hasClaim = (name: string, claim: unknown, value: string): boolean =>
  claim === value || (Array.isArray(claim) && claim.includes(value)) ||
  (lists.has(name) && typeof claim === "string" && claim.split(" ").includes(value))

const belongsTo = (claims: Readonly<Record<string, unknown>>) => (wanted: Claims): boolean =>
  Object.entries(wanted).every(([name, value]) => hasClaim(name, claims[name], value))

/**
 * Accepts tokens of authorization servers in addition to the teams' keys. A token belongs to the first team with a
 * `claims` entry that matches completely.
 *
 * An invalid token fails with `UNAUTHORIZED`, and a token without a team with `FORBIDDEN`. If the issuer's keys
 * cannot be read, the error is `SERVICE_UNAVAILABLE`.
 *
 * @category constructors
 * @since 0.2.0
 */
export const make = (
  teams: Teams["Service"],
  client: HttpClient.HttpClient,
  { audiences, issuers }: Options
): Teams["Service"] => {
  const keysOf = new Map(issuers.map((issuer) => [issuer, IssuerKeys.make(client, issuer)]))

  const claimsOf = Effect.fnUntraced(function*(token: string) {
    const issuer = yield* Effect.try({ try: () => decodeJwt(token).iss, catch: () => refused })
    const keys = keysOf.get(issuer ?? "")
    if (issuer === undefined || keys === undefined) return yield* refused
    const currentDate = new Date(yield* Clock.currentTimeMillis)
    const verify = (known: IssuerKeys.Keys) =>
      Effect.tryPromise({
        try: () =>
          jwtVerify(token, known, {
            issuer,
            audience: [...audiences],
            algorithms,
            clockTolerance: CLOCK_TOLERANCE_SECONDS,
            currentDate,
            requiredClaims: ["exp"]
          }),
        catch: (error) => error
      })
    return yield* Effect.flatMap(keys.known, verify).pipe(
      Effect.catch((error) =>
        error instanceof errors.JWKSNoMatchingKey ? Effect.flatMap(keys.renewed, verify) : Effect.fail(error)
      ),
      Effect.map(({ payload }): Readonly<Record<string, unknown>> => payload),
      Effect.mapError((error) =>
        error instanceof ApiError.ApiError ? error : error instanceof errors.JWTExpired ? expired : refused
      )
    )
  })

  const teamOf = Effect.fnUntraced(function*(token: string): Effect.fn.Return<Team, ApiError.ApiError> {
    if (token.length > MAX_TOKEN_CHARACTERS) return yield* refused
    const is = belongsTo(yield* claimsOf(token))
    const mayBe = (claims: Claims) => (issuers.length === 1 || claims.iss !== undefined) && is(claims)
    return teams.all.find(({ claims }) => claims?.some(mayBe) === true) ?? (yield* nobody)
  })

  return Teams.of({
    all: teams.all,
    // A key may look like a token, so keys are checked first.
    identify: (key, from) =>
      Effect.catchIf(
        teams.identify(key, from),
        ({ code }) => code === "UNAUTHORIZED" && key !== undefined && looksLikeToken.test(Redacted.value(key)),
        () => teamOf(Redacted.value(key!))
      )
  })
}

/**
 * Adds access tokens to the teams of a layer.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = <E, R>(
  teams: Layer.Layer<Teams, E, R>,
  options: Options
): Layer.Layer<Teams, E, R | HttpClient.HttpClient> =>
  Layer.effect(
    Teams,
    Effect.gen(function*() {
      return make(yield* Teams, yield* HttpClient.HttpClient, options)
    })
  ).pipe(Layer.provide(teams))
