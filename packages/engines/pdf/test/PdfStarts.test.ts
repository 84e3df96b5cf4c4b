import type { PdfError } from "@dunlin/pdf"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"

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

describe("a machine on which no process starts", () => {
  // a unit test may start none: here each try throws while it is asked for
  for (const size of [1, 2, 8]) {
    it.effect(`with ${size} processors: each document fails, and nothing tries without end`, () =>
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
