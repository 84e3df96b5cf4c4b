/** Fetches pages that exist only in the index: documents whose URLs no server serves. */
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as FetchError from "@dunlin/fetcher/FetchError"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import { RawPage, withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Anchors from "@dunlin/text/Anchors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Failures that leave open whether the page still exists. */
const unreachable: ReadonlySet<string> = new Set(["InvalidUrl", "DnsError", "ConnectError", "EgressBlocked"])

export const layer: Layer.Layer<Fetcher.Fetcher, never, Fetcher.Fetcher | LocalIndex.LocalIndex> = Layer.effect(
  Fetcher.Fetcher,
  Effect.gen(function*() {
    const fetcher = yield* Fetcher.Fetcher
    const index = yield* LocalIndex.LocalIndex
    return Fetcher.Fetcher.of({
      ...(fetcher.open === undefined ? {} : { open: fetcher.open }),
      // A page of the index has no network address that a guard could check.
      recheck: (page) => isOfIndex(page.url) || page.warnings.includes(fromIndex) ? Effect.void : fetcher.recheck(page),
      fetch: (request) =>
        isOfIndex(request.url) ? document(index, request.url) : Effect.catch(
          fetcher.fetch(request),
          (error) =>
            !unreachable.has(error.reason._tag) ? Effect.fail(error) : Effect.flatMap(
              Effect.orElseSucceed(index.read(request.url), () => undefined),
              (page) =>
                page === undefined
                  ? Effect.fail(error)
                  : Effect.map(Clock.currentTimeMillis, (now) => rawPage(page, now, [fromIndex]))
            )
        )
    })
  })
)

/** `file:` URLs are names of documents. Files are never opened. */
const isOfIndex = (url: string): boolean => URL.parse(url)?.protocol === "file:"

const document = Effect.fnUntraced(function*(index: LocalIndex.LocalIndex["Service"], url: string) {
  const page = yield* Effect.mapError(
    index.read(url),
    () => FetchError.make(new FetchError.IndexError({ kind: "failed" }))
  )
  if (page === undefined) return yield* FetchError.make(new FetchError.IndexError({ kind: "absent" }))
  return rawPage(page, yield* Clock.currentTimeMillis, [])
})

const fromIndex = "The URL could not be reached, so the text comes from the local index."

const rawPage = (
  { anchors = [], modifiedAt, publishedAt, text, title, url }: LocalIndex.StoredPage,
  fetchedAt: number,
  warnings: ReadonlyArray<string>,
  changed = modifiedAt ?? publishedAt
): RawPage =>
  new RawPage({
    sourceUrl: withoutUserInfo(url),
    url: withoutUserInfo(url),
    status: 200,
    headers: changed === undefined ? {} : { "last-modified": changed },
    contentType: "text/markdown",
    charset: "utf-8",
    body: new TextEncoder().encode(/^#\s/m.test(text.slice(0, 500)) || title === "" ? text : `# ${title}\n\n${text}`),
    redirects: [],
    fetchedAt,
    engine: "http",
    proxyUsed: "basic",
    warnings,
    ...(anchors.length === 0 ? {} : { marks: Anchors.marksOf(text, anchors) })
  })
