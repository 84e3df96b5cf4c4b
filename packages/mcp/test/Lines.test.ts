import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"

const { split } = await import(new URL("../src/internal/lines.ts", import.meta.url).href) as {
  readonly split: (
    most: number
  ) => (input: Stream.Stream<Uint8Array>) => Stream.Stream<{ readonly text: string; readonly isTooLong: boolean }>
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The lines of a text that arrives in chunks of one size. */
const linesOf = (text: string, most: number, chunk: number) => {
  const all = bytes(text)
  const chunks = Array.from(
    { length: Math.ceil(all.length / chunk) },
    (_, at) => all.subarray(at * chunk, (at + 1) * chunk)
  )
  return Effect.map(Stream.runCollect(split(most)(Stream.fromIterable(chunks))), (lines) => [...lines])
}

describe("lines of stdin", () => {
  it.effect("are the same however the bytes arrive", () =>
    Effect.gen(function*() {
      for (const chunk of [1, 2, 3, 7, 64]) {
        const lines = yield* linesOf("{\"a\":1}\n\n{\"b\":\"ä\"}\nrest", 100, chunk)
        assert.deepStrictEqual(
          lines.map(({ text }) => text),
          ["{\"a\":1}", "", "{\"b\":\"ä\"}", "rest"],
          `chunks of ${chunk}`
        )
      }
    }))

  it.effect("end at the last line feed of a finished input", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* linesOf("one\n", 100, 2)).map(({ text }) => text), ["one"])
      assert.deepStrictEqual(yield* linesOf("", 100, 2), [])
    }))

  it.effect("are read up to the limit, and marked if one byte longer", () =>
    Effect.gen(function*() {
      for (const chunk of [1, 4, 5, 100]) {
        const lines = yield* linesOf("12345\n123456\n1", 5, chunk)
        assert.deepStrictEqual(lines.map(({ isTooLong }) => isTooLong), [false, true, false], `chunks of ${chunk}`)
        assert.deepStrictEqual([lines[0]!.text, lines[2]!.text], ["12345", "1"])
      }
    }))

  it.effect("include only the beginning of a line that is too long", () =>
    Effect.gen(function*() {
      const start = "{\"id\":1,"
      for (const chunk of [10, 1000, 10_000]) {
        const [line] = yield* linesOf(start + "x".repeat(9000), 100, chunk)
        assert.isTrue(line!.isTooLong)
        assert.isTrue(line!.text.startsWith(start))
        assert.isAtMost(line!.text.length, 2048)
      }
    }))
})
