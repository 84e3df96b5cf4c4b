import { assert, describe, it } from "@effect/vitest"
import { drawn, type Item, shown } from "../src/pdf/drawn.ts"

const item = (str: string, x: number, y: number): Item => ({
  str,
  width: str.length * 5,
  transform: [10, 0, 0, 10, x, y]
})

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "")

describe("visible text", () => {
  it("joins touching pieces to one word", () => {
    assert.deepStrictEqual(words(drawn([item("12", 0, 700), item("3", 10, 700), item("4", 40, 700)])), ["123", "4"])
  })

  const page = [item("9", 0, 400), item("lines", 40, 300)]
  const above = [item("11/20/26, 9:35 AM", 20, 780), item("Title", 200, 780)]
  const below = [item("https://example.com/", 20, 20), item("1/2", 500, 20)]

  it("excludes what a browser prints around a page", () => {
    assert.deepStrictEqual(words(drawn([...above, ...page, ...below])), ["9", "lines"])
  })

  it("includes the first and the last row of a page that no browser printed", () => {
    assert.deepStrictEqual(words(drawn([...above, ...page])).slice(-3), ["Title", "9", "lines"])
  })

  it("excludes link targets and Markdown tags, but not escaped text or code", () => {
    const markdown = "a [b](https://c) <td>d</td> \\<e> [f\\](g)\n\n```\n[h](i) <j>\n```\n\n`<k>` x<sup>2</sup>"
    assert.deepStrictEqual(shown(markdown).match(/[a-z0-9]/g), [..."abdefghijkx2"])
  })
})
