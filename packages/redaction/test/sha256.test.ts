import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createHash } from "node:crypto"

const { sha256 } = await import(new URL("../src/internal/sha256.ts", import.meta.url).href) as {
  readonly sha256: (bytes: Uint8Array) => Uint8Array
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

describe("sha256", () => {
  it("is that of the standard", () => {
    assert.strictEqual(
      hex(sha256(new TextEncoder().encode("abc"))),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
  })

  it("is that of the platform, for every length around a block and any bytes", () => {
    const platform = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")
    for (let length = 0; length < 200; length++) {
      const bytes = new Uint8Array(length).fill(length)
      assert.strictEqual(hex(sha256(bytes)), platform(bytes))
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => hex(sha256(bytes)) === platform(bytes)))
  })
})
