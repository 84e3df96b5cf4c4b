import { LocalIndex } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ask } from "./questions.ts"
import { page } from "./sharedIndexSuite.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-damaged-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Bytes of a page of SQLite. */
const PAGE = 4096

/** A file with some pages in it. */
const filled = Effect.gen(function*() {
  const filename = join(yield* folder, "index.sqlite")
  yield* Effect.scoped(
    Effect.flatMap(LocalIndex.make({ filename }), (index) => index.add(Array.from({ length: 60 }, (_, at) => page(at))))
  )
  return filename
})

/** Overwrites a part of a file, from a share of its length on. */
const damage = (filename: string, from: number, to: number) => {
  const { size } = statSync(filename)
  const start = Math.floor(size * from / PAGE) * PAGE
  const file = openSync(filename, "r+")
  writeSync(file, Buffer.alloc(Math.floor(size * to) - start, 0x5a), 0, undefined, start)
  closeSync(file)
}

const failureOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

const isNamed = (message: string | undefined, filename: string) => {
  assert.include(message, `index file ${filename} is damaged (`)
  assert.include(message, "restore a backup, or move the file away and index again")
}

describe("LocalIndex in a damaged file", () => {
  it.live("fails with the path of the file and a solution when it is searched", () =>
    Effect.gen(function*() {
      const filename = yield* filled
      damage(filename, 0.1, 1)
      const searched = Effect.scoped(
        Effect.flatMap(LocalIndex.make({ filename }), (index) => ask(index, "common words"))
      )
      isNamed(yield* failureOf(searched), filename)
    }))

  it.live("confirms no write into a file that is damaged elsewhere", () =>
    Effect.gen(function*() {
      const filename = yield* filled
      damage(filename, 0.5, 0.6)
      const written = Effect.scoped(
        Effect.flatMap(LocalIndex.make({ filename }), (index) => index.add([page(1000)]))
      )
      isNamed(yield* failureOf(written), filename)
    }))

  it.live("is distinguished from a valid file, and from a missing one", () =>
    Effect.gen(function*() {
      const filename = yield* filled
      assert.isUndefined(yield* LocalIndex.faultOf(filename))
      assert.isUndefined(yield* LocalIndex.faultOf(`${filename}.absent`))
      damage(filename, 0.5, 0.6)
      isNamed(yield* LocalIndex.faultOf(filename), filename)
    }))
})
