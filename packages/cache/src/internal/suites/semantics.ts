import type * as CachePlan from "../../CachePlan.ts"
import { day, hour } from "./samples.ts"

export type Row = readonly [options: CachePlan.PageOptions, age: number, served: boolean]

export const semantics: ReadonlyArray<Row> = [
  // the default of two days
  ...[[0, true], [2 * day - 1, true], [2 * day, false], [2 * day + 1, false]].map((
    [age, served]
  ): Row => [{}, Number(age), Boolean(served)]),
  // a `maxAge` of one hour, and of 1 millisecond; 0 always fetches
  [{ maxAge: hour }, 0, true],
  [{ maxAge: hour }, hour - 1, true],
  [{ maxAge: hour }, hour, false],
  [{ maxAge: hour }, hour + 1, false],
  [{ maxAge: 1 }, 0, true],
  [{ maxAge: 1 }, 1, false],
  [{ maxAge: 0 }, 0, false],
  [{ maxAge: 0 }, hour, false],
  // with `minAge`, a page must be at least this old, without a maximum
  [{ minAge: hour }, 0, false],
  [{ minAge: hour }, hour - 1, false],
  [{ minAge: hour }, hour, true],
  [{ minAge: hour }, hour + 1, true],
  [{ minAge: hour }, 1000 * day, true],
  [{ minAge: 1 }, 0, true],
  [{ minAge: 1 }, 1, true],
  [{ minAge: 0 }, 0, true],
  [{ minAge: 2 }, 1, false],
  [{ minAge: 2 }, 2, true],
  // both fields are a range
  [{ minAge: hour, maxAge: day }, hour - 1, false],
  [{ minAge: hour, maxAge: day }, hour, true],
  [{ minAge: hour, maxAge: day }, day - 1, true],
  [{ minAge: hour, maxAge: day }, day, false],
  [{ minAge: 1, maxAge: 0 }, 0, false],
  // the default of `lockdown` is two years
  [{ lockdown: true }, 0, true],
  [{ lockdown: true }, 730 * day - 1, true],
  [{ lockdown: true }, 730 * day, false],
  [{ lockdown: true, maxAge: hour }, hour - 1, true],
  [{ lockdown: true, maxAge: hour }, hour, false],
  [{ lockdown: true, minAge: hour }, hour - 1, false],
  [{ lockdown: true, minAge: hour }, hour, true],
  [{ lockdown: true, minAge: hour }, 730 * day - 1, true],
  [{ lockdown: true, minAge: hour }, 730 * day, false],
  [{ storeInCache: false }, hour, true],
  [{ storeInCache: false }, 2 * day, false],
  [{ zeroDataRetention: true }, hour, true]
]
