// As Next.js calls it, with a Request; the rehearsal of a release builds an application of these two files.
import { assert, it } from "@effect/vitest"
import { createClient } from "dunlin"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

const data = await mkdtemp(join(tmpdir(), "dunlin-next-"))
const before = process.env.DUNLIN_DATA
process.env.DUNLIN_DATA = data
const route = await import("./main.ts")
const stream = await import("./stream.ts")
if (before === undefined) delete process.env.DUNLIN_DATA
else process.env.DUNLIN_DATA = before

afterAll(() => rm(data, { recursive: true, force: true, maxRetries: 5 }))

const ask = (query: string) => new Request(`http://localhost/search?q=${query}`)

it("answers as JSON, as events, and with 400 to a query that is none", async () => {
  const indexing = createClient({ data })
  await indexing.index([{ url: "https://example.com/dunlin", title: "Dunlin", text: "It feels its prey in mud." }])
  await indexing.close()
  const { results } = await (await route.GET(ask("prey"))).json() as {
    readonly results: ReadonlyArray<{ readonly title: string }>
  }
  assert.deepStrictEqual(results.map(({ title }) => title), ["Dunlin"])
  const wrong = await route.GET(ask(""))
  assert.strictEqual(wrong.status, 400)
  assert.deepInclude(await wrong.json(), { code: "InvalidRequest" })
  const events = (await stream.GET(ask("prey")).text()).split("\n\n").length - 1
  assert.isAbove(events, 3)
  const [failed = ""] = (await stream.GET(ask("")).text()).trim().split("\n\n")
  assert.match(failed, /^data: \{"_tag":"Failed","code":"InvalidRequest","error":"query: /)
})
