import { Fetcher, FetchError, NavigationGuard } from "@dunlin/fetcher"
import { LocalIndex } from "@dunlin/providers"
import { createClient, type IndexEvent } from "dunlin"
import * as Indexer from "dunlin/Indexer"
import * as Services from "dunlin/Services"
import { ConfigProvider, Effect, Layer } from "effect"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { makeHere } from "../../providers/test/onThisThread.ts"
import { failureOf } from "./failureOf.ts"
import { known } from "./hygiene/pages.ts"
import { found, origin, page } from "./indexPages.ts"

const urlset = (...urls: ReadonlyArray<string>) =>
  `<?xml version="1.0"?><urlset>${
    urls.map((url) => `<url><loc>${url}</loc><lastmod>2024-05-06</lastmod></url>`).join("")
  }</urlset>`

const xml = (body: string | Uint8Array) => ({ contentType: "application/xml", body })

/** An index of a client's own: what is indexed is tested here, and not where that is kept. */
const index = Layer.effect(LocalIndex.LocalIndex, makeHere)

/** What a page waits for before it is returned. */
type Before = (url: string) => Promise<unknown> | undefined

/** A client for a web of these pages, and what it asked of it. Whatever is not there answers 404. */
const web = (
  pages: Record<string, Fetcher.MemoryPage>,
  { before = () => undefined, data }: { readonly data?: string; readonly before?: Before } = {}
) => {
  const asked: Array<string> = []
  const fetcher = Layer.succeed(Fetcher.Fetcher, {
    recheck: () => Effect.void,
    fetch: (request: Fetcher.FetchRequest) => {
      asked.push(request.url)
      const page = pages[request.url] ?? { status: 404, body: "<p>There is nothing here.</p>" }
      const redirects = typeof page === "object" && page.url !== undefined ? [page.url] : []
      return Effect.gen(function*() {
        yield* Effect.promise(async () => before(request.url))
        const guard = yield* NavigationGuard.NavigationGuard
        const memory = yield* Effect.provide(Fetcher.Fetcher, Fetcher.layerMemory({ [request.url]: page }))
        for (const hop of redirects) yield* Effect.mapError(guard.check(hop), FetchError.make)
        return yield* memory.fetch(request)
      })
    }
  })
  return { asked, client: createClient({ fetcher, ...data === undefined ? { index } : { data } }) }
}

const headed = (name: string, value: string) => ({ headers: { [name]: value } })

const paths = (urls: ReadonlyArray<string>) => urls.map((url) => new URL(url).pathname)

