/** The pages of a site that a crawl returns, and its account of the others: cases that users of crawlers reported, and more. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import {
  announced,
  anything,
  at,
  atom,
  holds,
  moved,
  range,
  rss,
  text,
  urlset,
  utf16,
  utf16be,
  withFiles
} from "./crawlCases.ts"
import { type Answer, crawl, html, links, page, prose, type Site } from "./crawlSite.ts"

const beside = ["/blog", "/blog/one", "/blog/two", "/blogroll", "/pricing", "https://other.example/"]

describe("a crawl below its start", () => {
  holds([
    {
      title: "stays under a path without a final slash",
      site: anything({ "/blog": beside }),
      request: { start: "/blog" },
      pages: ["/blog", "/blog/one", "/blog/two"],
      omitted: { outside: 2, site: 1 }
    },
    {
      title: "takes the folder of a document",
      site: anything({ "/docs/index.html": ["/docs/a.html", "/docs/b/", "/about.html"] }),
      request: { start: "/docs/index.html" },
      pages: ["/docs/a.html", "/docs/b/", "/docs/index.html"],
      omitted: { outside: 1 }
    },
    {
      title: "takes the whole site where it is wanted",
      site: anything({ "/blog": beside }),
      request: { start: "/blog", crawlEntireDomain: true },
      pages: ["/blog", "/blog/one", "/blog/two", "/blogroll", "/pricing"],
      omitted: { site: 1 }
    },
    {
      title: "takes a start with a slash for the same place",
      site: anything({ "/blog/": ["/blog", "/blog/a", "/b"] }),
      request: { start: "/blog/" },
      pages: ["/blog/", "/blog/a"],
      omitted: { outside: 1 }
    },
    {
      title: "takes subdomains where they are wanted, and no site that ends alike",
      site: anything({ "/": ["https://docs.site.example/a", "https://mysite.example/b"] }),
      request: { allowSubdomains: true },
      pages: ["/", "docs.site.example/a"],
      omitted: { site: 1 }
    },
    {
      title: "reports links outside of its path when the start is the only page",
      site: anything({ "/guide/start": ["/guide/next", "/guide/last"] }),
      request: { start: "/guide/start" },
      pages: ["/guide/start"],
      omitted: { outside: 2 },
      warning: /^2 URLs were not requested, because they are outside .*"crawlEntireDomain": true/
    }
  ])
})

describe("a start that redirects", () => {
  holds([
    {
      title: "to another folder is crawled there, and says so",
      site: moved("/docs/", "/help/center/", anything({ "/help/center/": ["/help/center/a", "/docs/b", "/other"] })),
      request: { start: "/docs/" },
      pages: ["/docs/b", "/help/center/", "/help/center/a"],
      omitted: { moved: 1, outside: 1 },
      warning: /redirects to https:\/\/site\.example\/help\/center\//
    },
    {
      title: "to another host is crawled there, with its sitemap",
      site: moved("/", "https://new.example/en/", (url) =>
        url.pathname === "/sitemap.xml" && url.host === "new.example"
          ? text(urlset(["https://new.example/en/listed", "https://third.example/x"]), "application/xml")
          : anything({ "/en/": ["/en/a", "/en/a/b"] })(url)),
      pages: ["new.example/en/", "new.example/en/a", "new.example/en/a/b", "new.example/en/listed"],
      omitted: { moved: 1, site: 1 },
      warning: /redirects to https:\/\/new\.example\/en\//
    },
    {
      title: "to a page below itself stays a crawl of its own place",
      site: moved("/", "/en/", anything({ "/en/": ["/en/a", "/de/b"] })),
      pages: ["/de/b", "/en/", "/en/a"],
      omitted: {},
      warning: /^$/
    },
    {
      title: "to the same site with www is the same site",
      site: moved("/", "https://www.site.example/", anything({ "/": ["/a", "https://site.example/b"] })),
      pages: ["/b", "www.site.example/", "www.site.example/a"],
      omitted: {},
      warning: /^$/
    }
  ])
})

const named = [at("/t1"), at("/t2"), "https://other.example/t3"]

describe("a sitemap", () => {
  const announcing = (path: string, answer: Answer): Site =>
    withFiles({ "/robots.txt": announced(path), [path]: answer })
  const xml = (body: string | Uint8Array) => text(body, "application/xml")
  const taken = { pages: ["/", "/t1", "/t2"], omitted: { site: 1 } }
  holds([
    { title: "may be a text of addresses", site: announcing("/map.txt", text(named.join("\r\n"))), ...taken },
    { title: "may be RSS", site: announcing("/feed.xml", text(rss(named), "application/rss+xml")), ...taken },
    { title: "may be Atom", site: announcing("/atom.xml", text(atom(named), "application/atom+xml")), ...taken },
    { title: "may be UTF-16", site: announcing("/m.xml", xml(utf16(urlset(named)))), ...taken },
    { title: "may be UTF-16 in the other order", site: announcing("/m.xml", xml(utf16be(urlset(named)))), ...taken },
    {
      title: "may be UTF-16 without a mark, and packed",
      site: announcing("/m.xml.gz", xml(gzipSync(utf16(urlset(named)).subarray(2)))),
      ...taken
    },
    {
      title: "may be in the encoding that it declares",
      site: announcing(
        "/m.xml",
        xml(Buffer.from(urlset([at("/caf\u00e9")], "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"), "latin1"))
      ),
      pages: ["/", "/caf%C3%A9"],
      omitted: {}
    },
    { title: "may be a packed text", site: announcing("/map.txt.gz", text(gzipSync(named.join("\n")))), ...taken },
    {
      title: "that is a page is counted, with a warning",
      site: announcing("/map.html", { body: html("Map", "<p>None.</p>") }),
      pages: ["/"],
      omitted: { sitemap: 1 },
      warning: /^1 sitemap was not read/
    },
    {
      title: "that is announced and missing is counted, with a warning",
      site: withFiles({ "/robots.txt": announced("/gone.xml"), "/gone.xml": { status: 404 } }),
      omitted: { sitemap: 1 },
      warning: /^1 sitemap was not read/
    },
    {
      title: "names pages outside of the path and of patterns, which are counted",
      site: withFiles({
        "/robots.txt": announced("/m.xml"),
        "/m.xml": xml(urlset(["/b/1", "/b/2.png", "/b/x", "/c"].map(at)))
      }),
      request: { start: "/b/", excludePaths: ["x$"] },
      pages: ["/b/", "/b/1"],
      omitted: { excluded: 1, file: 1, outside: 1 }
    },
    {
      title: "alone leaves the links of its pages",
      site: withFiles({ "/sitemap.xml": xml(urlset([at("/s")])) }, { "/s": ["/linked"], "/": ["/s", "/home"] }),
      request: { sitemap: "only" },
      pages: ["/", "/s"],
      omitted: { links: 2 }
    }
  ])
})

/** Lists that differ in numbers alone, of pages with words of their own. */
const lists = (
  listOf: (list: number) => string,
  pageOf: (list: number, at: number) => string,
  sizes = [12, 6]
): Site => {
  const [count, size] = sizes as [number, number]
  const all = new Map(range(count).flatMap((list) => range(size).map((at) => [pageOf(list, at), list * size + at])))
  const indexes = new Map(range(count).map((list) => [listOf(list), list]))
  return ({ pathname, search }) => {
    const path = pathname + search
    if (path === "/") return html("Home", `<p>${prose(1)}</p>${links(Array.from(indexes.keys()))}`)
    const list = indexes.get(path)
    if (list !== undefined) {
      return html(
        `List ${list}`,
        range(size).map((at) => `<p><a href="${pageOf(list, at)}">Page ${at}</a></p>`).join("")
      )
    }
    const number = all.get(path)
    return number === undefined ? undefined : html(`Page ${number}`, `<p>${prose(number + 100)}</p>`)
  }
}

