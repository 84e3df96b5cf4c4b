import * as Format from "@dunlin/schema/Format"
import type { Blob, RawPage } from "@dunlin/schema/RawPage"
import { MediaExtractor } from "@dunlin/transformers/MediaExtractor"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Deadline from "../Deadline.ts"
import * as Retention from "../Retention.ts"
import type { Input, Loaded } from "../ScrapeState.ts"

export interface Media {
  readonly audio?: Blob | undefined
  readonly video?: Blob | undefined
}

type Extracted = { readonly media: Media } & Pick<Input, "warnings">

/** Media that arrives later is omitted, and the page is returned. */
const MEDIA_SHARE_OF_TIME_LEFT = 0.9

export const extractMedia = Effect.fnUntraced(function*(state: Input & Loaded): Effect.fn.Return<Extracted> {
  const kinds = Format.ofOrigin("media").filter((kind) => Format.has(state.options.formats, kind))
  if (kinds.length === 0) return { media: {}, warnings: state.warnings }
  if (!Retention.keeps(state.retention)) {
    return {
      media: {},
      warnings: [
        ...state.warnings,
        `${kinds.join(" and ")} omitted: files are not stored for requests with zero data retention.`
      ]
    }
  }
  const extractor = yield* MediaExtractor
  const left = Math.min(yield* Deadline.remaining, state.options.timeout)
  const { url } = state.page
  const sources = yield* sourcesOf(state.page)
  const taken = yield* Effect.forEach(kinds, (kind) =>
    Effect.map(
      Effect.result(extractor.extract({ url, sources, kind, timeout: left * MEDIA_SHARE_OF_TIME_LEFT })),
      Result.match({
        onFailure: (error) => ({ media: {}, warnings: [`${kind}: ${error.message}.`] }),
        onSuccess: (blob) => ({ media: { [kind]: blob }, warnings: [] })
      })
    ), { concurrency: 2 })
  return {
    media: Object.assign({}, ...taken.map(({ media }) => media)),
    warnings: [...state.warnings, ...taken.flatMap(({ warnings }) => warnings)]
  }
})

/** A response that is not a page may be media itself. */
const sourcesOf = Effect.fnUntraced(function*(page: RawPage) {
  const [{ parsed }, { fromPage }] = yield* Effect.promise(() =>
    Promise.all([import("./parsed.ts"), import("@dunlin/transformers/MediaSources")])
  )
  const html = parsed(page)
  return html === undefined ? [page.url] : fromPage(html)
})
