import { Fetcher, FetchError, NavigationGuard } from "@dunlin/fetcher"
import type { LocalIndex } from "@dunlin/providers"
import { createClient, type IndexEvent } from "dunlin"
import * as Indexer from "dunlin/Indexer"
import * as Services from "dunlin/Services"
import { ConfigProvider, Effect, Layer } from "effect"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { known } from "./hygiene/pages.ts"

const origin = "https://site.example"
const page = (text: string, ...links: ReadonlyArray<string>) =>
  `<title>${text}</title><main><h1>${text}</h1><p>Words about ${text}, enough of them to be read.</p></main>` +
  links.map((link) => `<a href="${link}">${link}</a>`).join(" ")

const urlset = (...urls: ReadonlyArray<string>) =>
  `<?xml version="1.0"?><urlset>${
    urls.map((url) => `<url><loc>${url}</loc><lastmod>2024-05-06</lastmod></url>`).join("")
  }</urlset>`

const xml = (body: string | Uint8Array) => ({ contentType: "application/xml", body })

/** A client for a web of these pages, and what it asked of it. Whatever is not there answers 404. */
const web = (pages: Record<string, Fetcher.MemoryPage>, options: { readonly data?: string } = {}) => {
  const asked: Array<string> = []
  const fetcher = Layer.succeed(Fetcher.Fetcher, {
    recheck: () => Effect.void,
    fetch: (request: Fetcher.FetchRequest) => {
      asked.push(request.url)
      const page = pages[request.url] ?? { status: 404, body: "<p>There is nothing here.</p>" }
      const redirects = typeof page === "object" && page.url !== undefined ? [page.url] : []
      return Effect.gen(function*() {
        const guard = yield* NavigationGuard.NavigationGuard
        const memory = yield* Effect.provide(Fetcher.Fetcher, Fetcher.layerMemory({ [request.url]: page }))
        for (const hop of redirects) yield* Effect.mapError(guard.check(hop), FetchError.make)
        return yield* memory.fetch(request)
      })
    }
  })
  return { asked, client: createClient({ fetcher, ...options }) }
}

const headed = (name: string, value: string) => ({ headers: { [name]: value } })

const paths = (urls: ReadonlyArray<string>) => urls.map((url) => new URL(url).pathname)

/** A PDF of one page with one line, and without a title. */
const untitledPdf = (line: string): string => {
  const content = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`
  return [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj",
    `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
    "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
    "trailer<</Root 1 0 R/Size 6>>",
    "%%EOF"
  ].join("\n")
}

const failureOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(() => assert.fail("should have failed"), (error: unknown) => error)

const found = async (client: ReturnType<typeof createClient>, query: string) =>
  ((await client.search(query, { limit: 50 })).data.web ?? []).map(({ url }) => url).sort()