describe("lists that differ only in numbers", () => {
  const complete = { count: 12 * 6 + 12 + 1, omitted: {}, warning: /^$/ }
  holds([
    {
      title: "lead to pages with words",
      site: lists((n) => `/docs/t${n}`, (n, at) => `/docs/t${n}/${at}`),
      ...complete
    },
    {
      title: "lead to statutes",
      site: lists((n) => `/title-${n}`, (n, at) => `/title-${n}/section-${n * 100 + at}`),
      ...complete
    },
    {
      title: "lead to dockets",
      site: lists((n) => `/dockets?page=${n}`, (n, at) => `/docket/${2000 + n}-cv-${at}`),
      ...complete
    },
    {
      title: "lead to issues",
      site: lists((n) => `/issues/page/${n}`, (n, at) => `/issues/${n * 6 + at}`),
      ...complete
    },
    { title: "lead to versions", site: lists((n) => `/v${n}/`, (n, at) => `/v${n}/release-${at}.html`), ...complete },
    {
      title: "lead to archives by date",
      site: lists((n) => `/2019/${n}/`, (n, at) => `/2019/${n}/${at}/`),
      ...complete
    },
    {
      title: "lead to pages at addresses without numbers",
      site: lists((n) => `/list/${n}`, (n, at) => `/p/${prose(n * 6 + at).slice(4, 24).replaceAll(" ", "-")}`),
      ...complete
    }
  ])

  it.live("are followed to products that differ by one number", () =>
    Effect.gen(function*() {
      const site: Site = ({ pathname }) => {
        const [, kind, number = ""] = /^\/(list|part)\/(\d+)$/.exec(pathname) ?? []
        if (pathname === "/") return html("Home", `<p>${prose(1)}</p>${links(range(10).map((n) => `/list/${n}`))}`)
        if (kind === "list") {
          return html(
            `List ${number}`,
            links(range(8).map((n) => `/part/${Number(number) * 8 + n}`))
          )
        }
        return kind === "part"
          ? html(`Bolt ${number}`, `<p>A bolt of ${number} mm for 1.${number} EUR.</p>`)
          : undefined
      }
      assert.strictEqual((yield* crawl(site)).pages.length, 91)
    }))

  it.live("are followed through volumes and numbers to articles", () =>
    Effect.gen(function*() {
      const site: Site = ({ pathname }) => {
        const path = pathname.split("/").slice(1)
        if (pathname === "/") return html("Home", `<p>${prose(1)}</p>${links(range(6).map((n) => `/vol/${n}`))}`)
        if (path[0] !== "vol" || path.length > 4) return undefined
        const below = links(range(4).map((n) => `${pathname}/${n}`))
        return path.length === 4
          ? html("Article", `<p>${prose(Number(path.slice(1).join("")) + 500)}</p>`)
          : html(`Volume ${path[1]}${path.length === 2 ? "" : `, number ${path[2]}`}`, below)
      }
      assert.strictEqual((yield* crawl(site)).pages.length, 1 + 6 + 24 + 96)
    }))
})

