import { assert, describe, it } from "@effect/vitest"
import type * as SettleParts from "../src/internal/browser/settleParts.ts"

const { growthPart } = await import(
  new URL("../src/internal/browser/settleParts.ts", import.meta.url).href
) as typeof SettleParts

interface Growth {
  readonly grew: (t: number) => void
  readonly growthDue: (isThin: boolean) => number
}

/** A page at `time`, without timers. `load` reports a response of this kind. */
const makePage = (hasInterval: boolean) => {
  const page = { time: 0, load: (_initiatorType: string) => {} }
  class PerformanceObserver {
    constructor(report: (list: { readonly getEntries: () => ReadonlyArray<object> }) => void) {
      page.load = (initiatorType) => report({ getEntries: () => [{ initiatorType }] })
    }
    observe() {}
  }
  const make = new Function(
    "window",
    "PerformanceObserver",
    "now",
    "intervals",
    "pending",
    `${growthPart}\nreturn { grew, growthDue }`
  )
  const intervals = new Set(hasInterval ? [1] : [])
  const growth = make({ PerformanceObserver }, PerformanceObserver, () => page.time, intervals, new Set()) as Growth
  /** Lets the text grow at these times, each after a response of this kind. */
  const grow = (times: ReadonlyArray<number>, after?: string) => {
    for (const time of times) {
      page.time = time
      if (after !== undefined) page.load(after)
      growth.grew(time)
    }
  }
  return { page, grow, due: (isThin = false) => growth.growthDue(isThin) }
}

describe("text that grows at intervals", () => {
  it("is awaited for two intervals", () => {
    const { due, grow, page } = makePage(false)
    grow([0, 300, 600, 900])
    assert.strictEqual(due(), 600)
    page.time = 1_499
    assert.strictEqual(due(), 1)
    page.time = 1_501
    assert.strictEqual(due(), 0)
  })

  it("is recognised after fewer growths if timers are pending, and after even fewer without content", () => {
    const without = makePage(false)
    without.grow([0, 1_000, 2_000])
    assert.strictEqual(without.due(true), 0)
    const full = makePage(true)
    full.grow([0, 1_000])
    assert.strictEqual(full.due(false), 0)
    assert.strictEqual(full.due(true), 2_000)
    full.grow([2_000])
    assert.strictEqual(full.due(false), 2_000)
  })

  it("is not a page that loads in steps, each with a response", () => {
    for (const kind of ["script", "fetch", "xmlhttprequest", "other"]) {
      const { due, grow } = makePage(true)
      grow([0, 500, 1_000, 1_500, 2_000, 2_500], kind)
      assert.strictEqual(due(true), 0)
      grow([3_000, 3_500, 4_000], kind)
      assert.strictEqual(due(), 1_000)
    }
    const pictures = makePage(true)
    pictures.grow([0, 500, 1_000, 1_500], "img")
    assert.strictEqual(pictures.due(), 1_000)
  })

  it("is not a page that adds a row from time to time", () => {
    const { due, grow } = makePage(true)
    grow([0, 2_500, 5_000, 7_500, 10_000])
    assert.strictEqual(due(true), 0)
  })
})
