import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import type * as Routes from "../src/internal/routes.ts"
import { serve } from "./stub.ts"

const { elsewhere, routes }: typeof Routes = await import(new URL("../src/internal/routes.ts", import.meta.url).href)

/** Version 1, aliases of other endpoints, feeds, and pages that no client of the API requests. */
const undescribed =
  /^\/v1\/(?!search$)|^\/v2\/(?:crawl\/ongoing|concurrency-check|threat-protection\/policy)$|^\/(?:artifacts|docs|exchange|health|metrics|openapi\.json|ready)(?:\/|$)|\/feed\.(?:atom|json)$/

/** A team cannot change the policy that applies to it. */
const neverAllowed = new Set(["POST /v2/team/threat-protection", "PATCH /v2/team/threat-protection"])

const description = async () => (await serve().get("/openapi.json")).body

describe("/openapi.json", () => {
  it("is valid OpenAPI", async () => {
    const { errors, valid } = await new Validator().validate(await description())
    assert.isTrue(valid, JSON.stringify(errors))
    // The validator can say no.
    assert.isFalse((await new Validator().validate({ ...await description(), paths: { search: {} } })).valid)
  })

  it("has every endpoint with its path", async () => {
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

  it("describes every endpoint of the server, except aliases and endpoints that are not part of the API", async () => {
    const { paths } = await description()
    const described = new Set(
      Object.entries<object>(paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`)
      )
    )
    const missing = routes.filter((route) => !elsewhere.includes(route) && !undescribed.test(route.path))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !described.has(route) && !neverAllowed.has(route))
    assert.deepStrictEqual(missing, [])
    const served = new Set(routes.map(({ method, path }) => `${method} ${path}`))
    assert.deepStrictEqual([...described].filter((route) => !served.has(route)), [])
  })

  it("states the limits of whole numbers in query strings, and the server enforces them", async () => {
    const { paths } = await description()
    const schemaOf = (path: string, name: string) =>
      paths[path].get.parameters.find((parameter: { name: string }) => parameter.name === name).schema
    assert.deepInclude(schemaOf("/v2/search/research/papers", "k"), { type: "integer", minimum: 1, maximum: 500 })
    assert.deepInclude(schemaOf("/v2/monitor", "limit"), { type: "integer", minimum: 1 })
    assert.deepInclude(schemaOf("/v2/monitor", "offset"), { type: "integer", minimum: 0 })
    assert.deepInclude(schemaOf("/v2/crawl/{id}", "skip"), { type: "integer", minimum: 0 })
    assert.deepInclude(schemaOf("/v2/team/activity", "limit"), { type: "integer", minimum: 1 })
    const server = serve()
    for (const path of ["/v2/monitor?limit=0", "/v2/monitor?offset=-1", "/v2/team/activity?limit=0"]) {
      assert.strictEqual((await server.get(path)).status, 400, path)
    }
  })

  it("states the limits of requests", async () => {
    const { components, paths } = await description()
    const text = JSON.stringify([components, paths])
    assert.include(text, "\"maxItems\":300")
    assert.include(text, "\"maxLength\":10000")
    assert.notInclude(text, "\"Infinity\"", "JSON has no infinite numbers")
  })
})
