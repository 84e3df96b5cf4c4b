/** Moved starts, folders, sitemaps and numbered lists as sites have them: a crawl takes their pages, and counts the others. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { announced, anything, at, holds, moved, range, rss, text, urlset, utf16, withFiles } from "./crawlCases.ts"
import { crawl, html, links, page, prose, type Site } from "./crawlSite.ts"

const xml = (body: string | Uint8Array) => text(body, "application/xml")

describe("a start", () => {
  holds([
    {
      title: "that is redirected to its folder is crawled as that folder",
      site: moved("/docs", "/docs/", anything({ "/docs/": ["/docs/a", "/docs/b/", "/blog"] })),
      request: { start: "/docs" },
      pages: ["/docs/", "/docs/a", "/docs/b/"],
      omitted: { outside: 1 },
      warning: /^$/
    },
    {
      title: "that is redirected to a document of its folder stays in the folder",
      site: moved(
        "/docs/",
        "/docs/v2/intro.html",
        anything({ "/docs/v2/intro.html": ["/docs/v2/a", "/docs/v1/b", "/c"] })
      ),
      request: { start: "/docs/" },
      pages: ["/docs/v1/b", "/docs/v2/a", "/docs/v2/intro.html"],
      omitted: { outside: 1 },
      warning: /^$/
    },
    {
      title: "of a page beside its children takes both",
      site: anything({ "/team.html": ["/team/ann", "/people/bob"] }),
      request: { start: "/team.html", includePaths: ["^/team"] },
      pages: ["/team.html", "/team/ann"],
      omitted: { excluded: 1 }
    },
    {
      title: "with a query takes the pages of its list",
      site: anything({ "/news?page=1": [], "/news": ["/news?page=2", "/news/a", "/jobs"] }),
      request: { start: "/news?page=1" },
      pages: ["/news/a", "/news?page=1", "/news?page=2"],
      omitted: { outside: 1 }
    },
    {
      title: "with a version in its name is no document",
      site: anything({ "/api/v1.2": ["/api/v1.2/users", "/api/v1.1/users"] }),
      request: { start: "/api/v1.2" },
      pages: ["/api/v1.2", "/api/v1.2/users"],
      omitted: { outside: 1 }
    },
    {
      title: "in capitals of the host, with its port and a fragment, is the same site",
      site: anything({ "/": ["https://site.example/a", "https://SITE.example:443/b#top"] }),
      request: { start: "https://SITE.EXAMPLE:443/#top" },
      pages: ["/", "/a", "/b"],
      omitted: {}
    },
    {
      title: "of a path with letters beyond ASCII takes links in either spelling",
      site: anything({ "/caf%C3%A9/": ["/café/menu", "/caf%C3%A9/wine", "/cafe/other"] }),
      request: { start: "/café/" },
      pages: ["/caf%C3%A9/", "/caf%C3%A9/menu", "/caf%C3%A9/wine"],
      omitted: { outside: 1 }
    },
    {
      title: "that moved to another host keeps its patterns, and counts links to a third host",
      site: moved("/", "https://new.example/", (url) =>
        url.host === "new.example"
          ? anything({ "/": ["/blog/a", "/jobs", "https://third.example/blog/old"] })(url)
          : undefined),
      request: { includePaths: ["^/blog/", "^/$"] },
      pages: ["new.example/", "new.example/blog/a"],
      omitted: { excluded: 1, moved: 1, site: 1 },
      warning: /redirects to https:\/\/new\.example\//
    },
    {
      title: "that moved twice is crawled where it ends",
      site: moved(
        "/",
        "https://mid.example/",
        (url) =>
          url.host === "mid.example"
            ? { location: "https://end.example/home/" }
            : anything({ "/home/": ["/home/a"] })(url)
      ),
      pages: ["end.example/home/", "end.example/home/a"],
      omitted: { moved: 1 },
      warning: /redirects to https:\/\/end\.example\/home\//
    },
    {
      title: "that moved keeps its depth and its limit",
      site: moved("/", "https://new.example/", anything({ "/": ["/a", "/b"], "/a": ["/a/deep"], "/b": ["/b/deep"] })),
      request: { maxDiscoveryDepth: 1 },
      pages: ["new.example/", "new.example/a", "new.example/b"],
      omitted: { depth: 2, moved: 1 }
    },
    {
      title: "that is a sitemap leads to its pages",
      site: withFiles({ "/maps/site.xml": xml(urlset([at("/maps/a"), at("/b"), "https://other.example/c"])) }),
      request: { start: "/maps/site.xml", crawlEntireDomain: true },
      pages: ["/b", "/maps/a"],
      omitted: { list: 1, site: 1 }
    },
    {
      title: "that is a feed leads to its pages",
      site: withFiles({ "/feed": text(rss([at("/a"), at("/b")]), "application/rss+xml") }),
      request: { start: "/feed", crawlEntireDomain: true },
      pages: ["/a", "/b"],
      omitted: { list: 1 }
    }
  ])
})

describe("real-world sitemaps", () => {
  const announcing = (body: string | Uint8Array): Site =>
    withFiles({ "/robots.txt": announced("/m.xml"), "/m.xml": xml(body) })
  const ns = "http://www.sitemaps.org/schemas/sitemap/0.9"
  holds([
    {
      title: "may have a prefix for its elements",
      site: announcing(
        `<s:urlset xmlns:s="${ns}"><s:url><s:loc>${at("/a")}</s:loc></s:url></s:urlset>`
      ),
      pages: ["/", "/a"]
    },
    {
      title: "may name pictures and other languages, which are no pages of it",
      site: announcing(
        `<urlset xmlns="${ns}" xmlns:image="i" xmlns:xhtml="x"><url><loc>${at("/a")}</loc>` +
          `<image:image><image:loc>${at("/a.jpg")}</image:loc></image:image>` +
          `<xhtml:link rel="alternate" hreflang="de" href="${at("/de/a")}"/></url></urlset>`
      ),
      pages: ["/", "/a"],
      omitted: {}
    },
    {
      title: "may be an index of packed and plain ones, by relative names",
      site: withFiles({
        "/robots.txt": text("User-agent: *\nSitemap: /maps/index.xml\n"),
        "/maps/index.xml": xml(
          `<sitemapindex xmlns="${ns}"><sitemap><loc>a.xml.gz</loc></sitemap><sitemap><loc>/maps/b.txt</loc></sitemap></sitemapindex>`
        ),
        "/maps/a.xml.gz": text(gzipSync(urlset([at("/a")])), "application/x-gzip"),
        "/maps/b.txt": text(utf16(`${at("/b")}\r\n\r\n${at("/c")}\r\n`))
      }),
      pages: ["/", "/a", "/b", "/c"],
      omitted: {}
    },
    {
      title: "may be RSS whose items have permanent identifiers alone",
      site: announcing(
        `<rss version="2.0"><channel><item><guid>${at("/a")}</guid></item>` +
          `<item><guid isPermaLink="false">tag:site.example,b</guid><link>${at("/b")}</link></item>` +
          `<item><guid isPermaLink="false">${at("/not")}</guid></item></channel></rss>`
      ),
      pages: ["/", "/a", "/b"]
    },
    {
      title: "may be RSS 1.0",
      site: announcing(
        `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel/><item rdf:about="${at("/a")}"><link>${
          at("/a")
        }</link></item></rdf:RDF>`
      ),
      pages: ["/", "/a"]
    },
    {
      title: "may be Atom with addresses relative to its base",
      site: announcing(
        `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${at("/news/")}"><link rel="self" href="feed.xml"/>` +
          `<entry><link rel="enclosure" href="x.mp3"/><link href="one"/></entry></feed>`
      ),
      pages: ["/", "/news/one"]
    },
    {
      title: "in a format of another kind is counted, with a warning",
      site: withFiles({
        "/robots.txt": announced("/feed.json"),
        "/feed.json": text(
          JSON.stringify({ version: "https://jsonfeed.org/version/1.1", items: [] }),
          "application/json"
        )
      }),
      pages: ["/"],
      omitted: { sitemap: 1 },
      warning: /^1 sitemap was not read/
    },
    {
      title: "with the same page under several queries names one where that is wanted",
      site: announcing(urlset([at("/a?from=map"), at("/a?from=feed"), at("/b")])),
      request: { ignoreQueryParameters: true },
      count: 3,
      omitted: {}
    }
  ])
})

/** Lists without words, each of which leads to the next, with pages that have words. */
const chain = (
  count: number,
  listOf: (list: number) => string,
  pageOf: (list: number, at: number) => string | undefined
): Site => {
  const lists = new Map(range(count).map((list) => [listOf(list), list]))
  const pages = new Map(
    range(count).flatMap((list) =>
      range(3).flatMap((at) => {
        const path = pageOf(list, at)
        return path === undefined ? [] : [[path, list * 3 + at] as const]
      })
    )
  )
  return ({ pathname, search }) => {
    const path = pathname + search
    if (path === "/") return page("/", [listOf(0)])
    const list = lists.get(path)
    if (list !== undefined) {
      const next = list + 1 < count ? [listOf(list + 1)] : []
      const own = range(3).flatMap((at) => pageOf(list, at) ?? [])
      return html(`Page ${list + 1}`, `<p>Page ${list + 1} of ${count}.</p>${links([...own, ...next])}`)
    }
    const number = pages.get(path)
    return number === undefined ? undefined : html(`Entry ${number}`, `<p>${prose(number + 300)}</p>`)
  }
}

