import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type * as Reading from "../src/internal/arguments.ts"

const Arguments: typeof Reading = await import(new URL("../src/internal/arguments.ts", import.meta.url).href)

describe("a whole number in tool arguments", () => {
  const limitOf = (limit: unknown) => Arguments.search({ query: "otters", limit })

  it("is accepted as a number or as its digits", () => {
    for (const limit of [3, "3", " 3 "]) {
      const read = limitOf(limit)
      assert.isTrue(Result.isSuccess(read), JSON.stringify(limit))
      if (Result.isSuccess(read)) assert.strictEqual(read.success.limit, 3)
    }
  })

  it("is rejected in any other form, with its name and range", () => {
    for (const limit of ["1e0", "0x3", "3.0", "three", 2.5, 0, -1, "-1", [3], true]) {
      const read = limitOf(limit)
      assert.isTrue(Result.isFailure(read), JSON.stringify(limit))
      if (Result.isFailure(read)) assert.match(JSON.stringify(read.failure), /limit.*whole number from 1 to/)
    }
  })
})
