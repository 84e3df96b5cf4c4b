/** Pages that only the index has: documents that were handed to it under addresses nobody serves. */
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import { RawPage, withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Failures after which nobody can say that the page is elsewhere, or another one by now. */
const unreachable: ReadonlySet<string> = new Set(["InvalidUrl", "DnsError", "ConnectError", "EgressBlocked"])

/** A fetcher that answers from the index when an address leads nowhere, and says so. */
export const layer: Layer.Layer<Fetcher.Fetcher, never, Fetcher.Fetcher | LocalIndex.LocalIndex> = Layer.effect(
  Fetcher.Fetcher,
  Effect.gen(function*() {
    const fetcher = yield* Fetcher.Fetcher
    const index = yield* LocalIndex.LocalIndex
    return Fetcher.Fetcher.of({
      // What never came from the network has no target that could be closed.
      recheck: (page) => page.warnings.includes(fromIndex) ? Effect.void : fetcher.recheck(page),
      fetch: (request) =>
        Effect.catch(
          fetcher.fetch(request),
          (error) =>
            !unreachable.has(error.reason._tag) ? Effect.fail(error) : Effect.flatMap(
              Effect.orElseSucceed(index.read(request.url), () => undefined),
              (page) =>
                page === undefined
                  ? Effect.fail(error)
                  : Effect.map(Clock.currentTimeMillis, (now) => rawPage(page, now))
            )
        )
    })
  })
)

const fromIndex = "The address could not be reached, so the text is what the local index holds of it."

const rawPage = (
  { modifiedAt, publishedAt, text, title, url }: LocalIndex.StoredPage,
  fetchedAt: number,
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
    warnings: [fromIndex]
  })
