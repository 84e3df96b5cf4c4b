import { assert, it } from "@effect/vitest"
import type * as Module from "../src/internal/waiting.ts"

const { described }: typeof Module = await import(new URL("../src/internal/waiting.ts", import.meta.url).href)

const host = "site.example"

it("reports what a job waits for, unless it ends soon", () => {
  assert.strictEqual(described(undefined), undefined)
  assert.strictEqual(described({ _tag: "Turn", host, left: 1000, gap: 5000 }), undefined)
  assert.strictEqual(
    described({ _tag: "Turn", host, left: 1001, gap: 5000 }),
    "next page in 2 s: one request to site.example every 5 s"
  )
  assert.strictEqual(
    described({ _tag: "Rest", host, left: 60_000, gap: 0 }),
    "next page in 60 s: site.example did not respond, or requested a pause"
  )
  assert.strictEqual(
    described({ _tag: "Delay", host, left: 15_000, pages: 1 }),
    "retry of 1 page in 15 s"
  )
  assert.strictEqual(
    described({ _tag: "Delay", host, left: 15_000, pages: 3 }),
    "retry of 3 pages, the first in 15 s"
  )
  assert.strictEqual(
    described({ _tag: "Newer", host, pages: 1 }),
    "1 page left, which require a newer version of Dunlin"
  )
  assert.strictEqual(described({ _tag: "Lease", host, left: 12_000, pages: 2 }), "2 pages being read")
  assert.strictEqual(
    described({ _tag: "Lease", host, left: 7000, pages: 2 }),
    "2 pages leased by a process that may have ended; another one takes over in 7 s"
  )
})
