import { Crawl, CrawlReport, type Job } from "@dunlin/jobs"
import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"

const host = "https://site.example"

const report = (): CrawlReport.Report => {
  const collector = CrawlReport.collect()
  const page = (path: string, markdown: string) =>
    collector.add({ markdown, metadata: { url: `${host}${path}`, statusCode: path === "/old" ? 404 : 200 } })
  page("/", "A wader.")
  for (let at = 0; at < 30; at++) page(`/docs/part-${at}`, "A long text.".repeat(100 + at))
  page("/docs/<script>alert(1)</script>", "Odd.")
  page("/old", "Gone.")
  const error = { code: "SCRAPE_TIMEOUT", message: "it took too long" }
  return collector.report({
    url: `${host}/`,
    job: {
      state: "completed",
      createdAt: 1_000,
      endedAt: 5_500,
      credits: 33,
      counts: { total: 35, queued: 0, running: 0, done: 33, failed: 2, cancelled: 0 },
      warning: "3 URLs were not followed."
    } as unknown as Job.Job,
    failures: [
      { key: "slow", url: `${host}/docs/slow`, error, at: 0 },
      { key: "closed", url: `${host}/closed`, error: { code: Crawl.robotsBlocked, message: "disallowed" }, at: 0 }
    ],
    omitted: [
      { reason: "robots", count: 1, example: `${host}/closed` },
      { reason: "duplicate", count: 2, example: `${host}/copy` },
      { reason: "site", count: 7, isAtLeast: true, example: "https://other.example/" }
    ],
    now: 9_000
  })
}

