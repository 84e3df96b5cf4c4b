import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { program } from "./main.ts"

it.live("finds the answer on the site and returns the page with it", () =>
  Effect.gen(function*() {
    const { indexed, ok, response, text } = yield* program({
      query: "how do dunlins find food at night",
      formats: ["markdown", "links"]
    })
    assert.isTrue(ok)
    assert.deepStrictEqual(indexed.skipped, [])
    const [first] = response.data.web ?? []
    assert.include(first?.url ?? "", "/articles/probing.html")
    assert.include(first?.markdown ?? "", "# How a dunlin finds food it cannot see")
    assert.notInclude(first?.markdown ?? "", "Privacy")
    assert.isAbove(first?.links?.length ?? 0, 3)
    assert.include(text, `Credits used: ${response.creditsUsed}`)
    assert.deepStrictEqual([...text.matchAll(/The first page as (\w+)/g)].map(([, format]) => format), [
      "markdown",
      "links"
    ])
    assert.isNull(response.warning)
  }))

it.live("reads the PDF of the site", () =>
  Effect.gen(function*() {
    const { response } = yield* program({ query: "estimating large flocks filetype:pdf", formats: ["markdown"] })
    const [first] = response.data.web ?? []
    assert.include(first?.url ?? "", "survey-protocol.pdf")
    assert.include(first?.markdown ?? "", "When to count")
    assert.deepInclude(first?.metadata, { numPages: 2, totalPages: 2 })
  }))
