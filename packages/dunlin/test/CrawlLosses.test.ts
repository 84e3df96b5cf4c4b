/** Sites on which a crawl or a map may lose pages: loops, moved sites, frames, lists without words, odd files. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { anything, at, atom, holds, isFile, range, rss, text, urlset, utf16, withFiles } from "./crawlCases.ts"
import { html, links, mapped, page, prose, type Site } from "./crawlSite.ts"

const xml = (body: string | Uint8Array) => text(body, "application/xml")

const letter = (number: number): string => String.fromCharCode(97 + number)

/** A page that names another one as canonical. */
const naming = (path: string, canonical: string, to: ReadonlyArray<string> = []): string =>
  html(`Page ${path}`, `<p>${prose(path.charCodeAt(1))}</p>${links(to)}`, `<link rel="canonical" href="${canonical}">`)

describe("canonical URLs", () => {
  holds([
    {
      title: "that name each other lose no content",
      site: withFiles({ "/a": naming("/a", "/b"), "/b": naming("/b", "/a") }, { "/": ["/a", "/b"] }),
      request: { maxConcurrency: 1 },
      count: 2,
      omitted: { canonical: 1 }
    },
    {
      title: "in a loop of three lose no content",
      site: withFiles(
        { "/a": naming("/a", "/b"), "/b": naming("/b", "/c"), "/c": naming("/c", "/a") },
        { "/": ["/a", "/b", "/c"] }
      ),
      request: { maxConcurrency: 1 },
      count: 2,
      omitted: { canonical: 2 }
    },
    {
      title: "that are missing are replaced by the page that names them",
      site: withFiles({ "/a": naming("/a", "/gone", ["/b"]), "/gone": { status: 404 } }, { "/": ["/a"] }),
      pages: ["/", "/a", "/b"],
      failed: ["/gone"]
    },
    {
      title: "that failed earlier are replaced by the page that names them",
      site: withFiles({ "/a": naming("/a", "/gone"), "/gone": { status: 404 } }, {
        "/": ["/gone", "/x"],
        "/x": ["/a"]
      }),
      request: { maxConcurrency: 1 },
      pages: ["/", "/a", "/x"],
      failed: ["/gone"]
    },
    {
      title: "that robots.txt disallows are replaced by the page that names them",
      site: withFiles(
        { "/robots.txt": text("User-agent: *\nDisallow: /full/\n"), "/a": naming("/a", "/full/a") },
        { "/": ["/a"] }
      ),
      pages: ["/", "/a"],
      failed: ["/full/a"]
    },
    {
      title: "of print views return each article once",
      site: withFiles(
        Object.fromEntries(
          range(8).flatMap((n) => [
            [`/art/${letter(n)}`, naming(`/${letter(n)}`, `/art/${letter(n)}`, [`/print/${letter(n)}`])],
            [`/print/${letter(n)}`, naming(`/${letter(n)}`, `/art/${letter(n)}`)]
          ])
        ),
        { "/": range(8).map((n) => `/art/${letter(n)}`) }
      ),
      count: 9,
      omitted: { canonical: 8 }
    }
  ])
})

