import { Fetcher } from "@dunlin/fetcher"
import { Pipeline, ScrapePipeline, SearchPipeline, Stage } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { createClient, Services } from "dunlin"
import { Effect } from "effect"
import { failureOf } from "./failureOf.ts"

/** What JavaScript may write, where the types would have said no. */
type Anything = any

const url = "https://example.com/"

const parts = {
  provider: SearchProvider.layerMemory([{ source: "web", url, title: "Waders", description: "", position: 1 }]),
  fetcher: Fetcher.layerMemory({ [url]: "<main><h1>Waders</h1></main>" })
}

const mine = Stage.promise("mine", () => ({}))

const create = (options: Anything) => createClient({ ...parts, ...options })

describe("invalid stages", () => {
  it.each<[Anything, string | RegExp]>([
    [
      { search: (_: Anything) => _.insertAfter("refnie", mine) },
      "createClient: search.insertAfter: There is no stage \"refnie\"; did you mean refine?"
    ],
    [{ search: (_: Anything) => _.replace("refnie", mine) }, /search\.replace: .*did you mean refine\?$/],
    [{ search: (_: Anything) => _.without("refnie") }, /search\.without: .*did you mean refine\?$/],
    [
      { search: (_: Anything) => _.pipe(Pipeline.without("refnie" as never)) },
      /search\.without: .*did you mean refine/
    ],
    [{ search: (_: Anything) => _.without("weather") }, /; expected one of authorize, plan, .*, settle$/],
    [{ search: (_: Anything) => _.without(3) }, /There is no stage of a number; expected one of/],
    [
      { scrape: (_: Anything) => _.insertAfter("redcat", mine) },
      /^createClient: scrape\.insertAfter: .*mean redact\?$/
    ],
    [
      { search: (_: Anything) => _.insertAfter("refine", () => ({})) },
      /^createClient: search\.insertAfter: Expected a stage, such as `Stage\.promise\(.*\)`, got function$/
    ],
    [
      { search: () => undefined },
      /^createClient: search: Expected the function to return the pipeline that it received, .*; it returned undefined$/
    ],
    [{ search: () => ({ stages: [3] }) }, /^createClient: search\.make: Expected a stage/]
  ])("%o", async (options, message) => {
    const error = await failureOf(() => create(options))
    assert.deepInclude(error, { _tag: "InvalidOptions", of: "createClient" })
    if (typeof message === "string") assert.strictEqual(error.message, message)
    else assert.match(error.message, message)
  })

  it("are also reported by the layer and by a pipeline alone", async () => {
    const layer = await failureOf(() => Services.layer({ search: (_: Anything) => _.without("refnie") } as Anything))
    assert.strictEqual(
      layer.message,
      "Services.layer: search.without: There is no stage \"refnie\"; did you mean refine?"
    )
    const alone = await failureOf(() => (ScrapePipeline.scrape as Anything).without("redcat"))
    assert.strictEqual(alone.message, "pipeline: without: There is no stage \"redcat\"; did you mean redact?")
  })

  it("errors thrown by a function over the pipeline are rethrown", async () => {
    const error = new Error("mine")
    assert.strictEqual(
      await failureOf(() =>
        create({
          search: () => {
            throw error
          }
        })
      ),
      error
    )
  })

  it("a missing or invalid field is a StageFailed with the stage and the field", async () => {
    const answers = (fields: Anything) => Stage.promise("mine", () => fields)
    for (
      const [search, stage, field, message] of [
        [(_: Anything) => _.without("settle"), "settle", "response", /ends without `response`/],
        [
          (_: Anything) => _.without("refine"),
          "scrape",
          "hits",
          /^The stage scrape needs `hits`, which no earlier stage/
        ],
        [
          (_: Anything) => _.without("scrape"),
          "verify",
          "pages",
          /^The stage verify needs `pages`, which no earlier stage/
        ],
        [(_: Anything) => _.without("reserve"), "settle", "settle", /^The stage settle needs `settle`/],
        [(_: Anything) => _.without("authorize"), "reserve", "threatPolicy", /needs `threatPolicy`, which no earlier/],
        [
          (_: Anything) => _.insertAfter("refine", answers({ hits: 3 })),
          "scrape",
          "hits",
          /^The stage scrape needs `hits` to be an object, but got number$/
        ]
      ] as const
    ) {
      const client = create({ search })
      for (
        const call of [() => client.search("waders"), async () => {
          for await (const _ of client.stream("waders"));
        }]
      ) {
        const error = await failureOf(call)
        assert.strictEqual(error._tag, "StageFailed", String(error))
        assert.deepInclude(error, { stage, field })
        assert.match(error.message, message)
      }
      await client.close()
    }
    const client = create({ scrape: (_: Anything) => _.without("finish") })
    const error = await failureOf(() => client.scrape(url))
    assert.deepInclude(error.reason, { _tag: "StageFailed", stage: "finish", field: "scraped" })
    await client.close()
  })

  it("a function without fields is a StageFailed that states it", async () => {
    for (const answer of [undefined, Promise.resolve(undefined), [], 3]) {
      const error: Anything = await Effect.runPromise(Effect.flip(Stage.promise("mine", () => answer as {}).run({})))
      assert.deepInclude(error, { _tag: "StageFailed", stage: "mine" })
      assert.match(error.cause.message, /^the function returned (?:undefined|an array|number), not an object of fields/)
    }
  })
})

