import { TimeFilter } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fc from "fast-check"
import { anyText } from "../../common/test/anyText.ts"

const read = (tbs: string): TimeFilter.TimeFilter | undefined => Option.getOrUndefined(TimeFilter.parse(tbs))
const time = (iso: string): number => Date.parse(iso)

describe("TimeFilter.parse", () => {
  it("reads relative ranges", () => {
    assert.deepStrictEqual(read("qdr:d"), { range: { unit: "day", count: 1 } })
    assert.deepStrictEqual(read("qdr:n15"), { range: { unit: "minute", count: 15 } })
    assert.deepStrictEqual(read("QDR:Y2 , SBD:1"), { range: { unit: "year", count: 2 }, sortByDate: true })
  })

  it("reads custom ranges, open at either end", () => {
    assert.deepStrictEqual(read("cdr:1,cd_min:3/9/2020,cd_max:04/30/2020"), { from: "2020-03-09", to: "2020-04-30" })
    assert.deepStrictEqual(read("cd_min:02/29/2020,cdr:1,li:1"), { from: "2020-02-29", verbatim: true })
    assert.deepStrictEqual(read("sbd:0,cdr:1,cd_max:1/1/2020"), { sortByDate: false, to: "2020-01-01" })
  })

  it("rejects other values", () => {
    const wrong = [
      "",
      " ",
      "qdr:",
      "qdr:z",
      "qdr:d0",
      "qdr:d100000",
      "qdr:d,qdr:d",
      "cdr:1",
      "cd_min:1/1/2020",
      "cdr:0,cd_min:1/1/2020",
      "cdr:1,cd_min:2/30/2021",
      "cdr:1,cd_min:5/2/2021,cd_max:5/1/2021",
      "qdr:w,cdr:1,cd_min:1/1/2020",
      "sbd:yes",
      "li:0",
      "isz:l",
      "qdr:d,",
      "qdr:d".repeat(100)
    ]
    for (const tbs of wrong) assert.isUndefined(read(tbs), tbs)
  })

  it("reads at most 200 characters", () => {
    assert.isDefined(read("qdr:d".padEnd(200)))
    assert.isUndefined(read("qdr:d".padEnd(201)))
  })

  it("never throws", () => {
    fc.assert(fc.property(anyText(), (tbs) => void TimeFilter.parse(tbs)))
  })
})

describe("TimeFilter.print", () => {
  const day = fc.date({ min: new Date("1950-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }).map((date) =>
    date.toISOString().slice(0, 10)
  )
  const filter: fc.Arbitrary<TimeFilter.TimeFilter> = fc.oneof(
    fc.record({
      range: fc.record({
        unit: fc.constantFrom("second", "minute", "hour", "day", "week", "month", "year"),
        count: fc.integer({ min: 1, max: 99_999 })
      }),
      sortByDate: fc.boolean()
    }, { requiredKeys: ["range"] }),
    fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
    day.map((from) => ({ from, verbatim: true }))
  )

  it("is reversed by parse", () => {
    fc.assert(fc.property(filter, (value) => {
      assert.deepStrictEqual(read(TimeFilter.print(value)), value)
    }))
  })
})

describe("TimeFilter.window", () => {
  const now = time("2024-03-31T10:20:30Z")

  it("counts calendar months and years", () => {
    const start = (tbs: string) => TimeFilter.window(read(tbs)!, now).from
    assert.strictEqual(start("qdr:h6"), time("2024-03-31T04:20:30Z"))
    assert.strictEqual(start("qdr:w"), time("2024-03-24T10:20:30Z"))
    assert.strictEqual(start("qdr:m"), time("2024-02-29T10:20:30Z"))
    assert.strictEqual(start("qdr:y1"), time("2023-03-31T10:20:30Z"))
    assert.strictEqual(start("qdr:y99999"), time("1900-01-01T00:00:00Z"))
    assert.strictEqual(start("qdr:d99999"), time("1900-01-01T00:00:00Z"))
    // a program may ask for more than the notation of engines can say
    const long = { range: { unit: "year", count: 1_000_000 } } as const
    assert.strictEqual(TimeFilter.window(long, now).from, time("1900-01-01T00:00:00Z"))
  })

  it("includes full days in custom ranges", () => {
    assert.deepStrictEqual(TimeFilter.window(read("cdr:1,cd_min:1/2/2020,cd_max:1/2/2020")!, now), {
      from: time("2020-01-02T00:00:00Z"),
      to: time("2020-01-03T00:00:00Z")
    })
    assert.deepStrictEqual(TimeFilter.window({ sortByDate: true }, now), {})
    assert.deepStrictEqual(TimeFilter.days(read("qdr:d3")!, now), { from: "2024-03-28" })
    assert.deepStrictEqual(TimeFilter.days(read("cdr:1,cd_max:1/2/2020")!, now), { to: "2020-01-02" })
  })
})
