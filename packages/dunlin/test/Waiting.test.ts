import { assert, it } from "@effect/vitest"
import type * as Module from "../src/internal/waiting.ts"

const { described }: typeof Module = await import(new URL("../src/internal/waiting.ts", import.meta.url).href)

const host = "site.example"

it("says what a job waits for, unless it is over in a moment", () => {
  assert.strictEqual(described(undefined), undefined)
  assert.strictEqual(described({ _tag: "Turn", host, left: 1000, gap: 5000 }), undefined)
  assert.strictEqual(
    described({ _tag: "Turn", host, left: 1001, gap: 5000 }),
    "the next page in 2 s: site.example is asked every 5 s"
  )
  assert.strictEqual(
    described({ _tag: "Rest", host, left: 60_000, gap: 0 }),
    "the next page in 60 s: site.example did not answer, or asks for time"
  )
  assert.strictEqual(
    described({ _tag: "Delay", host, left: 15_000, pages: 1 }),
    "1 page of those left comes again in 15 s"
  )
  assert.strictEqual(
    described({ _tag: "Delay", host, left: 15_000, pages: 3 }),
    "3 pages of those left come again, the first in 15 s"
  )
  assert.strictEqual(
    described({ _tag: "Newer", host, pages: 1 }),
    "1 page left, which only a newer version of Dunlin reads"
  )
  assert.strictEqual(described({ _tag: "Lease", host, left: 12_000, pages: 2 }), "2 pages being read")
  assert.strictEqual(
    described({ _tag: "Lease", host, left: 7000, pages: 2 }),
    "2 pages being read by a process that may have ended: taken over in 7 s"
  )
})
