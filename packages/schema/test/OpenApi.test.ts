import { OpenApi } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"

interface Node {
  readonly [key: string]: unknown
}

const properties = (name: keyof typeof OpenApi.bodies) => {
  const { schema } = OpenApi.jsonSchema(name)
  return schema.properties as { readonly [key: string]: Node }
}

describe("OpenApi", () => {
  it("describes every field of a search with its default", () => {
    const fields = properties("SearchRequest")
    for (const [name, field] of Object.entries(fields)) {
      if (name === "scrapeOptions") continue
      assert.isString(field.description, name)
    }
    assert.deepInclude(fields.limit, { minimum: 1, maximum: 100, default: 10 })
    assert.deepInclude(fields.country, { default: "US" })
  })

  it("describes every field of a scrape", () => {
    for (const [name, field] of Object.entries(properties("ScrapeRequest"))) {
      if (name === "url") continue
      assert.isString(field.description, name)
    }
  })

  it("is JSON for every body", () => {
    for (const name of Object.keys(OpenApi.bodies) as Array<keyof typeof OpenApi.bodies>) {
      const document = OpenApi.jsonSchema(name)
      assert.deepEqual(JSON.parse(JSON.stringify(document.schema)), document.schema as never)
    }
  })
})
