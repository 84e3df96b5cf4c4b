import type { PdfError } from "@dunlin/pdf"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import type * as Starts from "../src/internal/process/starts.ts"

// the package does not export it
const { make } = await import(new URL("../src/internal/process/pool.ts", import.meta.url).href) as {
  readonly make: (
    options: { readonly engine: string; readonly memory: number; readonly size: number; readonly idle: number }
  ) => Effect.Effect<
    { readonly use: (job: () => Effect.Effect<string, PdfError.Reason>) => Effect.Effect<string, PdfError.Reason> },
    never,
    Scope.Scope
  >
}

const starts = await import(new URL("../src/internal/process/starts.ts", import.meta.url).href) as typeof Starts

it("resumes a process that was suspended before the message that it is ready arrived", () => {
  const events = { isReady: () => true, onReady: () => {}, onFailure: () => {}, onEnd: () => {} }
  const { preparing, share, sweep } = starts.make({ engine: "pdfjs", memory: 512, size: 1 }, () => {}, events)
  let isPreparing = true
  let isRunning = true
  const child = {
    isPreparing: () => isPreparing,
    goOn: (may: boolean) => {
      isRunning = may
    }
  }
  preparing.add(child as typeof preparing extends Set<infer Child> ? Child : never)
  share(0)
  sweep()
  assert.isFalse(isRunning)
  isPreparing = false
  sweep()
  assert.isTrue(isRunning)
  assert.strictEqual(preparing.size, 0)
})

describe("a machine on which no process starts", () => {
  // a unit test may start none: here each try throws while it is asked for
  for (const size of [1, 2, 8]) {
    it.effect(`with ${size} processors: each document fails, and retries are limited`, () =>
      Effect.gen(function*() {
        const pool = yield* make({ engine: "pdfjs", memory: 512, size, idle: 1000 })
        const document = Effect.flip(pool.use(() => Effect.succeed("read")))
        const together = yield* Effect.all([document, document, document], { concurrency: "unbounded" })
        const later = yield* document
        for (const error of [...together, later]) {
          assert.strictEqual(error._tag, "Unavailable")
          if (error._tag === "Unavailable") assert.match(error.detail, /does not start/)
        }
      }))
  }
})
