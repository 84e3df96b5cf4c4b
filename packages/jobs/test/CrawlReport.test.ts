import { Crawl, CrawlReport, type Job } from "@dunlin/jobs"
import { assert, describe, it } from "@effect/vitest"

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
      warning: "3 addresses were not followed."
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
  it("counts pages, failures and sizes in each folder", () => {
    const { seconds, statuses, tree } = report()
    const [site] = tree
    assert.deepInclude(site!, { name: "site.example/", pages: 33, failed: 1 })
    const docs = site!.children.find(({ name }) => name === "docs/")
    assert.deepInclude(docs!, { pages: 31, failed: 1 })
    assert.strictEqual(docs!.children.reduce((sum, { pages }) => sum + pages, 0), 31)
    assert.deepStrictEqual(statuses, [{ status: 200, pages: 32 }, { status: 404, pages: 1 }])
    assert.strictEqual(seconds, 4.5)
  })

  it("lists a page that robots.txt disallows once: as not requested", () => {
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

  it("is text with the tree, the failures and the account", () => {
    const text = CrawlReport.text(report())
    for (
      const line of [
        "https://site.example/: completed, 33 pages in 4.5 s, 1 failed",
        "Warning: 3 addresses were not followed.",
        "    docs/  31 + 1 failed, ",
        "      ... 20 more with 20 pages",
        "  1: it took too long (SCRAPE_TIMEOUT), such as https://site.example/docs/slow",
        "  at least 7 on other sites, such as https://other.example/",
        "  2 pages with the same content as another page, such as https://site.example/copy"
      ]
    ) assert.include(text, line)
  })

  it("is one HTML page without scripts", () => {
    const html = CrawlReport.html(report())
    assert.notMatch(html, /<script|<link|src=/)
    assert.include(html, "script%3Ealert(1)%3C")
    assert.include(html, "<details open><summary>")
    assert.include(html, "at least, on other sites")
  })
})
