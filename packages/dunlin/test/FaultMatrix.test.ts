import type { Health } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { browser } from "./faults/browser.ts"
import { cell, type Part, skewedCell, type Way } from "./faults/cell.ts"
import { postgres, redis } from "./faults/databases.ts"
import { cache, disk, jobs, ledger } from "./faults/disks.ts"
import { model, provider, s3 } from "./faults/services.ts"

/** A cell that is tried, by each store of the part, or the reason why it cannot happen. */
type Cell = { readonly tried: ReadonlyArray<Part> } | { readonly skewed: number } | { readonly cannot: string }

type Row = { readonly [W in Way]: Cell }

const WAYS = ["down", "silent", "slow", "full", "read-only", "refused"] as const satisfies ReadonlyArray<Way>

const tried = (...parts: ReadonlyArray<Part>): Cell => ({ tried: parts })
const cannot = (reason: string): Cell => ({ cannot: reason })
const all = (...parts: ReadonlyArray<Part>): Row => ({
  down: tried(...parts),
  silent: tried(...parts),
  slow: tried(...parts),
  full: tried(...parts),
  "read-only": tried(...parts),
  refused: tried(...parts)
})

const ASKED_ONLY = cannot("it is asked questions, and nothing is written to it")

/** Nine parts and six ways to fail. */
const matrix: { readonly [P in Health.PartName]: Row } = {
  postgres: all(postgres),
  redis: all(redis),
  s3: all(s3),
  disk: all(disk),
  sqlite: {
    ...all(ledger, jobs, cache),
    refused: cannot("permissions are checked when the file is opened: the start fails, and names the file")
  },
  provider: { ...all(provider), "read-only": ASKED_ONLY },
  model: { ...all(model), "read-only": ASKED_ONLY },
  browser: all(browser),
  clock: {
    down: cannot("a process always has a clock"),
    // As of a machine that was suspended.
    silent: { skewed: 7_200_000 },
    slow: { skewed: 3000 },
    full: cannot("a clock holds nothing"),
    "read-only": cannot("no process here sets a clock"),
    refused: cannot("no process here calls a time server: the difference to a store shows the consequence")
  }
}

const cells = Object.entries(matrix).flatMap(([part, row]) => WAYS.map((way) => [part, way, row[way]] as const))

// One after the other: the clock of a test passes while the event loop has nothing else to do.
describe(
  "a failing part is answered in time, detected within ten seconds, and logged once",
  { concurrent: false },
  () => {
    for (const [part, way, found] of cells) {
      if ("tried" in found) {
        for (const [at, one] of found.tried.entries()) {
          const name = found.tried.length === 1 ? part : `${part} of the ${["credits", "jobs", "cache"][at]}`
          it.effect(`${name}: ${way}`, () => cell(one, way))
        }
      } else if ("skewed" in found) it.effect(`${part}: ${way}`, () => skewedCell(found.skewed))
    }

    it("has 54 cells: the tested ones, and seven impossible ones with the reason", () => {
      assert.strictEqual(cells.length, 54)
      const reasons = cells.flatMap(([, , found]) => "cannot" in found ? [found.cannot] : [])
      assert.strictEqual(reasons.length, 7)
      for (const reason of reasons) assert.isAbove(reason.length, 10)
    })
  }
)
