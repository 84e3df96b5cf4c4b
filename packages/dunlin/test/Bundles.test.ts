import { assert, describe, it } from "@effect/vitest"
import { inOneFile } from "./oneFile.ts"

/**
 * Byte limit for a search service in one minified file. The file runs without installed packages, so it includes the whole
 * index: 260 kB detect languages, and 300 kB are stemmers. 310 kB are lists of names, places, words, and national numbers
 * for the detector of personal data. A bundle in several files loads them when it indexes or redacts.
 */
const MAX_BYTES_OF_ONE_FILE = 4_190_000

const program = `import { createClient } from "dunlin"
  const client = createClient()
  const { data } = await client.search("typed error", { limit: 1 })
  console.log(data.web?.length)
  await client.close()`

describe("a search service in one file", () => {
  it("is small, and has no tokenizer and no mocks of undici", async () => {
    const { code, moduleIds } = await inOneFile(program)
    const has = (part: string) => moduleIds.filter((id) => id.includes(part))
    assert.isEmpty(has("gpt-tokenizer"))
    assert.isEmpty(has("undici/lib/mock"))
    assert.isNotEmpty(has("undici/lib/dispatcher"))
    assert.isBelow(Buffer.byteLength(code), MAX_BYTES_OF_ONE_FILE)
  })
})
