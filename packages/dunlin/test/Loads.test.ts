import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import type { Loaded, Task } from "./loads.ts"

/** What a fresh thread loads; counted, because time says nothing on a busy machine. */
const loads = (task: Task): Promise<Loaded> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, "loads.ts"), { workerData: task })
    worker.once("message", resolve)
    worker.once("error", reject)
    worker.once("exit", () => reject(new Error("the thread told nothing")))
  })

/** Dunlin's modules that `dunlin --help` loads: 110, mostly flags and descriptions. */
const MAX_OWN_MODULES_OF_HELP = 120

const bytes = (loaded: Loaded): number => loaded.reduce((sum, module) => sum + module.bytes, 0)

const packagesOf = (loaded: Loaded): ReadonlyArray<string> =>
  [
    ...new Set(
      loaded.map(({ url }) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)|.*\/packages\/([^/]+)\//.exec(url)).map(
        (match) => match?.[1] ?? match?.[2] ?? "?"
      )
    )
  ].sort()

describe("loaded modules", { concurrent: false }, () => {
  it("with dunlin are fewer than with effect, and not those of a search", async () => {
    const [effect, dunlin] = [await loads({ module: "effect" }), await loads({ module: "dunlin" })]
    // of the contract only the error that tells of options, which `createClient` throws at once
    // the modules by which it judges its options: the names of stages, the shape of a target, the URLs of browsers; and
    // what its calls wait for
    assert.deepStrictEqual(packagesOf(dunlin), ["common", "dunlin", "effect", "fetcher", "pipeline", "schema"])
    const judging = dunlin.filter(({ url }) => /\/(?:common|fetcher|pipeline)\/src\//.test(url))
    assert.deepStrictEqual(judging.map(({ url }) => url.split("/").at(-1)).sort(), [
      "EgressTarget.ts",
      "FairSemaphore.ts",
      "RemoteBrowser.ts",
      "Stages.ts"
    ])
    assert.isBelow(dunlin.filter(({ url }) => url.includes("/schema/src/")).length, 8)
    assert.isBelow(dunlin.length, effect.length)
    assert.isBelow(bytes(dunlin), bytes(effect))
  })

  it("by createClient are no more", async () => {
    const imported = await loads({ module: "dunlin" })
    const created = await loads({ module: "dunlin", use: "it.createClient()" })
    assert.strictEqual(created.length, imported.length)
  })

  it("by a search are those of the search, and not of jobs, agents, the command line, or the server", async () => {
    const searched = await loads({
      module: "dunlin",
      use: `const client = it.createClient()
        await client.index([{ url: "https://example.com/a", title: "Typed errors", text: "It tells what to do." }])
        const { data } = await client.search("typed errors")
        if (data.web[0].title !== "Typed errors") throw new Error("not found")
        await client.close()`
    })
    assert.includeMembers([...packagesOf(searched)], ["pipeline", "providers"])
    // an index run judges the addresses of pages as a crawl does, by three modules without the work of jobs
    const judging = /\/jobs\/src\/(?:PageWorth|internal\/(?:pageMarks|scope))\.ts$/
    assert.isEmpty(searched.filter(({ url }) => url.includes("/packages/jobs/") && !judging.test(url)))
    for (const name of ["mcp", "http-api", "pdfjs-dist", "playwright-core", "redis", "pg"]) {
      assert.notInclude(packagesOf(searched), name)
    }
    assert.isEmpty(searched.filter(({ url }) => url.includes("/effect/dist/cli/") || url.includes("/internal/cli/")))
    // models of Effect load its storage for requests, which loads SQL and Redis
    assert.isEmpty(searched.filter(({ url }) => /\/effect\/dist\/(?:ai|persistence|sql)\//.test(url)))
  })

  it("by the command line's help are only its flags and descriptions", async () => {
    const started = await loads({ module: new URL("../src/internal/cli/main.ts", import.meta.url).href })
    const own = started.filter(({ url }) => url.includes("/packages/") && url.includes("/src/"))
    for (const name of ["http-api", "mcp", "providers", "credits", "redaction", "undici", "re2js"]) {
      assert.notInclude(packagesOf(started), name)
    }
    for (const part of ["/engines/pdf/", "/engines/index/", "/jobs/src/JobStore.ts", "/dunlin/src/Serve.ts"]) {
      assert.isEmpty(own.filter(({ url }) => url.includes(part)), part)
    }
    assert.isBelow(own.length, MAX_OWN_MODULES_OF_HELP)
  })

  it("with modules that do not need Effect are not those of Effect", async () => {
    for (const module of ["@dunlin/query-operators/Query", "@dunlin/transformers/Html"]) {
      assert.notInclude(packagesOf(await loads({ module })), "effect")
    }
  })
})
