import { OptionalPackage } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

describe("OptionalPackage", () => {
  it.effect("returns the loaded module", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* OptionalPackage.load("pg", () => Promise.resolve(7)), 7)
    }))

  it.effect("names the command that installs a missing package", () =>
    Effect.gen(function*() {
      const name = "no-such-package-of-anybody"
      const error = yield* Effect.flip(OptionalPackage.load(name, () => import(name)))
      assert.strictEqual(error._tag, "PackageMissing")
      assert.strictEqual(error.message, `the package ${name} is not installed: npm install ${name}`)
      assert.isFalse(error.isRetryable)
    }))

  it.effect("reports other errors of the package", () =>
    Effect.gen(function*() {
      const broken = Promise.reject(Object.assign(new Error("no"), { code: "ERR_DLOPEN_FAILED" }))
      const error = yield* Effect.flip(OptionalPackage.load("pg", () => broken))
      assert.strictEqual(error.message, "the package pg cannot be loaded (ERR_DLOPEN_FAILED)")
    }))
})
