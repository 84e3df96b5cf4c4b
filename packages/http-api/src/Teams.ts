/**
 * Finds the team of a credential. Keys are stored as SHA-256 digests. A presented key is hashed, looked up by a keyed
 * digest, and compared in constant time, so that the response time does not help to guess a key.
 *
 * @since 0.1.0
 */
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { PlatformError } from "effect/PlatformError"
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
  /** All teams, to create their accounts. */
  readonly all: ReadonlyArray<Team.Team>
  /** Returns the team of a bearer key. The key is `undefined` if the request has none. */
  readonly identify: (
    key: Redacted.Redacted<string> | undefined,
    from?: From | undefined
  ) => Effect.Effect<Team.Team, ApiError.ApiError>
}>()("@dunlin/http-api/Teams") {}

/**
 * The origin and the target host of a request, as its headers state them.
 *
 * @category models
 * @since 0.1.0
 */
export interface From {
  /** `Host`: the server's name in the request. */
  readonly host?: string | undefined
  /** `Origin`: the site of the page that sends the request. Browsers send this header with every POST. */
  readonly origin?: string | undefined
  /** `Sec-Fetch-Site`: the relation of that site to the server. Browsers send this header with every request. */
  readonly site?: string | undefined
}

/**
 * The teams file is invalid. The message contains the position and the reason.
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

const isLocal = ({ hostname }: URL): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" ||
  /^127(?:\.\d+){3}$/.test(hostname)

/** DNS rebinding cannot change an IP address. */
const isAddress = ({ hostname }: URL): boolean => hostname.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(hostname)

const parseUrl = (text: string): URL | undefined => URL.parse(text) ?? undefined

const isWeb = ({ protocol }: URL): boolean => protocol === "http:" || protocol === "https:"

const hostOf = (text: string): URL | undefined => parseUrl(`http://${text.replace(/\.(?=:\d+$|$)/, "")}`)

/** Caches the last result, because clients of a server send the same host with every request. */
const lastOf = <A>(compute: (text: string) => A): (text: string) => A => {
  let last: { readonly text: string; readonly result: A } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) }
    return last.result
  }
}

const refusedSite = ApiError.make(
  "FORBIDDEN",
  "This server requires no keys, so it rejects requests from pages of other sites. Configure teams with keys, or the server's public URL."
)

const refusedHost = ApiError.make(
  "FORBIDDEN",
  "This server requires no keys, so it rejects unknown host names. Configure teams with keys, or the server's public URL (DUNLIN_PUBLIC_URL)."
)

/**
 * Assigns all requests to the same team, with or without a key. Use it for a server that only its owner can reach.
 *
 * The owner's browser can reach the server, too, and runs pages of any site. Such a page could send requests, or
 * point its own name here (DNS rebinding) and read the responses. A request is therefore `FORBIDDEN` unless all of
 * these hold:
 *
 * - `Host` is this machine (`localhost`, `127.0.0.0/8`, `::1`), the host listened on, or that of `publicUrl`; if the
 *   server listens on all addresses, any IP address is accepted, but no other name;
 * - `Origin`, if present, is a site of this machine or `publicUrl`;
 * - without `Origin`, `Sec-Fetch-Site` does not name a different site.
 *
 * Clients other than browsers send neither of the last two headers.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOpen = (options?: {
  readonly publicUrl?: string | undefined
  readonly host?: string | undefined
}): Layer.Layer<Teams> =>
  Layer.sync(Teams, () => {
    const own = parseUrl(options?.publicUrl ?? "")
    const listened = options?.host ?? "127.0.0.1"
    const isEverywhere = listened === "0.0.0.0" || listened === "::"
    const listenedName = hostOf(listened.includes(":") ? `[${listened}]` : listened)?.hostname
    const isMeant = lastOf((host: string) => {
      const named = hostOf(host)
      return named !== undefined &&
        (isLocal(named) || named.hostname === own?.hostname || named.hostname === listenedName ||
          (isEverywhere && isAddress(named)))
    })
    const mayAsk = (origin: string) => {
      const site = parseUrl(origin)
      return site !== undefined && isWeb(site) && (isLocal(site) || site.origin === own?.origin)
    }
    const isForeign = ({ host, site }: From) =>
      site === "cross-site" || (site === "same-site" && !isLocal(hostOf(host ?? "") ?? new URL("http://other")))
    return Teams.of({
      all: [Team.open],
      identify: (_key, from = {}) =>
        from.host !== undefined && !isMeant(from.host)
          ? Effect.fail(refusedHost)
          : (from.origin === undefined ? isForeign(from) : !mayAsk(from.origin))
          ? Effect.fail(refusedSite)
          : Effect.succeed(Team.open)
    })
  })

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (teams: ReadonlyArray<Team.Team>): Layer.Layer<Teams> => Layer.sync(Teams, () => make(teams))

const decodeFile = Schema.decodeUnknownEffect(Team.TeamsFile, { errors: "all", onExcessProperty: "error" })

const parseJson = (text: string, path: string) =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    // The parser's message would quote the text, which contains keys.
    catch: () => new TeamsFileError({ path, why: "it is not valid JSON" })
  })

/** Permission bits of users outside the file's group (POSIX). */
const othersMay = { read: 0o004, write: 0o002 }

const hasModes = process.platform !== "win32"

/** Any user who can write the file can act as any team. */
const checkMode = (path: string, mode: number): Effect.Effect<void, TeamsFileError> => {
  const written = (mode & 0o777).toString(8).padStart(3, "0")
  if (hasModes && (mode & othersMay.write) !== 0) {
    return Effect.fail(
      new TeamsFileError({ path, why: `every user of this machine can write to it (mode ${written}); run chmod 600` })
    )
  }
  return hasModes && (mode & othersMay.read) !== 0
    ? Effect.annotateLogs(
      Effect.logWarning("every user of this machine can read the teams file and its plain keys"),
      { path, mode: written }
    )
    : Effect.void
}

/**
 * Reads a teams file (`Team.TeamsFile`) once, at start. An unknown field is an error that suggests the closest known
 * one. The layer fails if every user can write the file, or if the file contains no key. If every user can read the
 * file, the server logs a warning.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerFile = (path: string): Layer.Layer<Teams, TeamsFileError, FileSystem.FileSystem> =>
  Layer.effect(
    Teams,
    Effect.gen(function*() {
      const fileSystem = yield* FileSystem.FileSystem
      const unreadable = (error: PlatformError) =>
        new TeamsFileError({
          path,
          why: error.reason._tag === "NotFound" ? "the file does not exist" : error.reason._tag
        })
      const { mode, type } = yield* Effect.mapError(fileSystem.stat(path), unreadable)
      if (type === "Directory") return yield* Effect.fail(new TeamsFileError({ path, why: "it is a folder" }))
      yield* checkMode(path, mode)
      const text = yield* Effect.mapError(fileSystem.readFileString(path), unreadable)
      const file = yield* decodeFile(yield* parseJson(text, path)).pipe(
        // The input is omitted, because a value may be a key.
        Effect.mapError(({ issue }) =>
          new TeamsFileError({ path, why: InvalidRequest.fromIssue(issue, undefined).message })
        )
      )
      if (!file.teams.some(({ claims, keys }) => keys.length > 0 || claims !== undefined)) {
        const why =
          "teams: expected at least one team with keys or claims; without one, every request would be rejected"
        return yield* Effect.fail(new TeamsFileError({ path, why }))
      }
      return make(file.teams)
    })
  )
