import { Profiles } from "@dunlin/fetcher"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Redacted, Schedule, Scope } from "effect"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as NodeFs from "node:fs"
import * as NodeOs from "node:os"
import * as NodePath from "node:path"
import { createInterface } from "node:readline"
import { DatabaseSync } from "node:sqlite"

const root = NodeFs.mkdtempSync(NodePath.join(NodeOs.tmpdir(), "dunlin-profiles-"))
afterAll(() => NodeFs.rmSync(root, { recursive: true, force: true }))

const directory = () => NodeFs.mkdtempSync(NodePath.join(root, "profiles-"))
const file = (path: string, key = "k".repeat(32)) => Profiles.layerFile({ directory: path, key: Redacted.make(key) })

const layers: Record<string, () => Layer.Layer<Profiles.Profiles, unknown>> = {
  memory: () => Profiles.layerMemory,
  file: () => file(directory())
}

for (const [name, build] of Object.entries(layers)) {
  describe(`Profiles (${name})`, () => {
    const provided = <A, E>(effect: Effect.Effect<A, E, Profiles.Profiles | Scope.Scope>) =>
      Effect.scoped(Effect.provide(effect, build()))

    it.effect("returns the last saved profile by name", () =>
      provided(Effect.gen(function*() {
        const profiles = yield* Profiles.Profiles
        assert.isTrue(Option.isNone(yield* profiles.load("a")))
        yield* profiles.save("a", "one")
        yield* profiles.save("a", "two ü")
        yield* profiles.save("../b", "three")
        assert.strictEqual(Option.getOrThrow(yield* profiles.load("a")), "two ü")
        assert.strictEqual(Option.getOrThrow(yield* profiles.load("../b")), "three")
      })))

    it.effect("allows one saver at a time", () =>
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

    it.effect("ignores an expired lease, which cannot end its successor", () =>
      provided(Effect.gen(function*() {
        const profiles = yield* Profiles.Profiles
        const crashed = yield* Scope.make()
        yield* Scope.provide(profiles.lease("a", "1 minute"), crashed)
        yield* TestClock.adjust("61 seconds")
        yield* profiles.lease("a", "1 minute")
        yield* Scope.close(crashed, Exit.void)
        assert.strictEqual((yield* Effect.flip(profiles.lease("a", "1 minute"))).kind, "busy")
      })))

    it.effect("gives the lease to exactly one of many savers", () =>
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

const { fullName } = Profiles

type Quota = Omit<Profiles.FileOptions, "directory" | "key">

const limited: Record<string, (quota: Quota) => Layer.Layer<Profiles.Profiles, unknown>> = {
  memory: (quota) => Layer.sync(Profiles.Profiles, () => Profiles.makeMemory(quota)),
  file: (quota) => Profiles.layerFile({ directory: directory(), key: Redacted.make("k".repeat(32)), ...quota })
}

for (const [name, build] of Object.entries(limited)) {
  describe(`Profiles (${name}) of a team`, () => {
    const using = <A, E>(quota: Quota, use: (profiles: Profiles.Profiles["Service"]) => Effect.Effect<A, E>) =>
      Effect.scoped(Effect.provide(Effect.flatMap(Profiles.Profiles, use), build(quota)))

    it.effect("of several megabytes beyond Latin are read as they were saved, and their bytes are counted", () =>
      using({ bytesPerTeam: 3_500_000 }, (profiles) =>
        Effect.gen(function*() {
          const state = `${"\u9ce5".repeat(1_000_000)}\u{1f426}.`
          yield* profiles.save(fullName("acme", "birds"), state)
          assert.isTrue(Option.getOrThrow(yield* profiles.load(fullName("acme", "birds"))) === state)
          assert.isAtLeast((yield* profiles.list("acme"))[0]!.bytes, 3_000_005)
          const refused = yield* Effect.flip(profiles.save(fullName("acme", "more"), state))
          assert.include(refused.message, "the profiles of the team would use")
        })))

    it.effect("are listed for their owner only, most recently used first, and deleted singly", () =>
      using({}, (profiles) =>
        Effect.gen(function*() {
          yield* TestClock.setTime(1_000_000_000_000)
          for (const profile of ["shop", "bank ü"]) yield* profiles.save(fullName("acme", profile), "state")
          yield* profiles.save(fullName("other", "shop"), "state of another")
          yield* TestClock.adjust("2 hours")
          yield* profiles.load(fullName("acme", "shop"))
          const all = yield* profiles.list("acme")
          assert.deepStrictEqual(all.map(({ name }) => name), ["shop", "bank ü"])
          assert.isAbove(all[0]!.usedAt, all[0]!.savedAt)
          assert.deepStrictEqual(all.map(({ expiresAt, usedAt }) => expiresAt - usedAt), Array(2).fill(90 * 86_400_000))
          assert.isAtLeast(all[0]!.bytes, 5)
          assert.isTrue(yield* profiles.remove(fullName("acme", "shop")))
          assert.isFalse(yield* profiles.remove(fullName("acme", "shop")))
          assert.isTrue(Option.isNone(yield* profiles.load(fullName("acme", "shop"))))
          assert.deepStrictEqual((yield* profiles.list("acme")).map(({ name }) => name), ["bank ü"])
          assert.isTrue(Option.isSome(yield* profiles.load(fullName("other", "shop"))))
        })))

    it.effect("fit into its quota of bytes, and count once if saved again", () =>
      using({ bytesPerTeam: 3000 }, (profiles) =>
        Effect.gen(function*() {
          const save = (owner: string, profile: string) => profiles.save(fullName(owner, profile), "x".repeat(1200))
          for (const profile of ["a", "b", "b", "a"]) yield* save("acme", profile)
          const refused = yield* Effect.flip(save("acme", "c"))
          assert.deepStrictEqual([refused.kind, refused.isRetryable], ["full", false])
          assert.match(refused.message, /^the profiles of the team would use \d KiB, and the quota is 3 KiB; delete/)
          yield* save("other", "c")
          yield* profiles.remove(fullName("acme", "a"))
          yield* save("acme", "c")
        })))

    it.effect("are limited in number by its quota", () =>
      using({ profilesPerTeam: 2 }, (profiles) =>
        Effect.gen(function*() {
          for (const profile of ["a", "b"]) yield* profiles.save(fullName("acme", profile), "x")
          const refused = yield* Effect.flip(profiles.save(fullName("acme", "c"), "x"))
          assert.strictEqual(refused.kind, "full")
          assert.match(refused.message, /^the team has reached its quota of 2 profiles; delete one/)
          yield* profiles.save(fullName("acme", "b"), "y")
        })))

    it.effect("expire if no request uses them", () =>
      using({ keptFor: "3 days" }, (profiles) =>
        Effect.gen(function*() {
          yield* TestClock.setTime(1_000_000_000_000)
          for (const profile of ["used", "unused"]) yield* profiles.save(fullName("acme", profile), "x")
          for (let day = 0; day < 4; day++) {
            yield* TestClock.adjust("1 day")
            assert.isTrue(Option.isSome(yield* profiles.load(fullName("acme", "used"))))
          }
          assert.isTrue(Option.isNone(yield* profiles.load(fullName("acme", "unused"))))
          assert.deepStrictEqual((yield* profiles.list("acme")).map(({ name }) => name), ["used"])
        })))
  })
}

describe("Profiles (file) of an older version", () => {
  it.effect("expire after the upgrade", () =>
    Effect.gen(function*() {
      const path = directory()
      const use = <A, E>(work: (profiles: Profiles.Profiles["Service"]) => Effect.Effect<A, E>) =>
        Effect.scoped(
          Effect.provide(
            Effect.flatMap(Profiles.Profiles, work),
            Profiles.layerFile({ directory: path, key: Redacted.make("k".repeat(32)), keptFor: "3 days" })
          )
        )
      yield* TestClock.setTime(1_000_000_000_000)
      yield* use((profiles) => profiles.save(fullName("acme", "old"), "state"))
      const database = new DatabaseSync(NodePath.join(path, "profiles.sqlite"))
      database.exec("DELETE FROM facts")
      database.close()
      const isThere = use((profiles) => Effect.map(profiles.load(fullName("acme", "old")), Option.isSome))
      yield* TestClock.adjust("30 days")
      assert.isTrue(yield* isThere)
      assert.deepStrictEqual(yield* use((profiles) => profiles.list("acme")), [])
      yield* TestClock.adjust("4 days")
      assert.isFalse(yield* isThere)
    }))
})

describe("Profiles (file) at rest", () => {
  const using = <A, E>(
    path: string,
    use: (profiles: Profiles.Profiles["Service"]) => Effect.Effect<A, E>,
    key?: string
  ) => Effect.flatMap(Profiles.Profiles, use).pipe(Effect.provide(file(path, key)))
  const load = (path: string, key?: string) => using(path, (profiles) => profiles.load("a"), key)
  const save = (path: string) => using(path, (profiles) => profiles.save("a", "secret cookie"))

  it.effect("show neither names nor contents", () =>
    Effect.gen(function*() {
      const path = directory()
      yield* save(path)
      const [name = ""] = NodeFs.readdirSync(path)
      assert.strictEqual(name, "profiles.sqlite")
      assert.notInclude(NodeFs.readFileSync(NodePath.join(path, name), "latin1"), "secret")
      assert.strictEqual(NodeFs.statSync(NodePath.join(path, name)).mode & 0o077, 0)
    }))

  it.effect("without a key, create one in the folder for later processes", () =>
    Effect.gen(function*() {
      const path = NodePath.join(directory(), "profiles")
      const kept = Profiles.layerFile({ directory: path })
      yield* Effect.provide(Effect.asVoid(Profiles.Profiles), kept)
      assert.isFalse(NodeFs.existsSync(path), "opens nothing before a profile is used")
      yield* Effect.provide(Effect.flatMap(Profiles.Profiles, (_) => _.save("a", "secret cookie")), kept)
      assert.strictEqual(NodeFs.statSync(NodePath.join(path, "profiles.key")).mode & 0o777, 0o600)
      const later = Effect.flatMap(Profiles.Profiles, (_) => _.load("a")).pipe(Effect.provide(Layer.fresh(kept)))
      assert.strictEqual(Option.getOrThrow(yield* later), "secret cookie")
      NodeFs.rmSync(NodePath.join(path, "profiles.key"))
      assert.strictEqual((yield* Effect.flip(later)).kind, "unreadable")
    }))

  it.effect("without a key, try again if the folder could not be opened", () =>
    Effect.gen(function*() {
      const path = NodePath.join(directory(), "profiles")
      NodeFs.writeFileSync(path, "in the way")
      yield* Effect.gen(function*() {
        const profiles = yield* Profiles.Profiles
        assert.strictEqual((yield* Effect.flip(profiles.load("a"))).kind, "storage")
        NodeFs.rmSync(path)
        yield* profiles.save("a", "state")
        assert.strictEqual(Option.getOrThrow(yield* profiles.load("a")), "state")
      }).pipe(Effect.provide(Profiles.layerFile({ directory: path })))
    }))

  it.effect("warn that profiles in memory end with the process, and those in a file do not", () =>
    Effect.gen(function*() {
      const noticeOf = (layer: Layer.Layer<Profiles.Profiles, unknown>) =>
        Effect.provide(Effect.map(Profiles.Profiles, (_) => _.notice), layer)
      assert.include(yield* noticeOf(Profiles.layerMemory), "is lost when this process ends")
      assert.isUndefined(yield* noticeOf(file(directory())))
      assert.isUndefined(yield* noticeOf(Profiles.layerFile({ directory: directory() })))
    }))

  it.effect("are rejected after a changed byte or a cut", () =>
    Effect.gen(function*() {
      const path = directory()
      yield* save(path)
      const database = new DatabaseSync(NodePath.join(path, "profiles.sqlite"))
      const { sealed } = database.prepare("SELECT sealed FROM profiles WHERE id <> 'key'").get() as {
        readonly sealed: Uint8Array
      }
      const put = database.prepare("UPDATE profiles SET sealed = ? WHERE id <> 'key'")
      const changed = [0, 5, 20, 35, sealed.length - 1].map((at) => sealed.with(at, sealed[at]! ^ 1))
      for (const bytes of [...changed, sealed.subarray(0, 20)]) {
        put.run(bytes)
        assert.strictEqual((yield* Effect.flip(load(path))).kind, "unreadable")
      }
      put.run(sealed)
      assert.strictEqual(Option.getOrThrow(yield* load(path)), "secret cookie")
      database.close()
    }))

  it.effect("are rejected with another key, and not treated as empty", () =>
    Effect.gen(function*() {
      const path = directory()
      yield* save(path)
      assert.strictEqual((yield* Effect.flip(load(path, "another key that is long enough"))).kind, "unreadable")
      assert.strictEqual(Option.getOrThrow(yield* load(path)), "secret cookie")
    }))

  it.effect("report an invalid or impossible file", () =>
    Effect.gen(function*() {
      const path = directory()
      NodeFs.writeFileSync(NodePath.join(path, "profiles.sqlite"), "nothing of the kind ".repeat(500))
      assert.strictEqual((yield* Effect.flip(load(path))).kind, "storage")
      assert.strictEqual((yield* Effect.flip(load(NodePath.join(path, "profiles.sqlite")))).kind, "storage")
    }))

  const start = (path: string, ...parameters: ReadonlyArray<string>) =>
    spawn(process.execPath, [NodePath.join(import.meta.dirname, "fixtures/profileSaver.ts"), path, ...parameters], {
      stdio: ["pipe", "pipe", "inherit"]
    })

  it.live("are complete after a saver is killed, and its lease ends", () =>
    Effect.gen(function*() {
      const path = directory()
      for (let round = 0; round < 4; round++) {
        const saver = start(path, "save")
        yield* Effect.promise(() => once(saver.stdout, "data"))
        yield* Effect.sleep(20 * round)
        saver.kill("SIGKILL")
        yield* Effect.promise(() => once(saver, "exit"))
        const state = Option.getOrThrow(yield* load(path))
        assert.strictEqual(state, state.charAt(0).repeat(500_000))
        yield* using(path, (profiles) =>
          profiles.lease("a", "1 second").pipe(
            Effect.retry(Schedule.spaced("50 millis")),
            Effect.scoped
          ))
      }
    }))

  it.live("give the lease to one of many processes at a time", () =>
    Effect.gen(function*() {
      const path = directory()
      yield* save(path)
      const racers = Array.from({ length: 3 }, () => start(path, "race"))
      const lines = racers.map(({ stdout }) => createInterface({ input: stdout })[Symbol.asyncIterator]())
      const said = () => Promise.all(lines.map(async (line) => (await line.next()).value as string))
      const say = (word: string) => racers.forEach(({ stdin }) => void stdin.write(`${word}\n`))
      yield* Effect.promise(async () => {
        for (let round = 0; round < 50; round++) {
          // nobody asks before everybody is there, and nobody gives back before everybody has asked
          assert.deepStrictEqual(await said(), Array(3).fill("ready"))
          say("go")
          assert.deepStrictEqual((await said()).toSorted(), ["lost", "lost", "won"], `round ${round}`)
        }
        racers.forEach(({ stdin }) => stdin.end())
        await Promise.all(racers.map((racer) => once(racer, "exit")))
      })
    }))
})
