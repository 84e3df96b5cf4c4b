import { assert, type Suite, suite } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import * as crypto from "node:crypto"
import { SnapshotStore } from "../../SnapshotStore.ts"
import { day } from "./samples.ts"

export const snapshotSuite = (
  name: string,
  open: (store: string) => Layer.Layer<SnapshotStore, unknown>
): Suite<never> => {
  const withStore = <A, E>(program: Effect.Effect<A, E, SnapshotStore>) =>
    Effect.provide(program, Layer.fresh(open(crypto.randomUUID())))
  const at = (moment: number, markdown = `At ${moment}`) => ({ at: moment, markdown, present: true })

  return suite(`SnapshotStore (${name})`, (it) => {
    it.effect("returns the newest state, in whatever order states were stored", () =>
      withStore(Effect.gen(function*() {
        const store = yield* SnapshotStore
        const series = { team: "one", url: "https://example.com/#top" }
        assert.deepStrictEqual(yield* store.latest(series), Option.none())
        for (const moment of [2, 5, 3]) yield* store.append(series, at(moment))
        assert.deepStrictEqual(yield* store.latest({ team: "one", url: "https://EXAMPLE.com" }), Option.some(at(5)))
        assert.deepStrictEqual(yield* store.history(series, 2), [at(5), at(3)])
        yield* store.append(series, at(5, "replaced"))
        assert.deepStrictEqual(yield* store.history(series, 10), [at(5, "replaced"), at(3), at(2)])
      })))

    it.effect("separates teams, URLs and tags", () =>
      withStore(Effect.gen(function*() {
        const store = yield* SnapshotStore
        const all = [
          { team: "one", url: "https://a.test/" },
          { team: "two", url: "https://a.test/" },
          { team: "one", url: "https://b.test/" },
          { team: "one", url: "https://a.test/", tag: "prices" }
        ]
        for (const [index, series] of all.entries()) yield* store.append(series, at(index))
        for (const [index, series] of all.entries()) {
          assert.deepStrictEqual(yield* store.history(series, 10), [at(index)])
        }
        assert.deepStrictEqual(
          yield* store.history({ team: "one", url: "https://a.test/", tag: null }, 10),
          [at(0)]
        )
      })))

    it.effect("deletes only the states that a purge selects", () =>
      withStore(Effect.gen(function*() {
        const store = yield* SnapshotStore
        const series = { team: "one", url: "https://a.test/" }
        for (let moment = 1; moment <= 10; moment++) yield* store.append(series, at(moment))
        yield* TestClock.adjust(3650 * day)
        assert.strictEqual((yield* store.history(series, 100)).length, 10)
        yield* store.append({ ...series, team: "two" }, at(1))
        assert.strictEqual(yield* store.purge({ team: "one", before: 4 }), 4)
        assert.strictEqual(yield* store.purge({ url: "https://a.test", team: "two" }), 1)
        assert.strictEqual(yield* store.purge({}), 6)
        assert.deepStrictEqual(yield* store.latest(series), Option.none())
      })))

    it.effect("stores text of any kind and size, with its fields", () =>
      withStore(Effect.gen(function*() {
        const store = yield* SnapshotStore
        const series = { team: "", url: "not a url", tag: "'; DROP TABLE snapshots; --" }
        const snapshot = {
          at: 1,
          markdown: `\u0000 ü 😀 ${"long ".repeat(200_000)}`,
          json: { price: 12.5, tags: ["a", null] },
          present: false
        }
        yield* store.append(series, snapshot)
        assert.deepStrictEqual(yield* store.latest(series), Option.some(snapshot))
      })))
  })
}
