/** Downloads audio and video behind the egress guard: media that a page names, and media that yt-dlp finds. */
import type { EgressGuard } from "@dunlin/fetcher/EgressGuard"
import { MediaExtractor, orElse } from "@dunlin/transformers/MediaExtractor"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import type { Settings } from "../../Settings.ts"

/** Higher than the limit of a single file. */
const MAX_CONNECTION_BYTES = 300 * 1024 * 1024

export const mediaExtractor = ({ ffmpeg, ytDlp }: Settings): Layer.Layer<never, never, EgressGuard> =>
  Layer.effect(
    MediaExtractor,
    Effect.gen(function*() {
      const scope = yield* Effect.scope
      const context = yield* Effect.context<EgressGuard>()
      // The proxy starts with the first request for media.
      const extractor = yield* Effect.cached(
        Effect.gen(function*() {
          const [EgressHttpClient, EgressProxy, DirectMedia, YtDlp] = yield* Effect.promise(() =>
            Promise.all([
              import("@dunlin/fetcher/EgressHttpClient"),
              import("@dunlin/fetcher/EgressProxy"),
              import("@dunlin/transformers/DirectMedia"),
              import("@dunlin/transformers/YtDlp")
            ])
          )
          const paths = { ytDlp: Option.getOrUndefined(ytDlp), ffmpeg: Option.getOrUndefined(ffmpeg) }
          const direct = yield* DirectMedia.make(paths).pipe(
            Effect.provideServiceEffect(
              HttpClient.HttpClient,
              EgressHttpClient.make({ maxBytes: MAX_CONNECTION_BYTES })
            )
          )
          const username = "dunlin"
          const password = randomBytes(16).toString("hex")
          const credentials = { username, password: Redacted.make(password) }
          const { url } = yield* EgressProxy.make({ maxBytes: MAX_CONNECTION_BYTES, credentials })
          const proxy = Redacted.make(Object.assign(new URL(url), { username, password }).href)
          return orElse(direct, yield* YtDlp.make({ ...paths, proxy }))
        }).pipe(Scope.provide(scope), Effect.provideContext(context))
      )
      return { extract: (request) => Effect.flatMap(extractor, ({ extract }) => extract(request)) }
    })
  )
