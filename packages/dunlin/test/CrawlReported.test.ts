// The report of crawls: each requested page with its outcome, and the pages that duplicates copy.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { crawl, host, html, page, prose, type Site } from "./crawlSite.ts"

const origin = `https://${host}`

const text = `<p>${prose(81)}</p>`

const pages: Readonly<Record<string, ReturnType<Site>>> = {
  "/": page("/", ["/text", "/again", "/print", "/moved", "/gone", "/out"]),
  "/text": html("Text", text),
  "/again": html("Text", text),
  "/print": html("Print", `<p>${prose(82)}</p>`, "<link rel=\"canonical\" href=\"/text\">"),
  "/moved": { status: 301, location: "/new" },
  "/new": page("/new"),
  "/out": { status: 301, location: "https://other.example/" }
}

it.live("a report lists each requested page once with its status, and names the original of each duplicate", () =>
  Effect.gen(function*() {
    const { asked, report } = yield* crawl(({ pathname }) => pages[pathname], { maxConcurrency: 1 })
    const { duplicates, requested, statuses, times } = report
    const outcomes = Object.fromEntries(
      requested.map(({ outcome, reason, status, url }) => [new URL(url).pathname, `${outcome} ${status ?? reason}`])
    )
    assert.deepStrictEqual(outcomes, {
      "/": "read 200",
      "/text": "read 200",
      "/again": "omitted duplicate",
      "/print": "omitted canonical",
      "/moved": "read 200",
      "/gone": "failed 404",
      "/out": "omitted redirect"
    })
    assert.sameMembers(asked, [...Object.keys(outcomes), "/new"])
    assert.deepStrictEqual(duplicates.map(({ copies, url }) => [url, copies.toSorted()]), [
      [`${origin}/text`, [`${origin}/again`, `${origin}/print`]]
    ])
    assert.deepStrictEqual(statuses, [{ status: 200, pages: 3 }, { status: 404, pages: 1 }])
    assert.deepInclude(requested.find(({ url }) => url === `${origin}/moved`), { finalUrl: `${origin}/new` })
    for (const { attempts, milliseconds } of requested) assert.isTrue(attempts === 1 && milliseconds! >= 0)
    assert.strictEqual(times!.slowest.length, requested.length)
  }))
