import { entities, type Entity, type Span, union } from "@dunlin/pii"
import { kinds } from "@dunlin/pii/Entity"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const LENGTH = 24

const span: fc.Arbitrary<Span> = fc.record({
  start: fc.nat(LENGTH - 1),
  length: fc.integer({ min: 0, max: 12 }),
  entity: fc.constantFrom<Entity>(...entities),
  score: fc.constantFrom(0.8, 0.9, 1)
}).map(({ entity, length, score, start }) => ({
  start,
  end: Math.min(LENGTH, start + length),
  entity,
  score,
  reason: "test"
}))

/** The finding that a character belongs to: of the stronger kind, the surer, the earlier. */
const ownerAt = (found: ReadonlyArray<Span>, at: number): Span | undefined =>
  found.filter(({ end, start }) => start <= at && at < end).toSorted((one, other) =>
    kinds[other.entity].rank - kinds[one.entity].rank || other.score - one.score || one.start - other.start
  )[0]

describe("union", () => {
  it("assigns every character to its best finding", () => {
    fc.assert(fc.property(fc.array(span, { maxLength: 12 }), (found) => {
      const joined = union(found)
      for (const [at, { end, start }] of joined.entries()) {
        assert.isBelow(start, end)
        assert.isAtMost(joined[at - 1]?.end ?? 0, start, "in order and free of overlaps")
      }
      for (let at = 0; at < LENGTH; at++) {
        const owner = ownerAt(found, at)
        const given = ownerAt(joined, at)
        assert.deepStrictEqual([given?.entity, given?.score], [owner?.entity, owner?.score], `character ${at}`)
      }
    }))
  })

  it("does not divide a finding unless it contains a better one", () => {
    const person: Span = { start: 0, end: 10, entity: "PERSON", score: 1, reason: "test" }
    const mail: Span = { start: 4, end: 6, entity: "EMAIL", score: 1, reason: "test" }
    assert.deepStrictEqual(union([person, { ...person, start: 2, end: 5, score: 0.9 }]), [person])
    assert.deepStrictEqual(union([person, mail]), [{ ...person, end: 4 }, mail, { ...person, start: 6 }])
  })
})
