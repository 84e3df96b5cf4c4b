import { assert, it } from "@effect/vitest"
import { uint8Column, withLentColumns } from "../src/internal/tape/lent.ts"

/** Bytes of the memory that the first page finds. */
const first = 1 << 18

it("frees memory after its last use, whatever it was reserved for", () => {
  // Memory for an odd number of bytes and as many again, of which the second column takes the rest.
  const columns = withLentColumns(() => [uint8Column(first + 1), uint8Column(first - 6)].map(({ length }) => length))
  assert.deepStrictEqual(columns, [first + 1, first - 6])
})
