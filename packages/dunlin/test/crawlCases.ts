/** Cases of crawls over sites in memory: what a crawl returns, and its account of the other addresses. */
import type { CrawlRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, crawl, type Crawled, page, type Site } from "./crawlSite.ts"

export const range = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)

export type Links = Readonly<Record<string, ReadonlyArray<string>>>

export const isFile = (path: string): boolean => path === "/robots.txt" || path === "/sitemap.xml"

/** A site where every path is a page, with links of some. */
export const anything = (to: Links): Site => ({ pathname, search }) =>
  isFile(pathname) ? undefined : page(pathname + search, to[pathname] ?? [])

/** A site with files besides its pages. */
export const withFiles = (files: Readonly<Record<string, string | Answer>>, to: Links = {}): Site => (url) =>
  files[url.pathname] ?? anything(to)(url)

export const text = (body: string | Uint8Array, type = "text/plain"): Answer => ({ body, type })

export const urlset = (urls: ReadonlyArray<string>, head = "<?xml version=\"1.0\"?>"): string =>
  `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${
    urls.map((url) => `<url><loc>${url}</loc></url>`).join("")
  }</urlset>`

export const at = (path: string): string => `https://site.example${path}`

export const announced = (path: string): Answer => text(`User-agent: *\nSitemap: ${at(path)}\n`)

export const rss = (urls: ReadonlyArray<string>): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${
    urls.map((url) => `<item><link>${url}</link></item>`).join("")
  }</channel></rss>`

export const atom = (urls: ReadonlyArray<string>): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${
    urls.map((url) => `<entry><link href="${url}"/></entry>`).join("")
  }</feed>`

export const utf16 = (source: string): Uint8Array => Buffer.from(`\ufeff${source}`, "utf16le")

export const utf16be = (source: string): Uint8Array => Buffer.from(`\ufeff${source}`, "utf16le").swap16()

export interface Case {
  readonly title: string
  readonly site: Site
  readonly request?: Partial<CrawlRequest.CrawlRequestInput> & { readonly start?: string }
  readonly pages?: ReadonlyArray<string>
  readonly count?: number
  readonly omitted?: Readonly<Record<string, number>>
  readonly warning?: RegExp
  readonly failed?: ReadonlyArray<string>
}

export const check = ({ count, failed, omitted, pages, warning }: Case, crawled: Crawled): void => {
  if (pages !== undefined) assert.deepStrictEqual(crawled.pages, pages)
  if (count !== undefined) assert.strictEqual(crawled.pages.length, count)
  if (omitted !== undefined) assert.deepStrictEqual(crawled.omitted, omitted)
  if (warning !== undefined) assert.match(crawled.warning, warning)
  if (failed !== undefined) assert.deepStrictEqual(crawled.failed, failed)
}

export const holds = (cases: ReadonlyArray<Case>): void => {
  for (const one of cases) {
    it.live(one.title, () => Effect.map(crawl(one.site, one.request), (crawled) => check(one, crawled)))
  }
}

/** Redirects a path, or every path of the site, to another place. */
export const moved = (from: string, to: string, rest: Site): Site => (url) =>
  url.host === "site.example" && url.pathname === from ? { location: to } : rest(url)