describe("indexing a site", () => {
  it("uses the user agent of its settings for robots.txt", async () => {
    const robots = "User-agent: DunlinBot\nDisallow: /a\n\nUser-agent: AcmeBot\nDisallow: /b\n"
    const names = async (settings: Record<string, string>) => {
      const seen = new Map<string, string>()
      const server = createServer((request, response) => {
        seen.set(request.url ?? "", request.headers["user-agent"] ?? "")
        const [type, body] = request.url === "/robots.txt"
          ? ["text/plain", robots]
          : ["text/html", page("start", "/a", "/b")]
        response.setHeader("content-type", type).end(body)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      const data = await mkdtemp(join(tmpdir(), "dunlin-names-"))
      const layer = Services.layerConfig().pipe(
        Layer.provide(
          ConfigProvider.layer(
            ConfigProvider.fromUnknown({ DUNLIN_DATA: data, DUNLIN_EGRESS_ALLOW: host, ...settings })
          )
        )
      )
      await Effect.runPromise(
        Effect.provide(Indexer.run(`http://${host}/`, { delay: 0, depth: 1 }), layer) as Effect.Effect<unknown>
      )
      server.close()
      await rm(data, { recursive: true, force: true, maxRetries: 5 })
      return Object.fromEntries(seen)
    }
    const own = "Mozilla/5.0 (compatible; DunlinBot)"
    assert.deepStrictEqual(await names({}), { "/robots.txt": own, "/": own, "/sitemap.xml": own, "/b": own })
    const other = "AcmeBot/1.0 (+https://acme.example)"
    assert.deepStrictEqual(
      await names({ DUNLIN_USER_AGENT: other }),
      { "/robots.txt": other, "/": other, "/sitemap.xml": other, "/a": other }
    )
  })

  it("obeys robots.txt, robots elements, and the folder of the start, unless disabled", async () => {
    const pages = {
      [`${origin}/robots.txt`]: "User-agent: *\nDisallow: /docs/private",
      [`${origin}/docs/`]: page(
        "start",
        "a",
        "private/b",
        "/other/c",
        "noindex",
        "nofollow",
        "gone",
        "x.zip",
        "a#part"
      ),
      [`${origin}/docs/a`]: page("alpha"),
      [`${origin}/docs/private/b`]: page("beta"),
      [`${origin}/docs/noindex`]: `<meta name="robots" content="noindex">${page("gamma", "d")}`,
      [`${origin}/docs/nofollow`]: `<meta name="robots" content="index, nofollow">${page("delta", "d")}`,
      [`${origin}/docs/d`]: page("epsilon")
    }
    const polite = web(pages)
    await using client = polite.client
    const summary = await client.index(`${origin}/docs/`, { delay: 0 })
    assert.deepInclude(summary, { added: 4, updated: 0, unchanged: 0, removed: 0 })
    assert.deepStrictEqual(summary.skipped.toSorted((a, b) => a.url.localeCompare(b.url)), [
      { url: `${origin}/docs/gone`, why: "HTTP 404" },
      { url: `${origin}/docs/noindex`, why: "it is marked \"noindex\"" },
      { url: `${origin}/docs/private/b`, why: "the site's robots.txt disallows this page" }
    ])
    assert.notInclude(paths(polite.asked), "/docs/private/b")
    assert.strictEqual(polite.asked.filter((url) => url.endsWith("/robots.txt")).length, 1)
    // A page that asks not to be indexed may lead to others all the same.
    assert.deepStrictEqual(
      await found(client, "words"),
      ["", "a", "d", "nofollow"].map((name) => `${origin}/docs/${name}`)
    )

    const free = web(pages)
    await using other = free.client
    assert.deepInclude(await other.index(`${origin}/docs/`, { delay: 0, robots: false, depth: 1 }), { added: 5 })
  })

  it("finds no page by invisible words", async () => {
    const pages = known.hidden.filter(({ name }) =>
      /^(?:display by a class|visibility|opacity|white by hue) /.test(name)
    )
    assert.isAtLeast(pages.length, 6)
    const site = web({
      [`${origin}/robots.txt`]: "User-agent: *\nAllow: /",
      [`${origin}/`]: page("start", ...pages.map((_, at) => `/${at}`)),
      // Titles tell pages apart that say the same.
      ...Object.fromEntries(pages.map(({ html, name }, at) => [`${origin}/${at}`, `<title>${name}</title>${html}`]))
    })
    await using client = site.client
    assert.deepInclude(await client.index(`${origin}/`, { delay: 0 }), { added: pages.length + 1 })
    for (const { open: [first = ""], sentence } of pages) {
      assert.isNotEmpty(await found(client, `"${first.replace(/\W+$/, "")}"`))
      assert.isEmpty(await found(client, `"${sentence.replace(/\W+$/, "")}"`))
    }
  })

  it("reports a site that forbids crawling or does not respond", async () => {
    const closed = web({ [`${origin}/robots.txt`]: "User-agent: *\nDisallow: /", [`${origin}/`]: page("start") })
    await using client = closed.client
    const error = await failureOf(() => client.index(`${origin}/`))
    assert.strictEqual(error._tag, "InvalidTarget")
    assert.include(error.message, "the site's robots.txt disallows this page; turn robots.txt off")
    assert.deepInclude(await client.index(`${origin}/`, { robots: false }), { added: 1 })

    await using broken = web({ [`${origin}/robots.txt`]: { status: 503, body: "" } }).client
    assert.include((await failureOf(() => broken.index(`${origin}/`))).message, "cannot be read: it returned 503")
  })

  it("finds the pages of announced sitemaps in the folder of the start", async () => {
    const { asked, client } = web({
      [`${origin}/robots.txt`]:
        `Sitemap: ${origin}/map.xml\nSitemap: https://cdn.example/map.xml.gz\nSitemap: /missing.xml`,
      [`${origin}/docs/`]: page("start", "linked"),
      [`${origin}/docs/linked`]: page("linked"),
      [`${origin}/docs/listed`]: page("listed"),
      [`${origin}/docs/packed`]: page("packed"),
      [`${origin}/map.xml`]: xml(urlset(`${origin}/docs/linked`, `${origin}/docs/listed`, `${origin}/blog/x`)),
      "https://cdn.example/map.xml.gz": xml(gzipSync(urlset(`${origin}/docs/packed`, "https://evil.example/")))
    })
    await using _ = client
    const events: Array<IndexEvent.IndexEvent> = []
    const summary = await client.index(`${origin}/docs/`, { delay: 0, onEvent: (event) => events.push(event) })
    assert.deepInclude(summary, { added: 4 })
    assert.deepStrictEqual(summary.skipped, [{ url: `${origin}/missing.xml`, why: "HTTP 404" }])
    assert.deepStrictEqual(events.filter((event) => event._tag === "SitemapRead"), [
      { _tag: "SitemapRead", url: `${origin}/map.xml`, pages: 3, sitemaps: 0 },
      { _tag: "SitemapRead", url: "https://cdn.example/map.xml.gz", pages: 2, sitemaps: 0 }
    ])
    assert.notInclude(asked, "https://evil.example/")
    // Without them a page has no longer the date that a sitemap tells.
    assert.deepInclude(await client.index(`${origin}/docs/`, { delay: 0, sitemaps: false }), {
      added: 0,
      updated: 1,
      unchanged: 1
    })
  })

  it("stores copies once under their canonical URL, and ignores broken canonical URLs", async () => {
    const months = Array.from({ length: 40 }, (_, at) => `/calendar?month=${at}`)
    const { asked, client } = web({
      [`${origin}/robots.txt`]: { status: 404, body: "" },
      [`${origin}/`]: page(
        "start",
        "/post?print=1",
        "/twin",
        "/copy",
        "/hidden",
        "/calendar?month=0",
        ...months.slice(0, 2)
      ),
      [`${origin}/post`]: page("a post"),
      [`${origin}/post?print=1`]: `<link rel="canonical" href="/post">${page("a post")}`,
      [`${origin}/twin`]: page("two of a kind"),
      [`${origin}/copy`]: page("two of a kind"),
      [`${origin}/hidden`]: { ...headed("x-robots-tag", "noindex"), body: page("hidden") },
      ...Object.fromEntries(
        months.map((path, at) => [`${origin}${path}`, page(`month ${at}`, `/calendar?month=${at + 1}`)])
      )
    })
    await using _ = client
    const { added, skipped } = await client.index(`${origin}/`, { delay: 0, depth: 100 })
    assert.include(await found(client, "post"), `${origin}/post`)
    assert.lengthOf(await found(client, "kind"), 1)
    assert.isEmpty(await found(client, "hidden"))
    assert.deepInclude(skipped, { url: `${origin}/post?print=1`, why: `it is ${origin}/post` })
    assert.isAtMost(added, 10)
    assert.isBelow(asked.length, 16)
  })

  it("reads the pages in a sitemap with their dates, and skips other sites", async () => {
    const { asked, client } = web({
      [`${origin}/index.xml`]: xml(
        `<sitemapindex><sitemap><loc>${origin}/index.xml</loc></sitemap><sitemap><loc>${origin}/a.xml.gz</loc></sitemap>
        <sitemap><loc>${origin}/bomb.xml.gz</loc></sitemap><sitemap><loc>${origin}/none.xml</loc></sitemap></sitemapindex>`
      ),
      [`${origin}/a.xml.gz`]: xml(
        gzipSync(urlset(`${origin}/1`, `${origin}/1#again`, `https://www.site.example/2`, "https://evil.example/"))
      ),
      [`${origin}/bomb.xml.gz`]: xml(gzipSync(Buffer.alloc(60_000_000), { level: 1 })),
      [`${origin}/1`]: page("one", "/3"),
      "https://www.site.example/2": page("two")
    })
    await using _ = client
    const summary = await client.index(`${origin}/index.xml`, { delay: 0 })
    assert.deepInclude(summary, { added: 2 })
    assert.deepStrictEqual(summary.skipped, [
      { url: "https://evil.example/", why: "it is outside the site whose sitemap lists it" },
      { url: `${origin}/none.xml`, why: "HTTP 404" }
    ])
    assert.notIncludeMembers(asked, ["https://evil.example/", `${origin}/3`])
    const { data } = await client.search("words", { tbs: "cdr:1,cd_min:05/06/2024,cd_max:05/06/2024" })
    assert.lengthOf(data.web ?? [], 2)

    assert.include(
      (await failureOf(() => client.index(`${origin}/bomb.xml.gz`))).message,
      "it lists no pages of its own site"
    )
  })

  it("reads the pages in a feed and in a list of URLs, on any site", async () => {
    const { client } = web({
      [`${origin}/feed`]: xml("<rss><channel><item><link>https://a.example/post</link></item></channel></rss>"),
      [`${origin}/list.txt`]: { contentType: "text/plain", body: "https://b.example/one\nhttps://c.example/two\n" },
      "https://a.example/post": page("post"),
      "https://b.example/one": page("one"),
      "https://c.example/two": page("two")
    })
    await using _ = client
    assert.deepInclude(await client.index(`${origin}/feed`), { added: 1, skipped: [] })
    assert.deepInclude(await client.index(`${origin}/list.txt`), { added: 2, skipped: [] })
  })

  it("follows no links of pages from a nested feed", async () => {
    const feed = (...urls: ReadonlyArray<string>) =>
      xml(`<rss><channel>${urls.map((url) => `<item><link>${url}</link></item>`).join("")}</channel></rss>`)
    const pages = {
      [`${origin}/list.txt`]: { contentType: "text/plain", body: `${origin}/feed\n${origin}/b\n` },
      [`${origin}/outer`]: feed(`${origin}/feed`, `${origin}/b`),
      [`${origin}/feed`]: feed(`${origin}/a`),
      [`${origin}/a`]: page("alpha", "https://other.example/", "/deeper"),
      [`${origin}/b`]: page("beta"),
      [`${origin}/deeper`]: page("deeper"),
      "https://other.example/": page("other")
    }
    for (const start of ["/list.txt", "/outer"]) {
      const { asked, client } = web(pages)
      await using _ = client
      assert.deepInclude(await client.index(`${origin}${start}`, { delay: 0 }), { added: 2 })
      const read = asked.filter((url) => !url.endsWith("/robots.txt") && !url.endsWith(start))
      assert.deepStrictEqual(read.toSorted(), [`${origin}/a`, `${origin}/b`, `${origin}/feed`])
    }
  })

  it("reads only as many sitemaps as it needs for its limit of URLs", async () => {
    const part = (name: string) => urlset(...Array.from({ length: 600 }, (_, at) => `${origin}/${name}/${at}`))
    const names = ["a", "b", "c", "d"]
    const { asked, client } = web({
      [`${origin}/index.xml`]: xml(
        `<sitemapindex>${
          names.map((name) => `<sitemap><loc>${origin}/${name}.xml</loc></sitemap>`).join("")
        }</sitemapindex>`
      ),
      ...Object.fromEntries(names.map((name) => [`${origin}/${name}.xml`, xml(part(name))])),
      [`${origin}/a/0`]: page("one"),
      [`${origin}/a/1`]: page("two")
    })
    await using _ = client
    assert.deepInclude(await client.index(`${origin}/index.xml`, { delay: 0, limit: 2 }), { added: 2 })
    assert.deepStrictEqual(paths(asked).filter((path) => /^\/.\.xml$/.test(path)), ["/a.xml", "/b.xml"])
  })

  it("accepts the redirect of the start, and skips pages that redirect elsewhere", async () => {
    const { client } = web({
      "http://site.example/docs/": { url: `https://www.site.example/docs/`, body: page("start", "a", "out", "again") },
      "https://www.site.example/docs/a": page("alpha"),
      "https://www.site.example/docs/out": { url: "https://evil.example/docs/", body: page("elsewhere") },
      "https://www.site.example/docs/again": { url: "https://www.site.example/docs/a", body: page("alpha") }
    })
    await using _ = client
    const summary = await client.index("http://site.example/docs/", { delay: 0 })
    assert.deepInclude(summary, { added: 2 })
    assert.deepStrictEqual(summary.skipped.toSorted((a, b) => a.url.localeCompare(b.url)), [
      { url: "https://www.site.example/docs/again", why: "it has the same content as another page" },
      { url: "https://www.site.example/docs/out", why: "it leads outside the crawl" }
    ])
  })

  it("stores the images of pages with their sizes", async () => {
    const { client } = web({
      [`${origin}/`]: page("gallery") +
        `<main><p>Three birds by the sea.</p><figure><img src="/a.jpg" alt="A knot" width="800" height="600">
        <figcaption>Grey</figcaption></figure><img src="/b.jpg" alt="A tern" width="100%" height="50px">
        <img src="/c.jpg" alt="A gull"></main>`
    })
    await using _ = client
    await client.index(`${origin}/`)
    const ask = async (query: string) => (await client.search(query, { sources: ["images"] })).data.images ?? []
    assert.deepStrictEqual(
      (await ask("knot")).map(({ imageHeight, imageUrl, imageWidth }) => [imageUrl, imageWidth, imageHeight]),
      [
        [`${origin}/a.jpg`, 800, 600]
      ]
    )
    assert.lengthOf(await ask("knot imagesize:800x600"), 1)
    assert.lengthOf(await ask("knot larger:800x600"), 0)
    assert.lengthOf(await ask("tern"), 1)
    assert.lengthOf(await ask("gull"), 1)
  })

  it("stops on a site with endless generated pages", async () => {
    const pages = new Proxy<Record<string, Fetcher.MemoryPage>>({}, {
      get: (_, url: string) =>
        url.endsWith("/robots.txt")
          ? { status: 404, body: "" }
          : page(url.slice(origin.length), ...Array.from({ length: 20 }, (_, at) => `${url}${at}/`))
    })
    const { asked, client } = web(pages)
    await using _ = client
    assert.deepInclude(await client.index(`${origin}/`, { delay: 0, limit: 30, depth: 1000 }), { added: 30 })
    assert.isBelow(asked.length, 40)
  })

  it("keeps read pages when it is cancelled, and continues there the next time", async () => {
    const data = await mkdtemp(join(tmpdir(), "dunlin-index-"))
    // Pages that differ in numbers alone would be taken for those of a calendar.
    const nameOf = (at: number) => "ab".repeat(at + 1)
    const pages = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`${origin}/${at === 0 ? "" : at}`, page(nameOf(at), `/${at + 1}`)])
    )
    try {
      // the last pages do not come before the first run is cancelled: it cannot end before
      const cancelled = Promise.withResolvers<void>()
      const last = new Set(Object.keys(pages).slice(20))
      const { asked, client } = web(pages, {
        data,
        before: (url) => last.has(url) ? cancelled.promise : undefined
      })
      await using _ = client
      const controller = new AbortController()
      const options = { depth: 100, delay: "20 millis" } as const
      const error = failureOf(() => client.index(`${origin}/`, { ...options, signal: controller.signal }))
      while ((await found(client, "words")).length < 5) await new Promise((resolve) => setTimeout(resolve, 50))
      controller.abort(new Error("enough"))
      assert.strictEqual((await error).message, "enough")
      cancelled.resolve()
      const kept = await found(client, "words")
      assert.isAtLeast(kept.length, 5)
      const read: Array<string> = []
      const onEvent = (event: IndexEvent.IndexEvent) => event._tag === "PageIndexed" && read.push(event.url)
      const summary = await client.index(`${origin}/`, { ...options, delay: 0, onEvent })
      assert.strictEqual(summary.added + summary.unchanged, 30)
      assert.isAtLeast(summary.unchanged, kept.length)
      for (const url of kept) {
        assert.lengthOf(asked.filter((other) => other === url), 1, url)
        assert.notInclude(read, url)
      }
      assert.isEmpty(await readdir(join(data, "runs")))
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })

  it("removes deleted pages from the index", async () => {
    const pages: Record<string, Fetcher.MemoryPage> = {
      [`${origin}/`]: page("start", "/a"),
      [`${origin}/a`]: page("alpha")
    }
    const { client } = web(pages)
    await using _ = client
    assert.deepInclude(await client.index(`${origin}/`), { added: 2 })
    pages[`${origin}/a`] = { status: 410, body: page("gone") }
    assert.deepInclude(await client.index(`${origin}/`, { maxAge: 0 }), {
      added: 0,
      unchanged: 1,
      removed: 1,
      skipped: []
    })
    assert.deepStrictEqual(await found(client, "alpha"), [])
  })
})
