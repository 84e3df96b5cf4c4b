import { assert, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { needing } from "../../common/test/components.ts"
import { dunlin } from "./command.ts"
import { start } from "./serverProcess.ts"

const found = (url: string) =>
  fetch(`${url}/v2/search`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "pump stops" })
  }).then(async (response) => {
    const { data } = await response.json() as { data: { web?: ReadonlyArray<{ readonly title: string }> } }
    return (data.web ?? []).map(({ title }) => title)
  })

describe("DUNLIN_INDEX=database", needing("PostgreSQL"), () => {
  const ends: Array<() => unknown> = []
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  it("is one index for every machine with one database; without it each has a separate one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dunlin-shared-"))
    ends.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const scope = Effect.runSync(Scope.make())
    ends.push(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const database = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
    const notes = join(folder, "notes")
    mkdirSync(notes)
    writeFileSync(join(notes, "pump.md"), "# Pump notes\n\nThe pump stops at nine.\n")
    /** A machine of its own: nothing but the database is shared. */
    const machine = (name: string) => ({
      DUNLIN_DATA: mkdtempSync(join(folder, `${name}-`)),
      DUNLIN_DATABASE_URL: Redacted.value(database.url)
    })
    const shared = { DUNLIN_INDEX: "database" }
    const nodes = await Promise.all([
      start({ ...machine("one"), ...shared }),
      start({ ...machine("two"), ...shared }),
      start(machine("own"))
    ])
    for (const server of nodes) ends.push(() => server.stop("SIGKILL"))
    const titles = () => Promise.all(nodes.map(({ url }) => found(url)))
    assert.deepStrictEqual(await titles(), [[], [], []])

    const indexed = await dunlin({ ...machine("three"), ...shared }, "index", notes)
    assert.include(indexed.stdout, "1 added", indexed.stderr)
    assert.deepStrictEqual(await titles(), [["Pump notes"], ["Pump notes"], []])
    const searched = await dunlin({ ...machine("four"), ...shared }, "search", "pump stops", "--json")
    assert.strictEqual(JSON.parse(searched.stdout).data.web[0].title, "Pump notes")

    const again = await dunlin({ ...machine("five"), ...shared }, "index", notes)
    assert.include(again.stdout, "0 added, 0 updated, 1 unchanged", again.stderr)
  })
})
