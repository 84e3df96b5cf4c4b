// Errors of a client with promises: each says by `_tag` what happened, and by `isRetryable` whether to ask again.
import { Fetcher } from "@dunlin/fetcher"
import { SearchError, SearchProvider } from "@dunlin/providers"
import { createClient } from "dunlin"
import { Effect, Layer } from "effect"

/** A word for the caller of a service, from whatever a client rejected with. */
export const said = (error: unknown): string => {
  if (!(error instanceof Error) || !("_tag" in error)) throw error
  switch (error._tag) {
    case "InvalidRequest":
    case "InvalidTarget":
      return `wrong: ${error.message}`
    case "SearchTimeout":
      return "late"
    default:
      return "isRetryable" in error && error.isRetryable === true ? "later" : "never"
  }
}

const failing = (reason: SearchError.SearchError["reason"]) =>
  Layer.succeed(
    SearchProvider.SearchProvider,
    SearchProvider.make({
      name: "failing",
      search: () => Effect.fail(new SearchError.SearchError({ provider: "failing", reason }))
    })
  )

const fetcher = Fetcher.layerMemory({})

export const program = async () => {
  const limited = createClient({ provider: failing(new SearchError.RateLimited({})), fetcher })
  const refused = createClient({ provider: failing(new SearchError.Unauthorized({})), fetcher })
  const words = {
    limited: await limited.search("anything").then(() => "found", said),
    refused: await refused.search("anything").then(() => "found", said),
    wrong: await limited.search("anything", { limit: 0 }).then(() => "found", said),
    // A page that cannot be read is no failure of a search; read alone, it is one.
    page: await limited.scrape("https://gone.example/").then(() => "found", said),
    aborted: await limited.search("anything", { signal: AbortSignal.abort("not needed") }).then(
      () => "found",
      (reason) => `aborted: ${reason}`
    )
  }
  await limited.close()
  await refused.close()
  return words
}

if (import.meta.main) {
  console.log(await program())
}