describe("lists whose links have no text", () => {
  /** Lists whose links all have the same text. */
  const archives = (listOf: (list: number) => string): Site => (url) => {
    const list = range(6).map(listOf).indexOf(url.pathname + url.search)
    if (isFile(url.pathname)) return undefined
    if (url.pathname === "/") return page("/", range(6).map(listOf))
    return list < 0
      ? page(url.pathname)
      : html("Archive", range(5).map((n) => `<a href="/post/${letter(list)}${letter(n)}">Read more</a>`).join(" "))
  }
  holds([
    {
      title: "lead to all of their pages",
      site: archives((n) => `/archive/${n}`),
      count: 32,
      omitted: { duplicate: 5 }
    },
    {
      title: "lead to all of their pages where a query numbers them",
      site: archives((n) => `/posts?page=${n}`),
      count: 32,
      omitted: { duplicate: 5 }
    },
    {
      title: "end if the next page of the list has the same text for ever",
      site: ({ pathname, searchParams }) => {
        if (isFile(pathname)) return undefined
        if (pathname === "/") return page("/", ["/list"])
        if (pathname !== "/list") return page(pathname)
        const number = Number(searchParams.get("page") ?? 1)
        const items = number > 5 ? [] : range(4).map((n) => `/item/${number * 4 + n}`)
        return html("List", items.length === 0 ? "<p>No more results.</p>" : links(items)) +
          links([`/list?page=${number + 1}`])
      },
      request: { maxConcurrency: 1, limit: 200 },
      count: 1 + 1 + 20 + 1
    },
    {
      title: "are not followed into folders that repeat themselves",
      site: ({ pathname }) =>
        isFile(pathname) ? undefined : html("Loop", "<a href=\"x/\">more</a> <a href=\"y/\">more</a>"),
      request: { limit: 50 },
      pages: ["/"],
      omitted: { copy: 4, duplicate: 2 }
    },
    {
      title: "are not followed into copies with session ids",
      site: ({ pathname, search }) => {
        if (isFile(pathname)) return undefined
        const next = Number(/\d+/.exec(search)?.[0] ?? 0) + 1
        return html(`Part ${pathname}`, links(["/a", "/b", "/c"].map((path) => `${path}?visit=${next}`)))
      },
      request: { limit: 50 },
      count: 4
    }
  ])
})

describe("sites with old technology", () => {
  holds([
    {
      title: "with frames are read",
      site: withFiles({
        "/":
          "<html><head><title>Code</title></head><frameset cols=\"20%,*\"><frame src=\"toc.html\"><frame src=\"/body.html\">" +
          "<noframes><a href=\"/none\">x</a></noframes></frameset></html>"
      }, { "/toc.html": ["/part/a", "/part/b"] }),
      pages: ["/", "/body.html", "/part/a", "/part/b", "/toc.html"],
      omitted: {}
    },
    {
      title: "with a base URL are read below it",
      site: withFiles({
        "/dir/p": `<html><head><base href="/lib/v1/"></head><body><main><p>${prose(3)}</p><a href="one">1</a>` +
          "<a href=\"../two\">2</a><a href=\"#part\">3</a></main></body></html>"
      }, { "/": ["/dir/p"] }),
      pages: ["/", "/dir/p", "/lib/two", "/lib/v1/one"]
    },
    {
      title: "with fragments as routes are one page",
      site: anything({ "/": ["/#!/a", "/#!/b", "/app#/x", "/app#part"] }),
      pages: ["/", "/app"],
      omitted: {}
    },
    {
      title: "with capitals, escapes and odd links are read once per page",
      site: anything({
        "/": [
          "/Docs/A",
          "/docs/a",
          "/p/@s%2Fn",
          "/p/@s/n",
          "/a%20b",
          "/a b",
          "/caf%C3%A9",
          "/caf\u00e9",
          "/../up",
          " /trim ",
          "HTTPS://SITE.EXAMPLE/host",
          "https://site.example:443/port",
          "tel:1",
          "javascript:void(0)",
          "http://[bad"
        ]
      }),
      pages: [
        "/",
        "/Docs/A",
        "/a%20b",
        "/caf%C3%A9",
        "/docs/a",
        "/host",
        "/p/@s%2Fn",
        "/p/@s/n",
        "/port",
        "/trim",
        "/up"
      ],
      omitted: {}
    },
    {
      title: "with soft 404 pages return one of them",
      site: ({ pathname }) =>
        isFile(pathname)
          ? undefined
          : ["/", "/a", "/b"].includes(pathname)
          ? page(pathname, ["/a", "/b", ...range(30).map((n) => `/gone-${letter(n % 26)}${n}`)])
          : html("Not found", "<p>Sorry, this page does not exist.</p>"),
      count: 4
    },
    {
      title: "with translations return each of them",
      site: ({ pathname }) => {
        if (isFile(pathname)) return undefined
        if (pathname === "/") return page("/", ["/en/", "/de/"])
        const language = pathname.slice(1, 3)
        const alternates = ["en", "de"].map((other) =>
          `<link rel="alternate" hreflang="${other}" href="${pathname.replace(language, other)}">`
        ).join("")
        return html(
          pathname,
          `<p>${prose(pathname.length * 7 + language.charCodeAt(0))}</p>${
            links(["a", "b"].map((name) => `/${language}/${name}`))
          }`,
          alternates
        )
      },
      pages: ["/", "/de/", "/de/a", "/de/b", "/en/", "/en/a", "/en/b"],
      omitted: {}
    },
    {
      title: "with a calendar that has entries return all entries",
      site: ({ pathname }) => {
        if (isFile(pathname)) return undefined
        const [, year, month, day] = /^\/events\/(\d+)-(\d+)(?:\/(\d+))?$/.exec(pathname) ?? []
        if (year === undefined || day !== undefined) return page(pathname, pathname === "/" ? ["/events/2024-1"] : [])
        const number = Number(year) * 12 + Number(month) - 1
        const months = [number - 1, number + 1].map((at) => `/events/${Math.floor(at / 12)}-${at % 12 + 1}`)
        const days = year === "2024" && Number(month) <= 6 ? range(10, 1).map((at) => `${pathname}/${at}`) : []
        return html(`Events of ${year}-${month}`, links([...days, ...months]))
      },
      request: { includePaths: ["^/$", "^/events/2024-\\d+$", "/\\d+-\\d+/"] },
      count: 1 + 12 + 60
    },
    {
      title: "with files other than pages return those with text",
      site: withFiles({
        "/data.json": text("{\"a\":1}", "application/json"),
        "/words": text("Plain words."),
        "/picture": { body: new Uint8Array([137, 80, 78, 71]), type: "image/png" }
      }, { "/": ["/data.json", "/words", "/picture", "/a.zip"] }),
      pages: ["/", "/data.json", "/words"],
      omitted: { file: 1 },
      failed: ["/picture"]
    }
  ])
})

