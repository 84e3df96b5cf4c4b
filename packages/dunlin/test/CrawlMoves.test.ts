/** Sites that crawlers get wrong: numbered texts, places that moved, and feeds. */
import { describe } from "@effect/vitest"
import {
  announced,
  anything,
  at,
  atom,
  holds,
  isFile,
  moved,
  range,
  rss,
  text,
  urlset,
  withFiles
} from "./crawlCases.ts"
import { html, page, type Site } from "./crawlSite.ts"

/** A site of numbered lists and texts, each with its own words. */
const numbered = (to: (path: string) => ReadonlyArray<string>): Site => ({ pathname, search }) =>
  isFile(pathname) ? undefined : page(pathname + search, to(pathname + search))

describe("numbered texts", () => {
  holds([
    {
      title: "of a code of three levels are all read",
      site: numbered((path) => {
        const [, kind, numbers = ""] = path.split("/")
        if (path === "/") return range(5, 1).map((n) => `/title/${n}`)
        if (kind === "title") return range(3, 1).map((n) => `/chapter/${numbers}.${n}`)
        if (kind === "chapter") return range(4, 1).map((n) => `/section/${numbers}.${n}`)
        return []
      }),
      count: 1 + 5 + 15 + 60
    },
    {
      title: "of dockets by year, in lists with a page in their query, are all read",
      site: numbered((path) => {
        if (path === "/") return range(3, 2020).map((year) => `/dockets?year=${year}`)
        const list = /^\/dockets\?year=(\d+)(?:&page=(\d+))?$/.exec(path)
        if (list === null) return []
        const number = Number(list[2] ?? 1)
        return [
          ...range(5, number * 5).map((n) => `/dockets/${list[1]}-cv-${String(n).padStart(5, "0")}`),
          ...(number < 4 ? [`/dockets?year=${list[1]}&page=${number + 1}`] : [])
        ]
      }),
      count: 1 + 3 * 4 + 3 * 20
    },
    {
      title: "that lead to each other in a chain are all read",
      site: numbered((path) => {
        const number = Number(/\d+$/.exec(path)?.[0] ?? 0)
        return number < 60 ? [`/section/${number + 1}`] : []
      }),
      count: 61
    },
    {
      title: "with roman numbers are all read",
      site: numbered((path) =>
        path === "/"
          ? ["i", "ii", "iii", "iv", "v", "vi", "vii"].map((n) => `/constitution/article-${n}`)
          : /article-\w+$/.test(path)
          ? range(5, 1).map((n) => `${path}/section-${n}`)
          : []
      ),
      count: 1 + 7 + 35
    },
    {
      title: "of opinions by date are all read",
      site: numbered((path) => {
        if (path === "/") return range(6, 1).map((m) => `/opinions/2023/${String(m).padStart(2, "0")}/`)
        return /\/\d\d\/$/.test(path)
          ? range(6, 1).map((d) => `${path}${String(d).padStart(2, "0")}/22-${d * 37}.html`)
          : []
      }),
      count: 1 + 6 + 36
    },
    {
      title: "with hexadecimal identifiers are all read",
      site: numbered((path) => path === "/" ? range(60).map((n) => `/doc/${(n * 7919 + 4096).toString(16)}`) : []),
      count: 61
    },
    {
      title: "some of which are repealed in the same words are all read",
      site: ({ pathname }) => {
        if (isFile(pathname)) return undefined
        if (pathname === "/") return page("/", range(30, 1).map((n) => `/section/${n}`))
        const number = Number(/\d+$/.exec(pathname)?.[0])
        return number % 3 === 0
          ? html(`Section ${number}`, "<p>This section of the code was repealed by the legislature.</p>")
          : page(pathname)
      },
      count: 1 + 20 + 10
    },
    {
      title: "of a parliament with sittings inside of sessions are all read",
      site: numbered((path) =>
        path === "/" ? range(3, 1).map((n) => `/session-${n}/`) : /session-\d+\/$/.test(path) ?
          range(4, 1).map((n) => `${path}sitting-${n}/`)
          : /sitting-\d+\/$/.test(path)
          ? range(3, 1).map((n) => `${path}item-${n}`)
          : []
      ),
      count: 1 + 3 + 12 + 36
    }
  ])
})

