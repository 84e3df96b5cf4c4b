/** Serves `/mcp`, and metadata about how a client obtains a key. */
import * as Mount from "@dunlin/http-api/Mount"
import * as HttpEndpoint from "@dunlin/mcp/HttpEndpoint"
import { Redaction } from "@dunlin/mcp/Tools"
import type { Answerer } from "@dunlin/pipeline/Answerer"
import type { Reader } from "@dunlin/pipeline/Reader"
import type { RedactPii } from "@dunlin/schema/RedactPii"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"

export interface Options {
  readonly publicUrl?: string | undefined
  readonly authorizationServers: ReadonlyArray<string>
  readonly redactPII: RedactPii
  readonly beside: ReadonlyArray<Mount.Mount>
}

/** Arguments of tools are URLs and short texts. */
const MAX_BODY_BYTES = 256 * 1024

const path = "/mcp"

const waits: Readonly<Record<number, string>> = { 429: "RATE_LIMITED", 503: "SERVICE_UNAVAILABLE" }

const metadataPath = "/.well-known/oauth-protected-resource"

const resourceOf = (publicUrl: string | undefined, host: string | undefined): string =>
  new URL(path, publicUrl ?? `http://${host ?? "localhost"}`).href

/** Browsers send the origin of their page. Pages of other origins need the team's key. */
const isOwnOrigin = (origin: string, publicUrl: string | undefined): boolean => {
  const url = URL.parse(origin)
  if (url === null) return false
  const isLocal = url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(url.hostname)
  return isLocal || url.origin === URL.parse(publicUrl ?? "")?.origin
}

export const layer = (options: Options): Layer.Layer<never, never, Answerer | Reader> =>
  Layer.effect(
    Mount.Mounts,
    Effect.gen(function*() {
      const { authorizationServers, beside, publicUrl, redactPII } = options
      const endpoint = yield* Effect.provideService(HttpEndpoint.make(), Redaction, redactPII)

      const serve: Mount.Mount = {
        path,
        methods: ["GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"],
        name: "mcp",
        isMetered: HttpEndpoint.isCall,
        maxBodyBytes: MAX_BODY_BYTES,
        handle: ({ body, caller, headers, method, url }) => {
          const { origin, ...others } = headers
          if (origin !== undefined && !isOwnOrigin(origin, publicUrl)) {
            return Effect.succeed(HttpServerResponse.empty({ status: 403 }))
          }
          return endpoint.handle({ method, url, headers: others, body, caller })
        },
        refused: (response, body) => {
          const code = waits[response.status]
          if (code !== undefined && HttpEndpoint.isCall(body)) {
            // A model's host would treat status 429 as the end of the connection, so the error is in the result of
            // the tool.
            const seconds = response.headers["retry-after"] ?? "60"
            return HttpEndpoint.toolError(body, `${code}: too many calls. Try again in ${seconds} seconds.`)
          }
          return response.status === 401 && authorizationServers.length > 0
            ? HttpServerResponse.setHeader(response, "www-authenticate", challengeOf(publicUrl))
            : response
        }
      }
      const metadata: Mount.Mount = {
        path: metadataPath,
        methods: ["GET"],
        name: "mcp-metadata",
        isPublic: true,
        handle: ({ headers }) =>
          Effect.succeed(HttpServerResponse.jsonUnsafe({
            resource: resourceOf(publicUrl, headers.host),
            authorization_servers: authorizationServers,
            bearer_methods_supported: ["header"],
            resource_name: "Dunlin"
          }))
      }
      return authorizationServers.length === 0
        ? [...beside, serve]
        : [...beside, serve, metadata, { ...metadata, path: `${metadataPath}${path}` }]
    })
  )

const challengeOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined
    ? "Bearer"
    : `Bearer resource_metadata="${new URL(`${metadataPath}${path}`, publicUrl).href}"`