describe("a site that moves to another host during a crawl", () => {
  /** A site whose old host redirects after a number of requests. */
  const moving = (after: number, to: (url: URL) => string, site: Site): Site => {
    let requests = 0
    return (url) => {
      if (url.host !== "site.example" || isFile(url.pathname)) return site(url)
      return ++requests > after ? { location: to(url) } : site(url)
    }
  }
  const tree: Site = ({ pathname }) => {
    const depth = pathname.split("/").length - 1
    if (isFile(pathname)) return undefined
    if (pathname === "/") return page("/", range(4).map((n) => `/part-${letter(n)}`))
    return depth > 2 ? undefined : page(pathname, depth === 1 ? range(3).map((n) => `${pathname}/${letter(n)}`) : [])
  }
  holds([
    {
      title: "is read to its end at the new host, with a warning",
      site: moving(3, ({ pathname }) => `https://new.example${pathname}`, tree),
      request: { maxConcurrency: 1 },
      count: 1 + 4 + 12,
      warning: /^The start URL redirects to https:\/\/new\.example\//
    },
    {
      title: "is not followed if only some of its pages lead there",
      site: (url) =>
        url.host === "site.example" && url.pathname.startsWith("/part-a")
          ? { location: `https://new.example${url.pathname}` }
          : tree(url),
      request: { maxConcurrency: 1 },
      count: 1 + 3 + 9,
      omitted: { redirect: 1 }
    },
    {
      title: "is not followed to a page for signing in",
      site: moving(3, () => "https://login.example/", tree),
      request: { maxConcurrency: 1 },
      count: 3
    }
  ])
})

