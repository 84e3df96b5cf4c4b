import type { Ocr } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

// the package does not export it
const { skewOf, straighten } = await import(new URL("../src/internal/pdf/deskew.ts", import.meta.url).href) as {
  readonly skewOf: (picture: Ocr.Picture) => number
  readonly straighten: (picture: Ocr.Picture) => Effect.Effect<Ocr.Picture>
}

const [width, height] = [900, 1200]

/** Dashed lines, as words make them, that rise by some degrees. */
const page = (degrees: number): Ocr.Picture => {
  const head = Buffer.from(`P5 ${width} ${height} 255\n`)
  const bytes = Buffer.concat([head, Buffer.alloc(width * height, 240)])
  const slope = Math.tan(degrees * Math.PI / 180)
  for (let x = 100; x < 800; x++) {
    if (x % 50 > 38) continue
    for (let row = 0; row < 30; row++) {
      for (let dot = 0; dot < 10; dot++) {
        const y = Math.round(150 + row * 30 + dot - (x - width / 2) * slope)
        if ((x + dot + row) % 3 > 0) bytes[head.length + y * width + x] = 30
      }
    }
  }
  return { bytes, width, height, dpi: 100 }
}

describe("scans that lie askew", () => {
  it("are seen to, to a fifth of a degree", () => {
    for (const degrees of [-6, -3, -1.8, 0, 0.7, 2.2, 5]) {
      assert.closeTo(skewOf(page(degrees)), degrees, 0.2, `${degrees}`)
    }
  })

  it.effect("are set straight", () =>
    Effect.gen(function*() {
      for (const degrees of [-4, 3]) {
        const straight = yield* straighten(page(degrees))
        assert.strictEqual(straight.bytes.length, page(0).bytes.length)
        assert.isBelow(Math.abs(skewOf(straight)), 0.3)
      }
    }))

  it.effect("are left alone where they hardly do, or cannot be read", () =>
    Effect.gen(function*() {
      for (const picture of [page(0.5), { ...page(3), bytes: Buffer.from("P6 1 1 255\nabc") }]) {
        assert.strictEqual(yield* straighten(picture), picture)
      }
      const blank = {
        ...page(0),
        bytes: Buffer.concat([Buffer.from("P5 900 1200 255\n"), Buffer.alloc(1_080_000, 255)])
      }
      assert.strictEqual(skewOf(blank), 0)
    }))
})
