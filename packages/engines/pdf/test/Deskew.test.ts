import type { Ocr } from "@dunlin/pdf"
import { assert, describe, it } from "@effect/vitest"

// the package does not export it
const { skewOf, straighten } = await import(new URL("../src/internal/ocr/deskew.ts", import.meta.url).href) as {
  readonly skewOf: (picture: Ocr.Picture) => number
  readonly straighten: (picture: Ocr.Picture) => Ocr.Picture
}

const { cut } = await import(new URL("../src/internal/ocr/bands.ts", import.meta.url).href) as {
  readonly cut: (picture: Ocr.Picture, count: number) => ReadonlyArray<{ picture: Ocr.Picture; top: number }>
}

const { sidesOf } = await import(new URL("../src/internal/ocr/sides.ts", import.meta.url).href) as {
  readonly sidesOf: (picture: Ocr.Picture) => ReadonlyArray<Ocr.Picture>
}

const [width, height] = [900, 1200]

const blank: Ocr.Picture = {
  bytes: Buffer.concat([Buffer.from("P5 900 1200 255\n"), Buffer.alloc(width * height, 255)]),
  width,
  height,
  dpi: 100
}

/** Dashed lines, as words make them, that rise by some degrees. */
const page = (degrees: number, columns = false): Ocr.Picture => {
  const head = Buffer.from(`P5 ${width} ${height} 255\n`)
  const bytes = Buffer.concat([head, Buffer.alloc(width * height, 240)])
  const slope = Math.tan(degrees * Math.PI / 180)
  for (let x = 100; x < 800; x++) {
    for (let row = 0; row < 30; row++) {
      if ((x + (columns ? 0 : row * 17)) % 50 > 38) continue
      for (let dot = 0; dot < 10; dot++) {
        const y = Math.round(150 + row * 30 + dot - (x - width / 2) * slope)
        if ((x + dot + row) % 3 > 0) bytes[head.length + y * width + x] = 30
      }
    }
  }
  return { bytes, width, height, dpi: 100 }
}

describe("scans that are turned", () => {
  const upright = page(0)
  const [onHead] = sidesOf(upright)

  it("are turned by 180 degrees if their lines run across", () => {
    assert.strictEqual(sidesOf(upright).length, 1)
    assert.deepStrictEqual([onHead!.width, onHead!.height], [width, height])
    assert.isFalse(Buffer.from(upright.bytes).equals(onHead!.bytes))
    assert.isTrue(Buffer.from(sidesOf(onHead!)[0]!.bytes).equals(upright.bytes))
  })

  it("are turned by 90 degrees in either direction if their lines run down", () => {
    const head = Buffer.from(`P5 ${height} ${width} 255\n`)
    const bytes = Buffer.concat([head, Buffer.alloc(width * height)])
    const from = upright.bytes.length - width * height
    for (let y = 0; y < height; y++) {
      // a quarter clockwise
      for (let x = 0; x < width; x++) {
        bytes[head.length + x * height + height - 1 - y] = upright.bytes[from + y * width + x]!
      }
    }
    const [quarter, threeQuarters] = sidesOf({ bytes, width: height, height: width, dpi: 100 })
    assert.isTrue(Buffer.from(threeQuarters!.bytes).equals(upright.bytes))
    assert.isTrue(Buffer.from(quarter!.bytes).equals(onHead!.bytes))
  })

  it("are unchanged if they have no text or cannot be read", () => {
    assert.deepStrictEqual(sidesOf(blank), [])
    assert.deepStrictEqual(sidesOf({ ...upright, bytes: Buffer.from("P6 1 1 255\nabc") }), [])
  })
})

describe("skewed scans", () => {
  it("are measured to a fifth of a degree", () => {
    for (const degrees of [-6, -3, -1.8, 0, 0.7, 2.2, 5]) {
      assert.closeTo(skewOf(page(degrees)), degrees, 0.2, `${degrees}`)
    }
  })

  it("are straightened", () => {
    for (const degrees of [-4, 3]) {
      const straight = straighten(page(degrees))
      assert.strictEqual(straight.bytes.length, page(0).bytes.length)
      assert.isBelow(Math.abs(skewOf(straight)), 0.3)
    }
  })

  it("are unchanged if they are almost straight, or cannot be read", () => {
    for (const picture of [page(0.5), { ...page(3), bytes: Buffer.from("P6 1 1 255\nabc") }]) {
      assert.strictEqual(straighten(picture), picture)
    }
    assert.strictEqual(skewOf(blank), 0)
  })
})

describe("scans that several processors read", () => {
  it("are cut between lines into bands with equal amounts of text", () => {
    for (const count of [2, 3, 4]) {
      const bands = cut(page(0), count)
      assert.lengthOf(bands, count)
      bands.forEach(({ picture, top }, k) => {
        // a line of ten rows every thirty
        if (top > 0) assert.isAtLeast((top - 150) % 30, 10)
        assert.strictEqual(top + picture.height, bands[k + 1]?.top ?? height)
        assert.strictEqual(picture.bytes.length, `P5 ${width} ${picture.height} 255\n`.length + width * picture.height)
        const lines = Array.from({ length: 30 }, (_, line) => 150 + 30 * line)
          .filter((row) => row >= top && row < top + picture.height)
        assert.closeTo(lines.length, 30 / count, 0.35 * 30 / count)
      })
    }
  })

  it("are not cut without text, without gaps between lines, in columns, or if the picture cannot be measured", () => {
    const hatched = { ...page(0), bytes: Buffer.from(page(0).bytes) }
    for (let at = 16; at < hatched.bytes.length; at += 40) hatched.bytes[at] = 20
    for (const picture of [blank, hatched, page(0, true), { ...page(0), bytes: Buffer.from("P6 1 1 255\nabc") }]) {
      assert.deepStrictEqual(cut(picture, 3), [{ picture, top: 0 }])
    }
    assert.deepStrictEqual(cut(page(0), 1).map(({ top }) => top), [0])
  })
})
