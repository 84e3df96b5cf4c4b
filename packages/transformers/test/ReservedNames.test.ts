import { Document } from "@dunlin/schema"
import { Html } from "@dunlin/transformers"
import { assert, it } from "@effect/vitest"

it("pages cannot set metadata fields that the pipeline fills", () => {
  const names = Object.keys(Document.Metadata.schema.fields)
  const metas = names.map((name) => `<meta name="${name}" content="of the page">`).join("")
  const filled = ["url", "statusCode", "contentType", "scrapeId", "hygiene", "error", "engine", "engineReason"]
  const { title, ...metadata } = Html.metadata(Html.parse(`<title>Tides</title>${metas}<meta name=depth content=9>`))
  assert.strictEqual(title, "Tides")
  assert.isEmpty(filled.filter((name) => name in metadata))
  // what is left is read of the page: by the names that pages use, and by those of no field
  assert.deepStrictEqual(metadata, {
    description: "of the page",
    keywords: "of the page",
    robots: "of the page",
    author: "of the page",
    depth: "9"
  })
})