describe("indexing a site", () => {
  it("visits it under the name that robots.txt is read for, its own or that of the settings", async () => {
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
    assert.deepStrictEqual(await names({}), { "/robots.txt": own, "/": own, "/b": own })
    const other = "AcmeBot/1.0 (+https://acme.example)"
    assert.deepStrictEqual(
      await names({ DUNLIN_USER_AGENT: other }),
      { "/robots.txt": other, "/": other, "/a": other }
    )
  })

  it("obeys robots.txt, robots elements and the folder of the start, unless told otherwise", async () => {
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
    assert.deepInclude(summary, { added: 3, updated: 0, unchanged: 0, removed: 0 })
    assert.deepStrictEqual(summary.skipped.toSorted((a, b) => a.url.localeCompare(b.url)), [
      { url: `${origin}/docs/gone`, why: "HTTP 404" },
      { url: `${origin}/docs/noindex`, why: "its robots meta element asks not to be indexed" },
      { url: `${origin}/docs/private/b`, why: "robots.txt of the site does not allow it" }
    ])
    assert.notInclude(paths(polite.asked), "/docs/private/b")
    assert.strictEqual(polite.asked.filter((url) => url.endsWith("/robots.txt")).length, 1)
    assert.deepStrictEqual(await found(client, "words"), ["", "a", "nofollow"].map((name) => `${origin}/docs/${name}`))

    const free = web(pages)
    await using other = free.client
    assert.deepInclude(await other.index(`${origin}/docs/`, { delay: 0, robots: false, depth: 1 }), { added: 5 })
  })

  it("finds no page by words that its readers do not see", async () => {
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

  it("says so when the site does not want to be read, or cannot be asked", async () => {
    const closed = web({ [`${origin}/robots.txt`]: "User-agent: *\nDisallow: /", [`${origin}/`]: page("start") })
    await using client = closed.client
    const error = await failureOf(client.index(`${origin}/`))
    assert.strictEqual(error._tag, "InvalidTarget")
    assert.include(error.message, "robots.txt of the site does not allow it; with robots off")
    assert.deepInclude(await client.index(`${origin}/`, { robots: false }), { added: 1 })

    await using broken = web({ [`${origin}/robots.txt`]: { status: 503, body: "" } }).client
    assert.include((await failureOf(broken.index(`${origin}/`))).message, "cannot be read: it answered 503")
  })

  it("finds the pages of announced sitemaps, within the folder of the start", async () => {
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

  it("keeps copies once, under the address that they name, and follows no addresses that lead nowhere", async () => {
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
    assert.isAtMost(added, 5)
    assert.isBelow(asked.length, 12)
  })

  it("reads the pages a sitemap names, with its dates, and none of other sites", async () => {
    const { asked, client } = web({
      [`${origin}/index.xml`]: xml(
        `<sitemapindex><sitemap><loc>${origin}/index.xml</loc></sitemap><sitemap><loc>${origin}/a.xml.gz</loc></sitemap>
        <sitemap><loc>${origin}/bomb.xml.gz</loc></sitemap><sitemap><loc>${origin}/none.xml</loc></sitemap></sitemapindex>`
      ),
      [`${origin}/a.xml.gz`]: xml(
        gzipSync(urlset(`${origin}/1`, `${origin}/1#again`, `https://www.site.example/2`, "https://evil.example/"))
      ),
      [`${origin}/bomb.xml.gz`]: xml(gzipSync(Buffer.alloc(60_000_000))),
      [`${origin}/1`]: page("one", "/3"),
      "https://www.site.example/2": page("two")
    })
    await using _ = client
    const summary = await client.index(`${origin}/index.xml`, { delay: 0 })
    assert.deepInclude(summary, { added: 2 })
    assert.deepStrictEqual(summary.skipped, [
      { url: `${origin}/none.xml`, why: "HTTP 404" },
      { url: "https://evil.example/", why: "it is not of the site whose sitemap names it" }
    ])
    assert.notIncludeMembers(asked, ["https://evil.example/", `${origin}/3`])
    const { data } = await client.search("words", { tbs: "cdr:1,cd_min:05/06/2024,cd_max:05/06/2024" })
    assert.lengthOf(data.web ?? [], 2)

    assert.include((await failureOf(client.index(`${origin}/bomb.xml.gz`))).message, "it names no page of its own site")
  })

  it("reads the pages of a feed and of a list of addresses, wherever they are", async () => {
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

  it("takes the address a start leads to as its own, and leaves pages that lead elsewhere", async () => {
    const { client } = web({
      "http://site.example/docs/": { url: `https://www.site.example/docs/`, body: page("start", "a", "out", "again") },
      "https://www.site.example/docs/a": page("alpha"),
      "https://www.site.example/docs/out": { url: "https://evil.example/docs/", body: page("elsewhere") },
      "https://www.site.example/docs/again": { url: "https://www.site.example/docs/a", body: page("alpha") }
    })
    await using _ = client
    const summary = await client.index("http://site.example/docs/", { delay: 0 })
    assert.deepInclude(summary, { added: 2 })
    assert.lengthOf(summary.skipped, 1)
    assert.include(summary.skipped[0]?.why, "it leads out of what is indexed")
  })

  it("keeps the images of pages with their sizes", async () => {
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

  it("ends on a site that makes up pages for ever", async () => {
    const pages = new Proxy<Record<string, Fetcher.MemoryPage>>({}, {
      get: (_, url: string) =>
        url.endsWith("/robots.txt")
          ? { status: 404, body: "" }
          : page(url.slice(origin.length), ...Array.from({ length: 20 }, (_, at) => `${url}${at}/`))
    })
    const { asked, client } = web(pages)
    await using _ = client
    assert.deepInclude(await client.index(`${origin}/`, { delay: 0, maxPages: 30, depth: 1000 }), { added: 30 })
    assert.isBelow(asked.length, 40)
  })

  it("keeps what it has read when it is cancelled, and reads it from the cache the next time", async () => {
    const data = await mkdtemp(join(tmpdir(), "dunlin-index-"))
    // Pages that differ in numbers alone would be taken for those of a calendar.
    const nameOf = (at: number) => "ab".repeat(at + 1)
    const pages = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`${origin}/${at === 0 ? "" : at}`, page(nameOf(at), `/${at + 1}`)])
    )
    try {
      const { asked, client } = web(pages, { data })
      await using _ = client
      const controller = new AbortController()
      const options = { depth: 100, delay: "150 millis" } as const
      const error = failureOf(client.index(`${origin}/`, { ...options, signal: controller.signal }))
      while ((await found(client, "words")).length < 5) await new Promise((resolve) => setTimeout(resolve, 50))
      controller.abort(new Error("enough"))
      assert.strictEqual((await error).message, "enough")
      const kept = await found(client, "words")
      assert.isAtLeast(kept.length, 5)
      const summary = await client.index(`${origin}/`, { ...options, delay: 0 })
      assert.strictEqual(summary.added + summary.unchanged, 30)
      assert.isAtLeast(summary.unchanged, kept.length)
      for (const url of kept) assert.lengthOf(asked.filter((other) => other === url), 1, url)
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })

  it("removes pages that are gone from the index", async () => {
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

describe("indexing what is at hand", () => {
  it("tells of every document that is none", async () => {
    await using client = createClient()
    const documents = [
      {},
      { url: "https://a.example/", title: "Kept", text: "words" },
      { url: "nowhere", title: "", text: "" },
      { url: "https://a.example/2", text: "words" },
      null
    ]
    const { added, skipped } = await client.index(documents as unknown as ReadonlyArray<never>)
    assert.strictEqual(added, 1)
    assert.deepStrictEqual(skipped, [
      { url: "document 1", why: "its url is not an absolute URL" },
      { url: "document 3", why: "its url is not an absolute URL" },
      { url: "document 4", why: "its title is not a string" },
      { url: "document 5", why: "it is not an object" }
    ])
  })

  it("is told that there is nothing", async () => {
    await using client = createClient()
    const nothing = async function*(): AsyncGenerator<LocalIndex.IndexDocument> {}
    for (const target of [[], new Set<LocalIndex.IndexDocument>(), nothing()]) {
      const error = await failureOf(client.index(target))
      assert.deepInclude(error, { _tag: "InvalidTarget", target: "the documents" })
      assert.match(error.message, /there are none/)
    }
  })

  it("names the field that was probably meant for one that is not there", async () => {
    await using client = createClient()
    const url = "https://a.example/"
    const documents = [
      { url, titel: "t", text: "words" },
      { URL: url, title: "t", text: "words" },
      { url, title: "t", tetx: "words", language: "en" },
      { url, title: 7, titel: "t", text: "words" },
      { url, name: "t", text: "words" },
      { url, title: "t", text: "words" }
    ]
    const { skipped } = await client.index(documents as unknown as ReadonlyArray<never>)
    assert.deepStrictEqual(skipped.map(({ why }) => why), [
      "its title is not a string; did you mean title by titel?",
      "its url is not an absolute URL; did you mean url by URL?",
      "its text is not a string; did you mean text by tetx?",
      "its title is not a string",
      "its title is not a string"
    ])
  })

  it("names the field that a document probably means, and leaves it fields of its own", async () => {
    await using client = createClient()
    const url = (name: string) => `https://a.example/${name}`
    const documents: ReadonlyArray<LocalIndex.IndexDocument & Record<string, unknown>> = [
      { url: url("a"), title: "a", text: "words", publishdAt: "2024-05-06" },
      { url: url("b"), title: "b", text: "words", published: "2024-05-06", id: 7, tags: ["x"] },
      { url: url("c"), title: "c", text: "words", date: "2024-05-06" },
      { url: url("d"), title: "d", text: "words", date: "today", publishedAt: "2024-05-06" }
    ]
    const summary = await client.index(documents)
    assert.deepInclude(summary, { added: 4 })
    const why = (key: string) =>
      `indexed without its ${key}, which is no field of a document; did you mean publishedAt?`
    assert.deepStrictEqual(summary.skipped, [
      { url: url("a"), why: why("publishdAt") },
      { url: url("b"), why: why("published") },
      { url: url("c"), why: why("date") }
    ])
  })

  it("skips a file of bytes that is named as a text", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dunlin-bytes-"))
    try {
      await using client = createClient()
      await writeFile(join(folder, "bin.md"), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)))
      await writeFile(join(folder, "wide.md"), Buffer.from("\ufeff# Wide words\n\nOf two bytes.", "utf16le"))
      const summary = await client.index(folder)
      assert.deepInclude(summary, { added: 1 })
      assert.match(summary.skipped[0]?.url ?? "", /bin\.md$/)
      assert.match(summary.skipped[0]?.why ?? "", /it is no text/)
      assert.lengthOf(await found(client, "wide"), 1)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it("takes an async iterable, and ends with what it fails with", async () => {
    await using client = createClient()
    async function* documents(fails: boolean) {
      yield { url: "https://a.example/", title: "One", text: "words" }
      if (fails) throw new Error("the source is dry")
    }
    assert.deepInclude(await client.index(documents(false)), { added: 1 })
    assert.include((await failureOf(client.index(documents(true)))).message, "the source is dry")
  })

  it("reads a folder, and says what it looked for when there is nothing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dunlin-folder-"))
    try {
      await using client = createClient()
      const empty = await failureOf(client.index(folder))
      assert.strictEqual(empty._tag, "InvalidTarget")
      assert.include(empty.message, "there is no .html, .htm, .xhtml, .pdf, .md")
      await mkdir(join(folder, "sub"))
      await writeFile(join(folder, "a.html"), page("alpha"))
      await writeFile(join(folder, "sub", "b.md"), "# Beta\n\nWords about beta.")
      await writeFile(join(folder, "broken.pdf"), "%PDF-1.4 no more")
      const summary = await client.index(folder)
      assert.deepInclude(summary, { added: 2 })
      assert.match(summary.skipped[0]?.url ?? "", /^file:\/\/.*broken\.pdf$/)
      assert.lengthOf(await found(client, "words"), 2)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it.each(["", "  "])("refuses the target %j instead of reading the working directory", async (target) => {
    await using client = createClient()
    const error = await failureOf(client.index(target))
    assert.strictEqual(error._tag, "InvalidTarget")
    assert.include(error.message, "it is empty")
  })

  it("calls a file without a title by its heading, its first line or its name, never by where it lies", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dunlin-untitled-"))
    try {
      await using client = createClient()
      await writeFile(join(folder, "a.html"), "<main><h1>Tides at noon</h1><p>The water rises slowly.</p></main>")
      await writeFile(join(folder, "b.html"), "<main><p>The water_rises at noon.</p><p>It falls later.</p></main>")
      await writeFile(join(folder, "c d.html"), `<main><p>${"The water rises slowly. ".repeat(20)}</p></main>`)
      await writeFile(join(folder, "e.pdf"), untitledPdf("The water rises in the harbour."))
      await client.index(folder)
      const { data } = await client.search("water rises", { limit: 50 })
      const titles = (data.web ?? []).map(({ title }) => title).sort()
      assert.deepStrictEqual(titles, [
        "The water rises in the harbour.",
        "The water_rises at noon.",
        "Tides at noon",
        "c d.html"
      ])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it.each(
    [
      ["maxPages", 0],
      ["maxPages", 1.5],
      ["depth", -1],
      ["depth", Number.NaN],
      ["concurrency", 0],
      ["delay", "soon"],
      ["maxAge", Infinity]
    ] as const
  )("refuses %s: %s", async (name, value) => {
    await using client = createClient()
    const error = await failureOf(client.index(`${origin}/`, { [name]: value }))
    assert.strictEqual(error._tag, "InvalidRequest")
    assert.deepStrictEqual(error.issues[0].path, [name])
  })
})
