/**
 * Serves a site with crawler traps: known useful pages, and an endless number of useless URLs. Everything is
 * generated from numbers, so that every run has the same site.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

export interface TrapSite {
  readonly url: string
  readonly address: string
  readonly wanted: ReadonlySet<string>
  readonly requests: () => number
  readonly close: () => void
}

const words =
  "river stone garden winter harbour lantern copper meadow signal thread orchard canyon violet ember harvest marble cedar falcon mirror tunnel"
    .split(" ")

const word = (number: number) => words[number % words.length]!

const prose = (seed: number): string =>
  Array.from({ length: 6 }, (_, at) => {
    const mixed = (seed * 2_654_435_761 + at * 40_503) >>> 0
    return `The ${word(mixed)} and the ${word(mixed >>> 5)} were told of ${word(mixed >>> 10)} by the ${
      word(mixed >>> 15)
    }` +
      ` near ${word(mixed >>> 20)} ${word(mixed >>> 25)}.`
  }).join(" ")

const page = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>
   <nav><a href="/">Home</a> <a href="/blog/">Blog</a> <a href="/shop/">Shop</a> <a href="/wiki/Main">Wiki</a>
   <a href="/calendar?month=1">Calendar</a> <a href="/account?next=/">Sign in</a></nav>
   <main><h1>${title}</h1>${body}</main></body></html>`

const link = (path: string) => `<a href="${path}">${path}</a>`

const links = (paths: ReadonlyArray<string>) => `<ul>${paths.map((path) => `<li>${link(path)}</li>`).join("")}</ul>`

const range = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)

const sizes = ["s", "m", "l"]
const colours = ["red", "green", "blue", "black"]
const orders = ["price", "name", "newest"]

const canonical = (path: string) => `<link rel="canonical" href="${path}">`

const facets = (category: string) => [
  ...sizes.map((size) => `/shop/${category}?size=${size}`),
  ...colours.flatMap((colour) => sizes.map((size) => `/shop/${category}?colour=${colour}&size=${size}`)),
  ...orders.flatMap((order) => colours.map((colour) => `/shop/${category}?colour=${colour}&sort=${order}`))
]

const pagesOf = (list: ReadonlyArray<string>, at: number, size = 20) => list.slice(at * size, (at + 1) * size)

interface Answer {
  readonly status?: number
  readonly body: string
  readonly headers?: Record<string, string>
}

const serve = async (answer: (url: URL) => Answer): Promise<Omit<TrapSite, "wanted">> => {
  let requests = 0
  const server: Server = createServer((request, response) => {
    requests++
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`)
    const { body, headers = {}, status = 200 } = answer(url)
    response.writeHead(status, {
      "content-type": url.pathname.endsWith(".xml") ? "application/xml" : "text/html",
      ...headers
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${address}/`,
    address,
    requests: () => requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

export const start = async (scale: number): Promise<TrapSite> => {
  const count = Math.floor(scale / 4)
  const wanted = new Set(["/", "/blog/", "/shop/", "/wiki/Main"])
  const posts = range(count).map((post) => `/blog/post-${post}`)
  const products = range(count).map((product) => `/shop/product-${product}`)
  const articles = range(count).map((article) => `/wiki/Article_${article}`)
  const hidden = range(Math.floor(count / 4)).map((post) => `/archive/found-only-in-sitemap-${post}`)
  for (const path of [...posts, ...products, ...articles, ...hidden]) wanted.add(path)
  const listings = (name: string, list: ReadonlyArray<string>) =>
    range(Math.ceil(list.length / 20), 1).slice(0, -1).map((at) => `/${name}/page/${at}`)
  for (const path of [...listings("blog", posts), ...listings("shop", products)]) wanted.add(path)

  const answer = (url: URL): Answer => {
    const { pathname: path, searchParams: query } = url
    const number = Number(/-(\d+)$/.exec(path)?.[1] ?? /_(\d+)$/.exec(path)?.[1] ?? -1)
    const isPrint = query.has("print")
    const listing = /^\/(blog|shop)\/(?:page\/(\d+))?$/.exec(path)
    if (path === "/robots.txt") return { body: "User-agent: *\nDisallow: /admin/\nSitemap: /sitemap.xml\n" }
    if (path === "/sitemap.xml") {
      const entries = hidden.map((path) => `<url><loc>http://${url.host}${path}</loc></url>`).join("")
      return { body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>` }
    }
    if (path === "/") {
      return { body: page("Home", `<p>${prose(1)}</p>${links(["/admin/", "/deep/a/b", "/blog/", "/shop/"])}`) }
    }
    if (listing !== null) {
      const at = Number(listing[2] ?? 0)
      const list = listing[1] === "blog" ? posts : products
      if (at > 0 && !wanted.has(path)) return { status: 404, body: "not found" }
      const more = wanted.has(`/${listing[1]}/page/${at + 1}`) ? [`/${listing[1]}/page/${at + 1}`] : []
      const entries = pagesOf(list, at).map((path) => listing[1] === "shop" ? `${path}?sid=${at}${path.length}` : path)
      const filters = listing[1] === "shop" ? facets("all") : []
      return {
        body: page(`${listing[1]} ${at}`, `<p>${prose(9000 + at)}</p>${links([...entries, ...more, ...filters])}`)
      }
    }
    if (path === "/shop/all") {
      return { body: page("All products", `<p>${prose(77)}</p>${links(facets("all"))}`, canonical("/shop/")) }
    }
    if (posts.includes(path)) {
      const body = `<p>${prose(number + 10)}</p>${
        links([`${path}?print=1`, `/account?next=${path}`, posts[(number * 7 + 1) % count]!])
      }`
      return { body: page(`Post ${number} ${word(number)}`, body, isPrint ? canonical(path) : "") }
    }
    if (products.includes(path)) {
      const body = `<p>${prose(number + 20_000)}</p>${links([`/shop/all?size=m`, products[(number * 3 + 1) % count]!])}`
      return { body: page(`Product ${number} ${word(number)}`, body, query.size > 0 ? canonical(path) : "") }
    }
    const article = path.toLowerCase().replace("/wiki/article_", "/wiki/Article_")
    if (path === "/wiki/Main" || articles.includes(article)) {
      const next = range(5).map((step) => articles[(Math.max(0, number) * 5 + step + 1) % count]!)
      const twin = (path: string, at: number) => at === 2 ? path.replace("Article", "article") : path
      const title = path === "/wiki/Main" ? "Main" : `Article ${number} ${word(number)}`
      const body = `<p>${prose(number + 40_000)}</p>${links(next.map(twin))}`
      return { body: page(title, body, path === article || path === "/wiki/Main" ? "" : canonical(article)) }
    }
    if (hidden.includes(path)) return { body: page(`Archive ${number}`, `<p>${prose(number + 60_000)}</p>`) }
    if (path === "/calendar") {
      const month = Number(query.get("month"))
      const body = `<p>No events in month ${month}.</p>${
        links([`/calendar?month=${month + 1}`, `/calendar?month=${month - 1}`])
      }`
      return { body: page(`Calendar of month ${month}`, body) }
    }
    if (path.startsWith("/deep/")) {
      const body = `<p>This is a folder of folders.</p>${links([`${path}/a`, `${path}/b`])}`
      return { body: page("Folder", body) }
    }
    if (path === "/account") return { body: page("Sign in", "<p>Please sign in to go on. Your password, please.</p>") }
    if (path.startsWith("/staging/")) {
      return { body: page("Staging", `<p>${prose(5)}</p>`), headers: { "x-robots-tag": "noindex" } }
    }
    // This is a soft 404: status 200 with a page that says that nothing was found.
    return path.startsWith("/tag/")
      ? { body: page("Nothing here", `<p>We could not find what you were looking for.</p>${link("/tag/other")}`) }
      : { status: 404, body: "not found" }
  }

  return { ...await serve(answer), wanted }
}