describe("endless URLs", () => {
  const months: Site = ({ pathname, searchParams }) => {
    if (pathname === "/") return page("/", ["/calendar?month=500", "/about"])
    if (pathname === "/about") return page("/about", ["/"])
    if (pathname !== "/calendar") return undefined
    const month = Number(searchParams.get("month"))
    return html(
      `Month ${month}`,
      `<p>No events in month ${month}.</p>${links([month - 1, month + 1].map((n) => `/calendar?month=${n}`))}`
    )
  }

  it.live("of a calendar are stopped early, with a warning that names the option", () =>
    Effect.gen(function*() {
      const { asked, omitted, warning } = yield* crawl(months, { limit: 500 })
      assert.isBelow(asked.length, 14)
      assert.deepStrictEqual(Object.keys(omitted), ["numbers"])
      assert.match(warning, /differ from others only in numbers.*"deduplicateSimilarURLs": false/)
    }))

  it.live("of a calendar are followed up to the limit with deduplicateSimilarURLs: false", () =>
    Effect.gen(function*() {
      const { omitted, pages } = yield* crawl(months, { limit: 30, deduplicateSimilarURLs: false })
      assert.strictEqual(pages.length, 30)
      assert.deepStrictEqual(Object.keys(omitted), ["limit"])
    }))

  it.live("with the same text are stopped, with a warning", () =>
    Effect.gen(function*() {
      const site: Site = ({ pathname }) =>
        pathname === "/"
          ? page("/", range(40).map((n) => `/login?next=${n}`))
          : pathname === "/login"
          ? html("Sign in", "<p>Please sign in.</p>")
          : undefined
      const { asked, omitted, warning } = yield* crawl(site)
      assert.isBelow(asked.length, 30)
      assert.strictEqual(asked.length - 1 + omitted["trap"]!, 40)
      assert.match(warning, /similar URLs had no new text/)
    }))
})

