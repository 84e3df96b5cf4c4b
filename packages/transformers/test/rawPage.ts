import { RawPage } from "@dunlin/schema"

/** A page as a fetcher hands it over: of `https://example.com/`, unless it is said otherwise. */
export const rawPage = (
  body: string | Uint8Array,
  fields: Partial<ConstructorParameters<typeof RawPage.RawPage>[0]> = {}
): RawPage.RawPage =>
  new RawPage.RawPage({
    sourceUrl: "https://example.com/",
    url: "https://example.com/",
    status: 200,
    headers: {},
    contentType: "text/html",
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    redirects: [],
    fetchedAt: 0,
    engine: "http",
    proxyUsed: "basic",
    warnings: [],
    ...fields
  })
