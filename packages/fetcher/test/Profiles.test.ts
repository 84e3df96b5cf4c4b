import { Profiles } from "@dunlin/fetcher"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, type Layer, Option, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as NodeFs from "node:fs"
import * as NodeOs from "node:os"
import * as NodePath from "node:path"

const directory = () => NodeFs.mkdtempSync(NodePath.join(NodeOs.tmpdir(), "dunlin-profiles-"))
const file = (path: string, key = "k".repeat(32)) => Profiles.layerFile({ directory: path, key: Redacted.make(key) })

const layers: Record<string, () => Layer.Layer<Profiles.Profiles, unknown>> = {
  memory: () => Profiles.layerMemory,
  file: () => file(directory())
}

for (const [name, build] of Object.entries(layers)) {
  describe(`Profiles (${name})`, () => {
    const provided = <A, E>(effect: Effect.Effect<A, E, Profiles.Profiles | Scope.Scope>) =>
      Effect.scoped(Effect.provide(effect, build()))

    it.effect("returns what was saved last, by name", () =>
      provided(Effect.gen(function*() {
        const profiles = yield* Profiles.Profiles
        assert.isTrue(Option.isNone(yield* profiles.load("a")))
        yield* profiles.save("a", "one")
        yield* profiles.save("a", "two ü")
        yield* profiles.save("../b", "three")
        assert.strictEqual(Option.getOrThrow(yield* profiles.load("a")), "two ü")
        assert.strictEqual(Option.getOrThrow(yield* profiles.load("../b")), "three")
      })))

    it.effect("has one saver at a time", () =>
      provided(Effect.gen(function*() {
        const profiles = yield* Profiles.Profiles
        const first = yield* Scope.make()
        yield* Scope.provide(profiles.lease("a", "1 minute"), first)
        const busy = yield* Effect.flip(profiles.lease("a", "1 minute"))
        assert.strictEqual(busy.kind, "busy")
        assert.strictEqual(busy.retry, "after")
        yield* profiles.lease("b", "1 minute")
        yield* Scope.close(first, Exit.void)
        yield* profiles.lease("a", "1 minute")
      })))

    it.effect("a lease that expired blocks nobody, and does not end its successor", () =>
      provided(Effect.gen(function*() {
        const profiles = yield* Profiles.Profiles
        const crashed = yield* Scope.make()
        yield* Scope.provide(profiles.lease("a", "1 minute"), crashed)
        yield* TestClock.adjust("61 seconds")
        yield* profiles.lease("a", "1 minute")
        yield* Scope.close(crashed, Exit.void)
        assert.strictEqual((yield* Effect.flip(profiles.lease("a", "1 minute"))).kind, "busy")
      })))

    it.effect("of many savers exactly one gets the lease", () =>
      provided(Effect.gen(function*() {
        const profiles = yield* Profiles.Profiles
        const results = yield* Effect.all(
          Array.from({ length: 20 }, () => Effect.exit(profiles.lease("a", "1 minute"))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(results.filter(Exit.isSuccess).length, 1)
      })))
  })
}

describe("Profiles (file) at rest", () => {
  const save = (path: string) =>
    Effect.flatMap(Profiles.Profiles, (profiles) => profiles.save("a", "secret cookie")).pipe(
      Effect.provide(file(path))
    )
  const load = (path: string, key?: string) =>
    Effect.flatMap(Profiles.Profiles, (profiles) => profiles.load("a")).pipe(Effect.provide(file(path, key)))

  it.effect("shows neither names nor contents", () =>
    Effect.gen(function*() {
      const path = directory()
      yield* save(path)
      const [name] = NodeFs.readdirSync(path)
      assert.match(name!, /^[0-9a-f]{64}\.profile$/)
      const bytes = NodeFs.readFileSync(NodePath.join(path, name!))
      assert.notInclude(bytes.toString("latin1"), "secret")
      assert.strictEqual(NodeFs.statSync(NodePath.join(path, name!)).mode & 0o077, 0)
    }))

  it.effect("a changed byte, a cut file or another name is refused", () =>
    Effect.gen(function*() {
      const path = directory()
      yield* save(path)
      const stored = NodePath.join(path, NodeFs.readdirSync(path)[0]!)
      const bytes = NodeFs.readFileSync(stored)
      for (const at of [0, 5, 20, 35, bytes.length - 1]) {
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1
        NodeFs.writeFileSync(stored, changed)
        assert.strictEqual((yield* Effect.flip(load(path))).kind, "unreadable", String(at))
      }
      NodeFs.writeFileSync(stored, bytes.subarray(0, 20))
      assert.strictEqual((yield* Effect.flip(load(path))).kind, "unreadable")
      NodeFs.writeFileSync(stored, bytes)
      assert.strictEqual(Option.getOrThrow(yield* load(path)), "secret cookie")
      assert.isTrue(Option.isNone(yield* load(path, "another key that is long enough")))
    }))
})
