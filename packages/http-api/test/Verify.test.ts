import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { serve } from "./stub.ts"

const markdown = "# Pumps\n\n## Care\n\nThe operator shall not\nopen the valve by hand. It costs 4.50 euros."

describe("POST /dunlin/verify", () => {
  it("returns where a page has a quotation, and rejects an altered one", async () => {
    const { body, status } = await serve().post("/dunlin/verify", {
      markdown,
      url: "https://example.com/pumps",
      quotations: ["open the valve by hand", "The operator shall open the valve by hand.", "It costs 4.50 euros."]
    })
    assert.strictEqual(status, 200)
    const [part, altered, whole] = body.data
    assert.deepInclude(part, {
      isFound: true,
      isWhole: false,
      sentences: "The operator shall not\nopen the valve by hand.",
      headings: ["Pumps", "Care"],
      link: "https://example.com/pumps#:~:text=open%20the%20valve%20by%20hand"
    })
    assert.strictEqual(markdown.slice(part.ranges[0].start, part.ranges[0].end), "open the valve by hand")
    assert.isFalse(altered.isFound)
    assert.include(altered.nearest, "shall not")
    assert.isTrue(whole.isWhole)
    assert.match(body.hash, /^[0-9a-f]{64}$/)
    assert.strictEqual(body.creditsUsed, 0)
  })

  it("verifies a quotation of each kind of passage completely, and rejects one without its negation", async () => {
    const kinds = {
      "> The operator shall not\n> open the valve by hand.": "The operator shall not open the valve by hand.",
      " * The operator must\n * not open the valve.\n *\n * Nets hang there.": "The operator must not open the valve.",
      "Do not:\n\n- open the valve\n- ring the bell": "Do not: open the valve",
      "| act | state |\n| --- | --- |\n| open the valve | not allowed |": "open the valve not allowed",
      "The operator can-\nnot open it, and must not ring it.": "The operator cannot open it, and must not ring it.",
      "The operator must **not**<br>\nopen[^1] the valve.": "The operator must not open the valve.",
      "操作员在任何情况下都不得\n打开阀门。": "操作员在任何情况下都不得打开阀门。"
    }
    for (const [page, quotation] of Object.entries(kinds)) {
      const quotations = [quotation, quotation.replace(/ ?\bnot\b|不/, "")]
      const { body } = await serve().post("/dunlin/verify", { markdown: page, quotations })
      const [kept, altered] = body.data
      assert.deepStrictEqual([kept.isFound, kept.isWhole, altered.isFound], [true, true, false], page)
      const { end, start } = kept.ranges[0]
      assert.isAbove(page.slice(start, end).length, quotation.length / 2)
    }
  })

  it("scrapes the page of a URL, links to its section, and charges it", async () => {
    const server = serve({
      scrape: () =>
        Effect.succeed({
          document: { metadata: { url: "https://example.com/pumps" } },
          usage: { outcome: "delivered" as const },
          warnings: [],
          text: markdown,
          marks: [{ id: "", kind: "heading" as const, words: "Pumps" }, {
            id: "care",
            kind: "heading" as const,
            words: "Care"
          }]
        })
    })
    const { body } = await server.post("/dunlin/verify", {
      url: "https://example.com/pumps",
      quotations: ["It costs 4.50 euros."]
    })
    assert.strictEqual(body.data[0].link, "https://example.com/pumps#care")
    assert.strictEqual(body.creditsUsed, 1)
  })

  it("rejects a request without a page, and one without quotations", async () => {
    const none = await serve().post("/dunlin/verify", { quotations: ["a"] })
    assert.strictEqual(none.status, 400)
    assert.include(JSON.stringify(none.body), "`url` or a `markdown`")
    const empty = await serve().post("/dunlin/verify", { markdown, quotations: [] })
    assert.deepStrictEqual([empty.status, empty.body.details[0].path], [400, ["quotations"]])
  })
})
