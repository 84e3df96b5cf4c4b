import { ScrapeRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"

const ofPage = Schema.decodeUnknownOption(ScrapeRequest.PageUrl)
const ofDocument = Schema.decodeUnknownOption(ScrapeRequest.DocumentUrl)

describe("a URL in a request", () => {
  it.each([
    ["https://example.com/a", "https://example.com/a", "https://example.com/a"],
    ["http://example.com", "http://example.com", "http://example.com"],
    ["example.com/a", "http://example.com/a", "http://example.com/a"],
    ["example.com:8080", "http://example.com:8080", "http://example.com:8080"],
    ["file:///notes/a.md", undefined, "file:///notes/a.md"],
    ["ftp://example.com/a", undefined, undefined],
    ["javascript:alert(1)", undefined, undefined],
    ["data:text/html,a", undefined, undefined],
    ["https://", undefined, undefined],
    ["no address", undefined, undefined],
    ["", undefined, undefined],
    [7, undefined, undefined]
  ])("%j is the page %s and the document %s", (url, page, document) => {
    assert.strictEqual(Option.getOrUndefined(ofPage(url)), page)
    assert.strictEqual(Option.getOrUndefined(ofDocument(url)), document)
  })
})