describe("every URL has a page or a reason", () => {
  holds([
    {
      title: "beyond the depth",
      site: anything({ "/": ["/a"], "/a": ["/a/b", "/c"], "/a/b": ["/d"] }),
      request: { maxDiscoveryDepth: 1 },
      pages: ["/", "/a"],
      omitted: { depth: 2 }
    },
    {
      title: "beyond the limit",
      site: anything({ "/": range(20).map((n) => `/page-of-${String.fromCharCode(97 + n)}`) }),
      request: { limit: 5, maxConcurrency: 1 },
      count: 5,
      omitted: { limit: 16 }
    },
    {
      title: "disallowed by robots.txt",
      site: withFiles({ "/robots.txt": text("User-agent: *\nDisallow: /private\n") }, { "/": ["/private/a", "/b"] }),
      pages: ["/", "/b"],
      omitted: { robots: 1 },
      failed: ["/private/a"]
    },
    {
      title: "excluded, not included, and files",
      site: anything({ "/": ["/a/1", "/b", "/c.png", "/d.zip", "mailto:a@b.example", "/#top"] }),
      request: { includePaths: ["^/$", "^/a/"], excludePaths: ["secret"] },
      pages: ["/", "/a/1"],
      omitted: { excluded: 1, file: 2 }
    },
    {
      title: "behind pages that ask not to be followed, and those that ask not to be kept",
      site: withFiles({
        "/nofollow": html(
          "No follow",
          `<p>${prose(71)}</p>${links(["/behind-nofollow"])}`,
          "<meta name=\"robots\" content=\"nofollow\">"
        ),
        "/noindex": html(
          "No index",
          `<p>${prose(72)}</p>${links(["/behind-noindex"])}`,
          "<meta name=\"robots\" content=\"noindex\">"
        )
      }, { "/": ["/nofollow", "/noindex"] }),
      pages: ["/", "/behind-noindex", "/nofollow"],
      omitted: { nofollow: 1, noindex: 1 }
    },
    {
      title: "behind copies and errors",
      site: withFiles({
        "/one": html("Same", `<p>${prose(73)}</p>`),
        "/two": html("Same", `<p>${prose(73)}</p>${links(["/behind-copy"])}`),
        "/gone": { status: 404, body: html("Gone", links(["/behind-error"])) }
      }, { "/": ["/one", "/deeper", "/gone"], "/deeper": ["/two"] }),
      pages: ["/", "/deeper", "/one"],
      omitted: { copy: 1, duplicate: 1, error: 1 },
      failed: ["/gone"]
    },
    {
      title: "that redirect out, and canonical addresses",
      site: withFiles({
        "/out": { location: "https://other.example/" },
        "/print": html("Print", `<p>${prose(74)}</p>`, "<link rel=\"canonical\" href=\"/text\">")
      }, { "/": ["/out", "/print"] }),
      pages: ["/", "/text"],
      omitted: { canonical: 1, redirect: 1 }
    },
    {
      title: "linked from an error is no loss where another page links there",
      site: withFiles({ "/gone": { status: 404, body: links(["/a", "/b"]) } }, { "/": ["/gone", "/x"], "/x": ["/a"] }),
      pages: ["/", "/a", "/x"],
      omitted: { error: 1 }
    }
  ])

  it.live("that differ only in the query are one page on request", () =>
    Effect.gen(function*() {
      const site = anything({ "/": range(9).map((n) => `/p?view=${n}`).concat(["/q?id=2"]) })
      const { asked, pages } = yield* crawl(site, { ignoreQueryParameters: true })
      assert.strictEqual(pages.length, 3)
      assert.strictEqual(asked.length, 3)
    }))
})

describe("patterns", () => {
  const long = (number: number) => `^/part-${number}/${"x".repeat(1980)}$`
  holds([
    {
      title: "may be a thousand of two thousand characters",
      site: anything({ "/": ["/a", "/b"] }),
      request: { excludePaths: [...range(999).map(long), "^/b"] },
      pages: ["/", "/a"],
      omitted: { excluded: 1 }
    },
    {
      title: "may be a thousand with operators",
      site: anything({ "/": ["/section-7/page-1", "/section-1000/page-1"] }),
      request: { includePaths: [...range(999).map((n) => `^/section-${n}/[a-z-]+\\d+$`), "^/$"] },
      pages: ["/", "/section-7/page-1"],
      omitted: { excluded: 1 }
    },
    {
      title: "without operators fit as they are, with escapes",
      site: anything({ "/": ["/a.b", "/axb", "/end", "/end/on", "/mid/x/y"] }),
      request: { excludePaths: ["^/a\\.b$", "/end$", "/x/", "^/none.*$"] },
      pages: ["/", "/axb", "/end/on"],
      omitted: { excluded: 3 }
    }
  ])

  it.live("that need too much memory are rejected, with the position of the first", () =>
    Effect.gen(function*() {
      const excludePaths = range(1000).map((n) => `(?:a{0,300}b${n}){0,3}(a|aa)*c$`)
      const error = yield* Effect.flip(crawl(anything({}), { excludePaths }))
      assert.match(String(error), /excludePaths/)
    }))
})
