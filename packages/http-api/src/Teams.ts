/**
 * Finds the team a credential belongs to.
 *
 * Keys are kept as SHA-256 digests. A presented key is hashed, found by a
 * digest keyed with a secret of this process, and compared in constant time,
 * so that neither the keys nor how long an answer took helps anybody guess.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import * as ApiError from "./ApiError.ts"
import * as Team from "./Team.ts"

/**
 * @category services
 * @since 0.1.0
 */
export class Teams extends Context.Service<Teams, {
  /** All teams, for setting up their accounts. */
  readonly all: ReadonlyArray<Team.Team>
  /**
   * The team of a bearer key; `undefined` when the request carried none. `origin` is the header with which browsers say
   * which site's page sends a request.
   */
  readonly identify: (
    key: Redacted.Redacted<string> | undefined,
    origin?: string | undefined
  ) => Effect.Effect<Team.Team, ApiError.ApiError>
}>()("@dunlin/http-api/Teams") {}

/**
 * The teams file cannot be used; the message says where and why.
 *
 * @category errors
 * @since 0.1.0
 */
export class TeamsFileError extends Schema.TaggedError<TeamsFileError>()("TeamsFileError", {
  path: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `The teams file ${this.path} cannot be used: ${this.why}`
  }
}

const digest = (key: string): Buffer => key.startsWith("sha256:") ? Buffer.from(key.slice(7), "hex") : sha256(key)

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest()

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = (teams: ReadonlyArray<Team.Team>): Teams["Service"] => {
  const secret = randomBytes(32)
  const blind = (digest: Buffer) => createHmac("sha256", secret).update(digest).digest("base64")
  const known = new Map(
    teams.flatMap((team) =>
      team.keys.map((key) => {
        const hashed = digest(key)
        return [blind(hashed), { hashed, team }] as const
      })
    )
  )
  return Teams.of({
    all: teams,
    identify: (key) =>
      Effect.suspend(() => {
        if (key === undefined || Redacted.value(key) === "") {
          return Effect.fail(ApiError.make("UNAUTHORIZED", "Unauthorized: Token missing"))
        }
        const presented = sha256(Redacted.value(key))
        const found = known.get(blind(presented))
        return found !== undefined && timingSafeEqual(found.hashed, presented)
          ? Effect.succeed(found.team)
          : Effect.fail(ApiError.make("UNAUTHORIZED", "Unauthorized: Invalid token"))
      })
  })
}

/** A site of this machine, whatever its port. */
const isLocal = ({ hostname }: URL): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" ||
  /^127(?:\.\d+){3}$/.test(hostname)

const parseUrl = (text: string): URL | undefined => URL.canParse(text) ? new URL(text) : undefined

/**
 * Everybody is the same team, with or without a key: for a server that only its owner can reach.
 *
 * The owner's browser can reach it too, and runs pages of anybody. So what names its site in `Origin` is answered when
 * the site is of this machine (`localhost`, `127.0.0.0/8`, `::1`) or is `publicUrl`, and is `FORBIDDEN` otherwise.
 * Browsers name it with every `POST`, so no other page searches or scrapes, also when its name was made to lead here
 * (DNS rebinding). Some of their `GET`s, and clients that are no browsers, name none and are answered.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOpen = (options?: {
  /** How clients reach the server, `https://search.example` for instance. */
  readonly publicUrl?: string | undefined
}): Layer.Layer<Teams> =>
  Layer.sync(Teams, () => {
    const own = parseUrl(options?.publicUrl ?? "")?.origin
    const mayAsk = (origin: string) => {
      const site = parseUrl(origin)
      return site !== undefined && (isLocal(site) || site.origin === own)
    }
    return Teams.of({
      all: [Team.open],
      identify: (_key, origin) =>
        origin === undefined || mayAsk(origin)
          ? Effect.succeed(Team.open)
          : Effect.fail(ApiError.make(
            "FORBIDDEN",
            "This server asks for no keys, so it answers no pages of other sites. Give it teams with keys, or the public URL it is reached by."
          ))
    })
  })

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (teams: ReadonlyArray<Team.Team>): Layer.Layer<Teams> => Layer.sync(Teams, () => make(teams))

const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(Team.TeamsFile), { errors: "all" })

/**
 * Reads a teams file (`Team.TeamsFile`) once, at the start.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerFile = (path: string): Layer.Layer<Teams, TeamsFileError, FileSystem.FileSystem> =>
  Layer.effect(
    Teams,
    Effect.gen(function*() {
      const fileSystem = yield* FileSystem.FileSystem
      const text = yield* fileSystem.readFileString(path).pipe(
        Effect.mapError((error) => new TeamsFileError({ path, why: error.reason._tag }))
      )
      const file = yield* decodeFile(text).pipe(
        Effect.mapError((error) => new TeamsFileError({ path, why: error.message }))
      )
      return make(file.teams)
    })
  )
