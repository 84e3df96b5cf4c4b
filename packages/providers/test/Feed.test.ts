import { Feed, type LocalIndex } from "@dunlin/providers"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Stream } from "effect"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

const bytes = (text: string) => new TextEncoder().encode(text)

const site = (files: Record<string, string | Uint8Array>) => {
  const read: Array<string> = []
  return {
    read,
    options: {
      read: (url: string) => {
        read.push(url)
        const file = files[url]
        return file === undefined
          ? Effect.fail("missing" as const)
          : Effect.succeed(typeof file === "string" ? bytes(file) : file)
      }
    }
  }
}

const urlset = (...urls: ReadonlyArray<string>) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${
    urls.map((url) => `<url><loc> ${url} </loc><lastmod>2025-02-03</lastmod></url>`).join("")
  }</urlset>`

const collect = <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.runCollect(stream)

describe("Feed", () => {
  it.effect("reads nested sitemaps, each page once", () =>
    Effect.gen(function*() {
      const { options, read } = site({
        "https://a.example/sitemap.xml": `<sitemapindex>
          <sitemap><loc>https://a.example/one.xml</loc></sitemap>
          <sitemap><loc>https://a.example/two.xml.gz</loc></sitemap>
          <sitemap><loc>https://a.example/broken.xml</loc></sitemap>
          <sitemap><loc>https://a.example/sitemap.xml</loc></sitemap></sitemapindex>`,
        "https://a.example/one.xml": urlset("https://a.example/1", "https://a.example/2?a=1&amp;b=2"),
        "https://a.example/two.xml.gz": gzipSync(urlset("https://a.example/1", "https://a.example/3", "mailto:x@y"))
      })
      const entries = yield* collect(Feed.entriesOfSitemap("https://a.example/sitemap.xml", options))
      assert.deepStrictEqual(entries.map((entry) => entry.url), [
        "https://a.example/1",
        "https://a.example/2?a=1&b=2",
        "https://a.example/3"
      ])
      assert.strictEqual(entries[0]?.date, "2025-02-03")
      assert.strictEqual(read.length, 4)
    }))

  it.effect("reads RSS, Atom and lists of URLs", () =>
    Effect.gen(function*() {
      const { options } = site({
        "https://a.example/rss": `<rss><channel><link>https://a.example/</link>
          <item><title>One</title><link>https://a.example/1</link><pubDate>Mon, 03 Feb 2025 10:00:00 GMT</pubDate></item>
          <item><link>/2</link></item></channel></rss>`,
        "https://a.example/atom": `<feed><link href="https://a.example/"/>
          <entry><link rel="self" href="https://a.example/x.atom"/><link href="https://a.example/3"/>
          <published>2025-01-01T00:00:00Z</published><updated>2025-02-02T00:00:00Z</updated></entry></feed>`,
        "https://a.example/list.txt": "https://a.example/4\r\nnot an address\nhttps://a.example/5"
      })
      const entries = (name: string) => collect(Feed.entriesOfSitemap(`https://a.example/${name}`, options))
      assert.deepStrictEqual(yield* entries("rss"), [
        { url: "https://a.example/1", kind: "feed", date: "Mon, 03 Feb 2025 10:00:00 GMT" },
        { url: "https://a.example/2", kind: "feed" }
      ])
      assert.deepStrictEqual(yield* entries("atom"), [
        { url: "https://a.example/3", kind: "feed", date: "2025-01-01T00:00:00Z" }
      ])
      assert.deepStrictEqual(yield* entries("list.txt"), [
        { url: "https://a.example/4", kind: "list" },
        { url: "https://a.example/5", kind: "list" }
      ])
    }))

  it.effect("stops at the limit, filters, and skips files that are not sitemaps", () =>
    Effect.gen(function*() {
      const many = Array.from({ length: 500 }, (_, at) => `https://a.example/${at}`)
      const { options } = site({
        "https://a.example/many": urlset(...many),
        "https://a.example/bomb": gzipSync(Buffer.alloc(80_000_000)),
        "https://a.example/html": "<!doctype html><p>No <a href='https://a.example/1'>sitemap</a>",
        "https://a.example/bytes": Uint8Array.from({ length: 1000 }, (_, at) => at % 256)
      })
      const few = yield* collect(Feed.entriesOfSitemap("https://a.example/many", { ...options, limit: 3 }))
      assert.strictEqual(few.length, 3)
      const odd = yield* collect(
        Feed.entriesOfSitemap("https://a.example/many", { ...options, filter: (entry) => /[13579]$/.test(entry.url) })
      )
      assert.strictEqual(odd.length, 250)
      for (const name of ["bomb", "html", "bytes"]) {
        assert.deepStrictEqual(yield* collect(Feed.entriesOfSitemap(`https://a.example/${name}`, options)), [], name)
      }
      const exit = yield* Effect.exit(collect(Feed.entriesOfSitemap("https://a.example/absent", options)))
      assert.isTrue(Exit.isFailure(exit))
    }))

  it.effect("fetches pages, omits failed ones, and uses the sitemap's dates", () =>
    Effect.gen(function*() {
      const { options } = site({
        "https://a.example/sitemap.xml": urlset("https://a.example/1", "https://a.example/2", "https://a.example/3")
      })
      const failed: Array<string> = []
      const documents = yield* collect(Feed.fromSitemap("https://a.example/sitemap.xml", {
        ...options,
        fetch: (url): Effect.Effect<LocalIndex.IndexDocument | undefined, "boom"> =>
          url.endsWith("2")
            ? Effect.fail("boom")
            : Effect.succeed({
              url,
              title: "T",
              text: "x",
              ...(url.endsWith("3") ? { publishedAt: "2020-01-01" } : {})
            }),
        onFailure: (url) => Effect.sync(() => failed.push(url))
      }))
      const dates = documents.map(({ dateEvidence, modifiedAt, publishedAt, url }) => [
        url,
        publishedAt,
        modifiedAt,
        dateEvidence
      ])
      assert.deepStrictEqual(dates.sort(), [
        ["https://a.example/1", undefined, "2025-02-03", "sitemap"],
        ["https://a.example/3", "2020-01-01", undefined, undefined]
      ])
      assert.deepStrictEqual(failed, ["https://a.example/2"])
    }))

  it.effect("reads a folder", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-feed-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      mkdirSync(join(folder, "sub dir"))
      mkdirSync(join(folder, ".git"))
      writeFileSync(
        join(folder, "one.md"),
        "---\ntitle: \"The first\"\ndate: 2025-04-05\nlang: en\n---\n# Heading\n\nText ![A cat](img/cat.png \"t\")\n"
      )
      writeFileSync(join(folder, "sub dir", "two.txt"), "Just text.")
      writeFileSync(join(folder, "three.html"), "<p>page</p>")
      writeFileSync(join(folder, ".git", "four.md"), "hidden")
      mkdirSync(join(folder, "node_modules"))
      writeFileSync(join(folder, "node_modules", "five.md"), "not ours")
      writeFileSync(join(folder, "picture.png"), "bytes")
      symlinkSync(folder, join(folder, "loop"))
      symlinkSync(join(folder, "one.md"), join(folder, "link.md"))
      const documents = yield* collect(Feed.fromFolder(folder, {
        baseUrl: "https://docs.example/",
        convert: ({ path, read, url }) =>
          path.endsWith(".html")
            ? Effect.map(read, (bytes) => ({ url, title: "html", text: new TextDecoder().decode(bytes) }))
            : Effect.succeed(undefined)
      })).pipe(Effect.provide(NodeServices.layer))
      assert.deepStrictEqual(documents, [
        {
          url: "https://docs.example/one.md",
          title: "The first",
          text: "# Heading\n\nText ![A cat](img/cat.png \"t\")\n",
          images: [{ url: "https://docs.example/img/cat.png", alt: "A cat" }],
          publishedAt: "2025-04-05",
          language: "en"
        },
        { url: "https://docs.example/sub%20dir/two.txt", title: "two.txt", text: "Just text.", images: [] },
        { url: "https://docs.example/three.html", title: "html", text: "<p>page</p>" }
      ])
      const [first] = yield* collect(Feed.fromFolder(folder)).pipe(Effect.provide(NodeServices.layer))
      assert.match(first?.url ?? "", /^file:\/\/\/.*\/one\.md$/)
      assert.strictEqual(`${first?.root}/one.md`, first?.url)
      const single = yield* collect(Feed.fromFolder(join(folder, "one.md"))).pipe(Effect.provide(NodeServices.layer))
      assert.deepStrictEqual(single.map(({ url }) => url), [first?.url])
    }))

  it.effect("reports files that are too large or cannot be converted, and continues", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-feed-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      writeFileSync(join(folder, "a.html"), "<p>page</p>")
      writeFileSync(join(folder, "b.md"), "# Kept")
      writeFileSync(join(folder, "c.txt"), Buffer.alloc(20_000_001, 32))
      writeFileSync(join(folder, ".hidden.md"), "# Hidden")
      const failed: Array<string> = []
      const documents = yield* collect(Feed.fromFolder(folder, {
        baseUrl: "https://x.example",
        convert: () => Effect.fail({ message: "it is broken" }),
        onFailure: (url, why) => Effect.sync(() => failed.push(`${url} ${why}`))
      })).pipe(Effect.provide(NodeServices.layer))
      assert.deepStrictEqual(documents.map(({ title }) => title), ["Kept"])
      assert.deepStrictEqual(failed.sort(), [
        "https://x.example/.hidden.md it is hidden",
        "https://x.example/a.html it is broken",
        "https://x.example/c.txt it is larger than 20 MB"
      ])
    }))

  it.effect("reads a chain of sitemaps and feeds of any length", () =>
    Effect.gen(function*() {
      const nested = (at: number) =>
        `<sitemapindex><sitemap><loc>https://a.example/${at + 1}.xml</loc></sitemap></sitemapindex>`
      const { options } = site({
        ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`https://a.example/${at}.xml`, nested(at)])),
        "https://a.example/60.xml": urlset("https://a.example/page")
      })
      const entries = yield* collect(Feed.entriesOfSitemap("https://a.example/0.xml", options))
      assert.deepStrictEqual(entries.map(({ url }) => url), ["https://a.example/page"])
    }))

  it.effect("reports the sitemaps read, and reads a limited number", () =>
    Effect.gen(function*() {
      const index = (from: number) =>
        `<sitemapindex>${
          Array.from({ length: 30 }, (_, at) => `<sitemap><loc>https://a.example/${from + at}.xml</loc></sitemap>`)
            .join("")
        }</sitemapindex>`
      const { options, read } = site({
        "https://a.example/sitemap.xml": index(1),
        "https://a.example/1.xml": index(100),
        "https://a.example/2.xml": urlset("https://a.example/page")
      })
      const told: Array<string> = []
      const omitted: Array<string> = []
      const entries = yield* collect(Feed.entriesOfSitemap("https://a.example/sitemap.xml", {
        ...options,
        sitemaps: 40,
        onRead: (url, { pages, sitemaps }) => Effect.sync(() => told.push(`${url} ${pages.length} ${sitemaps.length}`)),
        onUnreadable: (url, error) => Effect.sync(() => told.push(`${url} ${error}`)),
        onOmitted: (url) => Effect.sync(() => omitted.push(url))
      }))
      assert.deepStrictEqual(entries.map(({ url }) => url), ["https://a.example/page"])
      assert.strictEqual(read.length, 40)
      // the first, 30 that it names, and 30 that one of them names
      assert.strictEqual(omitted.length, 61 - 40)
      assert.deepStrictEqual(told.slice(0, 3), [
        "https://a.example/sitemap.xml 0 30",
        "https://a.example/1.xml 0 30",
        "https://a.example/100.xml missing"
      ])
    }))

  it("reads unclosed elements in linear time", () => {
    // With quadratic work, each of these would take longer than any test may.
    for (
      const piece of ["<url>", "<loc>", "<a ", "<!--", "<![CDATA[", "&", "<url><loc>https://a.example/</loc>", "</x>"]
    ) {
      const text = `<urlset>${piece.repeat(Math.ceil(3_000_000 / piece.length))}`
      assert.isAtMost(Feed.entriesIn(bytes(text), "https://a.example/").pages.length, 1)
    }
  })

  it("distinguishes a list of URLs from a page", () => {
    for (
      const text of [
        urlset("https://a.example/1"),
        "\ufeff<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<sitemapindex></sitemapindex>",
        "<rss version=\"2.0\"><channel></channel></rss>",
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"></feed>",
        "<rdf:RDF xmlns:rdf=\"x\"></rdf:RDF>",
        "https://a.example/1\n\nhttps://a.example/2\n"
      ]
    ) assert.isTrue(Feed.isFeed(text), text)
    for (
      const text of [
        "",
        "<!doctype html><html><feed></feed></html>",
        "<svg xmlns=\"x\"></svg>",
        "A sitemap is <urlset>",
        "See https://a.example/1\nhttps://a.example/2"
      ]
    ) assert.isFalse(Feed.isFeed(text), text)
  })
})