describe("URLs that are not requested", () => {
  const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${
    ["/a.xml.gz", "/b.txt", "/c.rss", "/d.atom", "/e.xml", "/gone.xml"].map((path) =>
      `<sitemap><loc>${at(path)}</loc></sitemap>`
    ).join("")
  }</sitemapindex>`
  const ofIndex = withFiles({
    "/sitemap.xml": xml(index),
    "/a.xml.gz": text(gzipSync(urlset([at("/ga")])), "application/gzip"),
    "/b.txt": text(`${at("/ta")}\r\n${at("/tb")}`),
    "/c.rss": text(rss([at("/ra"), "https://other.example/x"]), "application/rss+xml"),
    "/d.atom": text(atom([at("/aa")]), "application/atom+xml"),
    "/e.xml": xml(utf16(urlset([at("/ua")], "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"))),
    "/gone.xml": { status: 404 }
  })
  const pages = ["/", "/aa", "/ga", "/ra", "/ta", "/tb", "/ua"]
  holds([
    {
      title: "include a missing sitemap of an index that was not announced",
      site: ofIndex,
      pages,
      omitted: { sitemap: 1, site: 1 },
      warning: /^1 sitemap was not read \(for example https:\/\/site\.example\/gone\.xml\)/
    },
    {
      title: "include the links of a start that is the only page",
      site: anything({ "/": ["/a", "/b", "https://other.example/"] }),
      request: { limit: 1 },
      pages: ["/"],
      omitted: { limit: 2, site: 1 }
    },
    {
      title: "include the announced sitemaps of a start that is the only page",
      site: withFiles({ "/robots.txt": text(`Sitemap: ${at("/m.xml")}\n`), "/m.xml": xml(urlset([at("/s")])) }, {
        "/": ["/a"]
      }),
      request: { limit: 1 },
      pages: ["/"],
      omitted: { limit: 1, sitemap: 1 }
    },
    {
      title: "include the rules of a robots.txt with a byte order mark, old line ends and loose syntax",
      site: withFiles({
        "/robots.txt": text(
          "\ufeff# rules\rUSER-AGENT: Other\rUser-Agent : dunlinbot # we\r\rDISALLOW : /secret$\rDisallow: /*.pdf$\r" +
            "Allow: /secret/ok\rDisallow: /secret/\r\rUser-agent: *\rDisallow: /\r"
        )
      }, { "/": ["/secret", "/secret/ok", "/secret/no", "/doc.pdf", "/free"] }),
      pages: ["/", "/free", "/secret/ok"],
      omitted: { robots: 3 },
      failed: ["/doc.pdf", "/secret", "/secret/no"]
    }
  ])

  it.effect("are the same for a map of a sitemap index", () =>
    Effect.gen(function*() {
      const map = yield* mapped(ofIndex)
      assert.deepStrictEqual(map.pages, pages)
      assert.deepStrictEqual(map.omitted, { sitemap: 1, site: 1 })
    }))
})

describe("a map", () => {
  it.effect("of a site that moved lists the new place and its sitemap, with a warning", () =>
    Effect.gen(function*() {
      const { omitted, pages, warning } = yield* mapped((url) =>
        url.host === "site.example"
          ? { location: `https://www.new.example${url.pathname}` }
          : withFiles({ "/sitemap.xml": xml(urlset(["https://new.example/s", "https://site.example/t"])) }, {
            "/": ["/a", "https://site.example/b", "https://third.example/"]
          })(url)
      )
      assert.deepStrictEqual(pages, ["/b", "/t", "new.example/s", "www.new.example/", "www.new.example/a"])
      assert.deepStrictEqual(omitted, { moved: 1, site: 1 })
      assert.match(warning, /^The start URL redirects to https:\/\/www\.new\.example\//)
    }))

  it.effect("of a missing start does not list the start, and names the status", () =>
    Effect.gen(function*() {
      const { omitted, pages, warning } = yield* mapped((url) =>
        url.pathname === "/" ? { status: 404, body: links(["/a"]) } : undefined
      )
      assert.deepStrictEqual(pages, ["/a"])
      assert.deepStrictEqual(omitted, { error: 1 })
      assert.strictEqual(warning, "The page returned 404.")
    }))

  it.effect("of a frameset lists its frames", () =>
    Effect.gen(function*() {
      const frames = "<html><frameset cols=\"1,*\"><frame src=\"/toc\"><frame src=\"/body\"></frameset></html>"
      assert.deepStrictEqual((yield* mapped(({ pathname }) => pathname === "/" ? frames : undefined)).pages, [
        "/",
        "/body",
        "/toc"
      ])
    }))
})