describe("a section that moved", () => {
  holds([
    {
      title: "to a folder of another host is crawled in that folder",
      site: (url) =>
        url.host === "site.example"
          ? { location: "https://new.example/en/" }
          : anything({ "/en/": ["/en/a", "/en/b", "/fr/"] })(url),
      pages: ["new.example/en/", "new.example/en/a", "new.example/en/b"],
      omitted: { outside: 1, moved: 1 }
    },
    {
      title: "and whose pages still link to the old folder is read through its redirects",
      site: (url) =>
        url.pathname.startsWith("/docs/")
          ? { location: url.pathname.replace("/docs/", "/help/center/") }
          : anything({ "/help/center/": ["/docs/a", "/docs/b"], "/help/center/a": ["/docs/c"] })(url),
      request: { start: "/docs/" },
      pages: ["/help/center/", "/help/center/a", "/help/center/b", "/help/center/c"]
    },
    {
      title: "and whose pages still link to the old host is read through its redirects",
      site: (url) =>
        url.host === "site.example"
          ? { location: `https://new.example${url.pathname}` }
          : anything({ "/": ["https://site.example/a", "/b"] })(url),
      pages: ["new.example/", "new.example/a", "new.example/b"]
    },
    {
      title: "to a page for signing in returns that page, with a warning",
      site: (url) =>
        url.host === "site.example" ? { location: "https://login.example/signin?next=%2F" } : anything({})(url),
      count: 1,
      warning: /login\.example/
    },
    {
      title: "with a query for statistics is the same place",
      site: moved("/old", "/?utm_source=old", anything({ "/": ["/a"] })),
      request: { start: "/old", crawlEntireDomain: true },
      count: 2
    },
    {
      title: "in part: pages inside that redirect to each other are read once",
      site: (url) =>
        /^\/old-\d$/.test(url.pathname)
          ? { location: url.pathname.replace("old", "new") }
          : anything({ "/": [...range(4).map((n) => `/old-${n}`), ...range(4).map((n) => `/new-${n}`)] })(url),
      pages: ["/", "/new-0", "/new-1", "/new-2", "/new-3"]
    }
  ])
})

describe("a list of pages in robots.txt", () => {
  const named = [at("/one"), at("/two")]
  const two = { pages: ["/", "/one", "/two"] }
  holds([
    {
      title: "may be RSS with links in CDATA",
      site: withFiles({
        "/robots.txt": announced("/feed"),
        "/feed": text(
          `<rss version="2.0"><channel><link>${at("/")}</link>${
            named.map((url) => `<item><link><![CDATA[ ${url} ]]></link></item>`).join("")
          }</channel></rss>`,
          "application/rss+xml"
        )
      }),
      ...two
    },
    {
      title: "may be Atom whose entries link to themselves and to comments",
      site: withFiles({
        "/robots.txt": announced("/atom"),
        "/atom": text(
          `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="${at("/atom")}"/>${
            named.map((url) =>
              `<entry><link rel="edit" href="${url}/edit"/><link rel="replies" href="${url}/comments"/><link rel="alternate" href="${url}"/></entry>`
            ).join("")
          }</feed>`,
          "application/atom+xml"
        )
      }),
      ...two
    },
    {
      title: "may be a podcast: its episodes are pages, its files are not",
      site: withFiles({
        "/robots.txt": announced("/podcast.xml"),
        "/podcast.xml": text(
          `<rss version="2.0"><channel>${
            named.map((url) => `<item><link>${url}</link><enclosure url="${url}.mp3" type="audio/mpeg"/></item>`).join(
              ""
            )
          }</channel></rss>`,
          "application/xml"
        )
      }),
      ...two
    },
    {
      title: "may be a JSON feed",
      site: withFiles({
        "/robots.txt": announced("/feed.json"),
        "/feed.json": text(
          JSON.stringify({
            version: "https://jsonfeed.org/version/1.1",
            items: named.map((url) => ({ id: url, url }))
          }),
          "application/feed+json"
        )
      }),
      ...two
    },
    {
      title: "may be named in small letters by a path",
      site: withFiles({
        "/robots.txt": text("user-agent: *\nsitemap: /map.xml\n"),
        "/map.xml": text(urlset(named), "application/xml")
      }),
      ...two
    },
    {
      title: "may name itself",
      site: withFiles({
        "/robots.txt": announced("/index.xml"),
        "/index.xml": text(
          `<sitemapindex>${
            [at("/index.xml"), at("/map.xml")].map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")
          }</sitemapindex>`,
          "application/xml"
        ),
        "/map.xml": text(urlset(named), "application/xml")
      }),
      ...two
    },
    {
      title: "may have queries with escaped ampersands and spaces around addresses",
      site: withFiles({
        "/robots.txt": announced("/map.xml"),
        "/map.xml": text(urlset([`\n  ${at("/p?a=1&amp;b=2")}\n`, `${at("/q?x=&#x31;")}`]), "application/xml")
      }),
      pages: ["/", "/p?a=1&b=2", "/q?x=1"]
    },
    {
      title: "may continue in archived feeds",
      site: withFiles({
        "/robots.txt": announced("/feed.xml"),
        "/feed.xml": text(
          atom([named[0]!]).replace("</feed>", `<link rel="next" href="${at("/feed-2.xml")}"/></feed>`),
          "application/atom+xml"
        ),
        "/feed-2.xml": text(atom([named[1]!]), "application/atom+xml")
      }),
      ...two
    },
    {
      title: "may be RSS behind the page of a blog",
      site: withFiles({
        "/robots.txt": announced("/blog/feed/"),
        "/blog/feed/": text(rss(named), "text/xml; charset=utf-8")
      }),
      ...two
    }
  ])
})