describe("invalid policies of a stage", () => {
  it.each<[Anything, RegExp]>([
    [{ retires: 2 }, /retires: Unknown key; did you mean retries\?$/],
    [{ timeout: -1 }, /timeout: Expected a duration above 0, such as "2 seconds"/],
    [{ timeout: "2 secnds" }, /timeout: Expected a duration/],
    [{ timeout: 0 }, /timeout: Expected a duration/],
    [{ timeout: NaN }, /timeout: Expected a duration/],
    [{ retries: NaN }, /retries: Expected a whole number of at least 0/],
    [{ retries: 1.5 }, /retries: Expected a whole number/],
    [{ retries: "2" }, /retries: Expected a whole number/],
    [null, /Expected an object/],
    [5, /Expected an object/]
  ])("%o", async (policy, message) => {
    for (
      const make of [
        () => Stage.promise("mine", () => ({}), policy),
        () => Stage.make("mine", () => Effect.succeed({}), policy)
      ]
    ) {
      const error = await failureOf(make)
      assert.deepInclude(error, { _tag: "InvalidOptions", of: "the policy of the stage mine" })
      assert.match(error.message, message)
    }
  })

  it("accepts every notation of a duration, and absence", () => {
    for (const timeout of [2000, "2 seconds", 2n, [2, 0], "Infinity", Infinity, { seconds: 2 }, undefined]) {
      assert.strictEqual(Stage.promise("mine", () => ({}), { timeout: timeout as number, retries: 0 }).name, "mine")
    }
  })
})

describe("existing stages", () => {
  it("can be wrapped by name: a stage in a lazy pipeline still runs", async () => {
    const seen: Array<string> = []
    const client = create({
      search: (pipeline: Anything) => {
        const refine = pipeline.stages.find(({ name }: Stage.Stage.Any) => name === "refine")
        const run = (state: never) => Effect.tap(refine.run(state), () => Effect.sync(() => seen.push("refined")))
        return pipeline.replace("refine", { name: "refine", run })
      }
    })
    assert.strictEqual((await client.search("waders")).data.web?.[0]?.title, "Waders")
    assert.deepStrictEqual(seen, ["refined"])
    await client.close()
  })

  it("of another pipeline are used unchanged", async () => {
    const client = createClient({ ...parts, search: () => SearchPipeline.search })
    assert.strictEqual((await client.search("waders")).data.web?.[0]?.url, url)
    await client.close()
  })
})