describe("a chain of lists that differ only in numbers", () => {
  holds([
    {
      title: "leads to all of its posts",
      site: chain(30, (list) => `/blog/page/${list + 1}`, (list, at) => `/blog/post-${list * 3 + at}`),
      count: 1 + 30 + 90,
      omitted: {}
    },
    {
      title: "by an offset in the query leads to all of its entries",
      site: chain(30, (list) => `/list?start=${list * 20}`, (list, at) => `/entry/${list * 3 + at}`),
      count: 1 + 30 + 90,
      omitted: {}
    },
    {
      title: "by months, some of which are empty, leads to all of its posts",
      site: chain(
        30,
        (list) => `/${2019 + Math.floor(list / 12)}/${(list % 12) + 1}/`,
        (list, at) =>
          list % 3 === 1 ? undefined : `/${2019 + Math.floor(list / 12)}/${(list % 12) + 1}/post-${list * 3 + at}`
      ),
      count: 1 + 30 + 60,
      omitted: {}
    },
    {
      title: "of dockets leads to documents below each",
      site: chain(30, (list) => `/dockets/${list + 1}`, (list, at) => `/dockets/${list + 1}/document/${at + 1}`),
      count: 1 + 30 + 90,
      omitted: {}
    }
  ])

  it.live("ends soon after its last page", () =>
    Effect.gen(function*() {
      const posts = chain(500, (list) =>
        `/list/${list + 1}`, (list, at) =>
        list < 12 ? `/post/${list * 3 + at}` : undefined)
      const { asked, omitted, warning } = yield* crawl(posts, { limit: 1000 })
      assert.isAtLeast(asked.length, 1 + 12 + 36)
      assert.isBelow(asked.length, 1 + 12 + 36 + 40)
      assert.deepStrictEqual(Object.keys(omitted), ["numbers"])
      assert.match(warning, /differ from others only in numbers/)
    }))
})
