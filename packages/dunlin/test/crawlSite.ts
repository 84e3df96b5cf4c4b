/** Sites in memory for crawls: each crawl returns its pages, its requests and its account. */
import { EgressHttpClient, Fetcher, FetchError, NavigationGuard } from "@dunlin/fetcher"
import { Crawl, CrawlReport, JobProgress, JobRunner, JobStore, SiteMap } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { CrawlRequest, type Document, MapRequest, RawPage } from "@dunlin/schema"
import { Services } from "dunlin"
import { Clock, Effect, Layer, Stream } from "effect"

export interface Answer {
  readonly status?: number
  readonly type?: string
  readonly body?: string | Uint8Array
  /** Where it redirects to. */
  readonly location?: string
}

/** Answers an address: HTML, an answer, or nothing for 404. */
export type Site = (url: URL) => string | Answer | undefined

const words =
  ("amber basin cedar delta ember fjord grove harbor inlet jetty knoll lagoon meadow north orchard prairie quarry river " +
    "summit tundra upland valley willow yonder zenith anchor beacon copper drift estuary").split(" ")

/** Sentences that no other number has, without a digit. */
export const prose = (seed: number): string => {
  const said: Array<string> = []
  for (let state = seed * 2_654_435_761 + 40_503, at = 0; at < 24; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    said.push(words[(state >>> 8) % words.length]!)
  }
  return `The ${said.join(" ")}.`
}

export const links = (paths: ReadonlyArray<string>): string =>
  paths.map((path, at) => `<a href="${path}">Link ${at}</a>`).join(" ")

export const html = (title: string, body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`

/** A page with words of its own for every path, and links. */
export const page = (path: string, to: ReadonlyArray<string> = []): string => {
  const seed = Array.from(path).reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7)
  return html(`Page ${words[seed % words.length]}`, `<p>${prose(seed)}</p>${links(to)}`)
}

/** Serves a site. `log` gets each request except for robots.txt and sitemap.xml. */
const fetcherOf = (site: Site, log: Array<string>) =>
  Layer.succeed(
    Fetcher.Fetcher,
    {
      recheck: () => Effect.void,
      fetch: Effect.fnUntraced(function*(request: Fetcher.FetchRequest) {
        const guard = yield* NavigationGuard.NavigationGuard
        for (let address = new URL(request.url).href, hops = 0; hops < 5; hops++) {
          yield* Effect.mapError(guard.check(address), FetchError.make)
          const url = new URL(address)
          url.hash = ""
          if (!/^\/(?:robots\.txt|sitemap\.xml)$/.test(url.pathname)) log.push(url.host + url.pathname + url.search)
          const found = site(url) ?? { status: 404, body: "nothing here" }
          const { body = "", location, status = 200, type = "text/html" }: Answer = typeof found === "string"
            ? { body: found }
            : found
          if (location !== undefined) {
            address = new URL(location, address).href
            continue
          }
          return new RawPage.RawPage({
            sourceUrl: request.url,
            url: url.href,
            status,
            headers: { "content-type": type },
            contentType: type,
            redirects: [],
            fetchedAt: yield* Clock.currentTimeMillis,
            engine: "http",
            proxyUsed: "basic",
            warnings: [],
            body: typeof body === "string" ? new TextEncoder().encode(body) : body
          })
        }
        return yield* Effect.die("too many redirects")
      })
    } as unknown as Fetcher.Fetcher["Service"]
  )

export interface Crawled {
  /** Paths of the pages that came back, sorted; of other hosts with the host. */
  readonly pages: ReadonlyArray<string>
  /** Paths that were requested. */
  readonly asked: ReadonlyArray<string>
  /** Counts by reason. */
  readonly omitted: Readonly<Record<string, number>>
  readonly warning: string
  readonly failed: ReadonlyArray<string>
  readonly report: CrawlReport.Report
}

export const host = "site.example"

const short = (address: string): string => {
  const url = new URL(address)
  return (url.host === host ? "" : url.host) + url.pathname + url.search
}

/** Crawls a site from a path on. */
export const crawl = Effect.fnUntraced(function*(
  site: Site,
  { start = "/", ...fields }: Partial<CrawlRequest.CrawlRequestInput> & { readonly start?: string } = {}
) {
  const log: Array<string> = []
  const layers = JobRunner.layer({ poll: "20 millis" }).pipe(
    Layer.provideMerge(JobStore.layerMemory()),
    Layer.provide(EgressHttpClient.layer()),
    Layer.provideMerge(Services.layer({ fetcher: fetcherOf(site, log) }))
  )
  return yield* Effect.gen(function*() {
    const request = yield* CrawlRequest.decode({ ...fields, url: new URL(start, `https://${host}`).href })
    const { id: job } = yield* Crawl.submit({ id: "crawl", caller: Caller.local, request })
    const { team } = Caller.local
    const parts = yield* Stream.runCollect(JobProgress.follow({ team, job }))
    const store = yield* JobStore.JobStore
    const documents = parts.flatMap(({ results }) => results) as unknown as ReadonlyArray<Document.Document>
    const omissions = yield* store.omissions({ team, job })
    const failures = yield* store.failures({ team, job, limit: 1000 })
    const collector = CrawlReport.collect()
    documents.forEach(collector.add)
    return {
      pages: documents.map(({ metadata }) => short(metadata!.url!)).sort(),
      asked: log.map((address) => short(`https://${address}`)),
      omitted: Object.fromEntries(omissions.map(({ count, reason }) => [reason, count])),
      warning: parts.at(-1)!.job.warning ?? "",
      failed: failures.map(({ url }) => short(url)).sort(),
      report: collector.report({
        url: request.url,
        job: yield* store.get({ team, job }),
        failures,
        records: yield* store.records({ team, job, limit: 1000 }),
        omitted: omissions,
        now: 0
      })
    } satisfies Crawled
  }).pipe(Effect.provide(layers))
})

/** Maps a site, and returns its URLs and its account. */
export const mapped = Effect.fnUntraced(function*(
  site: Site,
  { start = "/", ...fields }: Partial<MapRequest.MapRequestInput> & { readonly start?: string } = {}
) {
  const request = yield* MapRequest.decode({ ...fields, url: new URL(start, `https://${host}`).href })
  const { links, omitted, warnings } = yield* SiteMap.map({ caller: Caller.local, request, key: "map", once: true })
    .pipe(
      Effect.provide(Services.layer({ fetcher: fetcherOf(site, []) }))
    )
  return {
    pages: links.map(({ url }) => short(url)).sort(),
    omitted: Object.fromEntries(omitted.map(({ count, reason }) => [reason, count])),
    warning: warnings.join(" ")
  }
})