describe("the report of a crawl", () => {
  it("counts pages, failures, and sizes per folder", () => {
    const { seconds, statuses, tree } = report()
    const [site] = tree
    assert.deepInclude(site!, { name: "site.example/", pages: 33, failed: 1 })
    const docs = site!.children.find(({ name }) => name === "docs/")
    assert.deepInclude(docs!, { pages: 31, failed: 1 })
    assert.strictEqual(docs!.children.reduce((sum, { pages }) => sum + pages, 0), 31)
    assert.deepStrictEqual(statuses, [{ status: 200, pages: 32 }, { status: 404, pages: 1 }])
    assert.strictEqual(seconds, 4.5)
  })

  it("lists a page that robots.txt disallows once, as not requested", () => {
    const { failed, failures, omitted, tree } = report()
    assert.strictEqual(failed, 1)
    assert.deepStrictEqual(failures.map(({ code }) => code), ["SCRAPE_TIMEOUT"])
    assert.deepInclude(omitted, { reason: "robots", count: 1, example: `${host}/closed` })
    assert.strictEqual(tree[0]!.failed, 1)
  })

  it("lists the largest pages first", () => {
    const { largest } = report()
    assert.strictEqual(largest.length, 10)
    assert.deepStrictEqual(largest[0], { url: `${host}/docs/part-29`, characters: 12 * 129 })
  })

  it("is text with the tree, the failures, and the totals", () => {
    const text = CrawlReport.text(report())
    for (
      const line of [
        "https://site.example/: completed, 33 pages in 4.5 s, 1 failed",
        "Warning: 3 URLs were not followed.",
        "    docs/  31 + 1 failed, ",
        "      ... 20 more with 20 pages",
        "  1: it took too long (SCRAPE_TIMEOUT), such as https://site.example/docs/slow",
        "  at least 7 on other sites, such as https://other.example/",
        "  2 pages with the same content as another page, such as https://site.example/copy"
      ]
    ) assert.include(text, line)
  })

  it("is one HTML page that requests nothing and runs only its own script", () => {
    const html = CrawlReport.html(report())
    assert.notMatch(html, /<link|src=|<img|@import|url\(/)
    const [script, ...others] = Array.from(html.matchAll(/<script>([^]*?)<\/script>/g), ([, text]) => text!)
    assert.deepStrictEqual(others, [])
    const digest = createHash("sha256").update(script!).digest("base64")
    assert.include(html, `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${digest}'"`)
    assert.include(html, "script%3Ealert(1)%3C")
    assert.include(html, "<details open><summary>")
    assert.include(html, "at least, on other sites")
  })
})

/** A report with the records of its pages. */
const recorded = (): CrawlReport.Report => {
  const collector = CrawlReport.collect()
  const page = (path: string, final = path) =>
    collector.add({
      markdown: "A wader.",
      metadata: { sourceURL: `${host}${path}`, url: `${host}${final}`, statusCode: 200 }
    })
  page("/")
  page("/moved", "/docs/new")
  for (let at = 0; at < 100; at++) page(`/docs/part-${at}`)
  const record = (path: string, at: number, took: number, rest: Partial<Job.PageRecord> = {}): Job.PageRecord => ({
    key: `${host}${path}`,
    url: `${host}${path}`,
    state: "done",
    attempts: 1,
    at,
    took,
    ...rest
  })
  const gone = { code: "SCRAPE_SITE_ERROR", message: "the page returned 404", status: 404 }
  return collector.report({
    url: `${host}/`,
    job: {
      state: "completed",
      createdAt: 0,
      endedAt: 5_000,
      credits: 102,
      counts: { total: 104, queued: 0, running: 0, done: 102, failed: 2, cancelled: 0 }
    } as unknown as Job.Job,
    failures: [],
    records: [
      ...Array.from({ length: 100 }, (_, at) => record(`/docs/part-${at}`, 1_000 + at, 100 + at)),
      record("/", 100, 100),
      record("/moved", 5_000, 1_500),
      record("/gone", 300, 40, { state: "failed", error: gone, attempts: 3 }),
      record("/closed", 200, 1, { state: "failed", error: { code: Crawl.robotsBlocked, message: "disallowed" } }),
      record("/copy", 400, 60, { state: "dropped", reason: "duplicate", copyOf: `${host}/docs/part-1` }),
      record("/print", 500, 60, { state: "dropped", reason: "canonical", copyOf: `${host}/docs/part-1` }),
      record("/deep", 500, 0, { state: "dropped", reason: "trap" }),
      record("/sitemap.xml", 50, 10, { state: "dropped" })
    ],
    omitted: [{ reason: "duplicate", count: 1, example: `${host}/copy` }],
    now: 9_000
  })
}

describe("the report of a crawl with records", () => {
  it("lists the requested pages in order of their start, with status, size, and time", () => {
    const { requested, unlisted } = recorded()
    assert.deepStrictEqual([requested.length, unlisted], [105, 0])
    assert.deepStrictEqual(requested[0], {
      url: `${host}/`,
      outcome: "read",
      status: 200,
      characters: 8,
      startedAt: 0,
      milliseconds: 100,
      attempts: 1
    })
    assert.deepStrictEqual(requested.find(({ outcome }) => outcome === "failed"), {
      url: `${host}/gone`,
      outcome: "failed",
      status: 404,
      startedAt: 260,
      milliseconds: 40,
      attempts: 3,
      code: "SCRAPE_SITE_ERROR",
      message: "the page returned 404"
    })
    assert.deepInclude(requested.at(-1)!, { url: `${host}/moved`, finalUrl: `${host}/docs/new` })
  })

  it("counts the status codes of failed pages too", () => {
    assert.deepStrictEqual(recorded().statuses, [{ status: 200, pages: 102 }, { status: 404, pages: 1 }])
  })

  it("counts each requested page as read, failed, or omitted", () => {
    const { failed, pages, requested, tree } = recorded()
    const of = (wanted: string) => requested.filter(({ outcome }) => outcome === wanted).length
    assert.deepStrictEqual([of("read"), of("failed"), of("omitted")], [pages, failed, 2])
    assert.deepInclude(tree[0]!, { pages: 102, failed: 1, omitted: 2 })
  })

  it("names the original of each duplicate", () => {
    const { duplicates } = recorded()
    assert.deepStrictEqual(duplicates, [{ url: `${host}/docs/part-1`, copies: [`${host}/copy`, `${host}/print`] }])
    assert.include(CrawlReport.text(recorded()), `  2 of ${host}/docs/part-1, such as ${host}/copy`)
  })

  it("names the slowest pages and the median time", () => {
    const { times } = recorded()
    assert.deepInclude(times!, { median: 148, percentile95: 195 })
    assert.deepStrictEqual(times!.slowest[0], { url: `${host}/moved`, milliseconds: 1_500 })
    const text = CrawlReport.text(recorded())
    assert.include(text, "median 148 ms, 95 % within 195 ms")
    assert.include(text, `1.5 s: ${host}/moved`)
  })

  it("lists the reasons before the pages", () => {
    for (const written of [CrawlReport.text(recorded()), CrawlReport.html(recorded())]) {
      assert.isBelow(written.indexOf("Requested and omitted"), written.indexOf("part-1"))
      assert.isBelow(written.indexOf("the page returned 404"), written.indexOf("part-1"))
    }
  })

  it("collapses long folders of its HTML page, and shows the time and the reason of each page", () => {
    const html = CrawlReport.html(recorded())
    assert.include(html, "81 more</span></summary>")
    assert.include(html, `omitted, pages with the same content as another page: <a href="${host}/docs/part-1"`)
    assert.include(html, "failed: the page returned 404 (SCRAPE_SITE_ERROR)")
    assert.include(html, "00:00:03")
    for (let at = 0; at < 100; at++) assert.include(html, `>part-${at}</a>`)
  })
})
