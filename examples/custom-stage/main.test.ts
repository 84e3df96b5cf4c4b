import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("adds a field to the documents of a scrape and of a search", async () => {
  assert.deepStrictEqual(await program(), { scraped: 3, searched: 3 })
})
