import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { serve } from "./stub.ts"

const description = async () => (await serve().get("/openapi.json")).body

describe("/openapi.json", () => {
  it("is valid OpenAPI", async () => {
    const { errors, valid } = await new Validator().validate(await description())
    assert.isTrue(valid, JSON.stringify(errors))
    // The validator can say no.
    assert.isFalse((await new Validator().validate({ ...await description(), paths: { search: {} } })).valid)
  })

  it("has every endpoint, and says where they are", async () => {
    const { paths, servers } = await description()
    assert.deepStrictEqual(servers.map(({ url }: { url: string }) => url), ["/"])
    for (
      const path of [
        "/dunlin/profiles",
        "/dunlin/profiles/{name}",
        "/dunlin/search",
        "/dunlin/verify",
        "/v1/search",
        "/v2/batch/scrape",
        "/v2/batch/scrape/{id}",
        "/v2/crawl",
        "/v2/crawl/{id}/errors",
        "/v2/crawl/params-preview",
        "/v2/extract",
        "/v2/locations",
        "/v2/map",
        "/v2/scrape",
        "/v2/search",
        "/v2/search/developer",
        "/v2/search/research/papers",
        "/v2/team/credit-usage",
        "/v2/team/queue-status"
      ]
    ) assert.property(paths, path)
    assert.hasAllKeys(paths["/v2/search"].post.responses[200].content, ["application/json", "text/event-stream"])
  })

  it("says the bounds of what may be sent", async () => {
    const { components, paths } = await description()
    const text = JSON.stringify([components, paths])
    assert.include(text, "\"maxItems\":300")
    assert.include(text, "\"maxLength\":10000")
  })
})
