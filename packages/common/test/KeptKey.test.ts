import { KeptKey } from "@dunlin/common"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const root = fs.mkdtempSync(join(tmpdir(), "dunlin-key-"))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))
const fresh = () => join(fs.mkdtempSync(join(root, "key-")), "inner", "signing.key")
const run = promisify(execFile)

describe("KeptKey", () => {
  it.effect("creates a key once that only the owner can read, and leaves no other file", () =>
    Effect.gen(function*() {
      const file = fresh()
      const first = yield* KeptKey.read(file)
      assert.match(Redacted.value(first), /^[0-9a-f]{64}$/)
      assert.strictEqual(Redacted.value(yield* KeptKey.read(file)), Redacted.value(first))
      assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
      assert.strictEqual(fs.statSync(join(file, "..")).mode & 0o777, 0o700)
      assert.deepStrictEqual(fs.readdirSync(join(file, "..")), ["signing.key"])
      assert.notStrictEqual(Redacted.value(yield* KeptKey.read(fresh())), Redacted.value(first))
    }))

  it.effect("gives every reader the same key if many create it concurrently", () =>
    Effect.gen(function*() {
      const file = fresh()
      const keys = yield* Effect.all(Array.from({ length: 50 }, () => KeptKey.read(file)), { concurrency: "unbounded" })
      assert.strictEqual(new Set(keys.map(Redacted.value)).size, 1)
    }))

  it.live("gives several processes the same key", () =>
    Effect.gen(function*() {
      const file = fresh()
      const module = import.meta.resolve("@dunlin/common/KeptKey")
      const code = `import { read } from ${JSON.stringify(module)}
        import * as Effect from "effect/Effect"
        import * as Redacted from "effect/Redacted"
        console.log(Redacted.value(await Effect.runPromise(read(${JSON.stringify(file)}))))`
      const answers = yield* Effect.promise(() =>
        Promise.all(
          Array.from(
            { length: 4 },
            () => run(process.execPath, ["--input-type=module", "--eval", code], { cwd: import.meta.dirname })
          )
        )
      )
      assert.strictEqual(new Set(answers.map(({ stdout }) => stdout)).size, 1)
      assert.strictEqual(answers[0]?.stdout, fs.readFileSync(file, "utf8"))
    }))

  it.effect("rejects a file without a key instead of creating a new one", () =>
    Effect.gen(function*() {
      const file = fresh()
      yield* KeptKey.read(file)
      fs.writeFileSync(file, "abc")
      assert.include(String(yield* Effect.flip(KeptKey.read(file))), "contains no key")
      assert.strictEqual(fs.readFileSync(file, "utf8"), "abc")
    }))
})
