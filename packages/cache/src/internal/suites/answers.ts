import { assert, pass, type Suite, suite, type Writer } from "@dunlin/common/testing"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as crypto from "node:crypto"
import { AnswerStore, maxBodyLength } from "../../AnswerStore.ts"
import { ahead, wrongBy } from "./samples.ts"

const minute = 60_000
const request = { key: "key \u0000 of ünï", fingerprint: "f1", owner: "one", busyFor: 10 * minute }
const answer = { status: 201, body: `{"text":"ü 😀 ${"x".repeat(10_000)}"}` }
const keeping = { key: request.key, owner: "one", answer, keepFor: 60 * minute }
const mine = { _tag: "Mine", charge: "one" } as const
const ofTwo = { _tag: "Mine", charge: "two" } as const
const answered = { _tag: "Answered", answer } as const

type WithStore = <E>(program: Effect.Effect<void, E, AnswerStore>) => Effect.Effect<void, unknown>

const clocks = (it: Writer<never>, withStore: WithStore): void => {
  it.effect("measures leases and lifetimes by the store's clock, whatever the callers' clocks", () =>
    withStore(Effect.gen(function*() {
      const store = yield* AnswerStore
      const claimed = { ...request, owner: "two" }
      assert.deepStrictEqual(yield* store.claim(request), mine)
      assert.deepStrictEqual(yield* wrongBy(ahead)(store.claim(claimed)), {
        _tag: "Busy",
        until: ahead + request.busyFor
      })
      yield* pass(request.busyFor - 1)
      assert.deepStrictEqual(yield* wrongBy(ahead)(store.claim(claimed)), { _tag: "Busy", until: ahead + 1 })
      assert.deepStrictEqual(yield* wrongBy(0)(store.claim(claimed)), { _tag: "Busy", until: 1 })
      // A claim has the requested length, by a process whose clock is ahead and by one whose clock is behind.
      yield* wrongBy(0)(store.renew(request))
      yield* pass(request.busyFor - 1)
      assert.strictEqual((yield* wrongBy(ahead)(store.claim(claimed)))._tag, "Busy")
      yield* pass(1)
      assert.deepStrictEqual(yield* wrongBy(0)(store.claim(claimed)), mine)
      yield* wrongBy(ahead)(store.keep({ ...keeping, owner: "two" }))
      yield* pass(keeping.keepFor - 1)
      assert.deepStrictEqual(yield* wrongBy(ahead)(store.claim(request)), answered)
      yield* pass(1)
      assert.deepStrictEqual(yield* wrongBy(0)(store.claim(request)), mine)
    })))
}

const naming = (it: Writer<never>, withStore: WithStore): void => {
  it.effect("gives new work a new ledger key, and keeps the key of work whose process died before it responded", () =>
    withStore(Effect.gen(function*() {
      const store = yield* AnswerStore
      yield* store.claim(request)
      yield* pass(request.busyFor)
      // The same request is claimed again after each of two processes died.
      assert.deepStrictEqual(yield* store.claim({ ...request, owner: "two" }), mine)
      yield* pass(request.busyFor)
      assert.deepStrictEqual(yield* store.claim({ ...request, owner: "three" }), mine)
      // Its response was sent but not stored.
      yield* store.release({ ...request, owner: "three" })
      assert.deepStrictEqual(yield* store.claim({ ...request, owner: "two" }), ofTwo)
      // Another request with the same key is different work.
      yield* pass(request.busyFor)
      assert.deepStrictEqual(yield* store.claim({ ...request, fingerprint: "f2" }), mine)
      yield* store.keep(keeping)
      yield* pass(keeping.keepFor)
      assert.deepStrictEqual(yield* store.claim({ ...request, owner: "two" }), ofTwo)
    })))
}

export const answerSuite = (
  name: string,
  open: (store: string) => Layer.Layer<AnswerStore, unknown>,
  options?: { readonly shared?: boolean; readonly ownClock?: boolean }
): Suite<never> => {
  const withStore = <A, E>(program: Effect.Effect<A, E, AnswerStore>, store: string = crypto.randomUUID()) =>
    Effect.provide(program, Layer.fresh(open(store)))

  return suite(`AnswerStore (${name})`, (it) => {
    it.effect("lets one caller work, makes the others wait, and returns them the same response", () =>
      withStore(Effect.gen(function*() {
        const store = yield* AnswerStore
        const until = (yield* Clock.currentTimeMillis) + request.busyFor
        assert.deepStrictEqual(yield* store.claim(request), mine)
        assert.deepStrictEqual(yield* store.claim({ ...request, owner: "two" }), { _tag: "Busy", until })
        assert.deepStrictEqual(yield* store.claim({ ...request, fingerprint: "f2" }), { _tag: "Other" })
        yield* store.keep(keeping)
        assert.deepStrictEqual(yield* store.claim({ ...request, owner: "two" }), answered)
        assert.deepStrictEqual(yield* store.claim({ ...request, fingerprint: "f2" }), { _tag: "Other" })
        assert.deepStrictEqual(yield* store.claim({ ...request, key: "another" }), mine)
      })))

    it.effect("releases a key if its work failed or its response is too long, but never a stored response", () =>
      withStore(Effect.gen(function*() {
        const store = yield* AnswerStore
        yield* store.claim(request)
        yield* store.release(request)
        assert.deepStrictEqual(yield* store.claim({ ...request, fingerprint: "f2" }), mine)
        yield* store.keep({ ...keeping, answer: { status: 200, body: "x".repeat(maxBodyLength + 1) } })
        assert.deepStrictEqual(yield* store.claim(request), mine)
        yield* store.keep(keeping)
        yield* store.release(request)
        assert.deepStrictEqual(yield* store.claim(request), answered)
      })))

    it.effect("gives the key of abandoned work to another owner, and then rejects the first owner", () =>
      withStore(Effect.gen(function*() {
        const store = yield* AnswerStore
        yield* store.claim(request)
        yield* pass(request.busyFor - 1)
        assert.strictEqual((yield* store.claim({ ...request, owner: "two" }))._tag, "Busy")
        yield* pass(1)
        assert.deepStrictEqual(yield* store.claim({ ...request, owner: "two" }), mine)
        yield* store.keep(keeping)
        yield* store.release(request)
        assert.strictEqual((yield* store.claim(request))._tag, "Busy")
      })))

    it.effect("does not give a key to another owner while its owner renews it", () =>
      withStore(Effect.gen(function*() {
        const store = yield* AnswerStore
        yield* store.claim(request)
        yield* pass(request.busyFor - 1)
        yield* store.renew(request)
        yield* store.renew({ ...request, owner: "two", busyFor: 10 * request.busyFor })
        yield* pass(request.busyFor - 1)
        assert.strictEqual((yield* store.claim({ ...request, owner: "two" }))._tag, "Busy")
        yield* pass(1)
        assert.deepStrictEqual(yield* store.claim({ ...request, owner: "two" }), mine)
        // Renewing has no effect on another owner's key, on an unknown key, or on a response.
        yield* store.renew({ ...request, busyFor: 10 * request.busyFor })
        yield* store.renew({ ...request, key: "unknown" })
        yield* store.keep({ ...keeping, owner: "two" })
        yield* store.renew({ ...request, owner: "two", busyFor: 1 })
        yield* pass(1)
        assert.deepStrictEqual(yield* store.claim(request), answered)
      })))

    it.effect("returns a stored response until it expires", () =>
      withStore(Effect.gen(function*() {
        const store = yield* AnswerStore
        yield* store.claim(request)
        yield* store.keep(keeping)
        yield* pass(keeping.keepFor - 1)
        assert.deepStrictEqual(yield* store.claim(request), answered)
        yield* pass(1)
        assert.deepStrictEqual(yield* store.claim({ ...request, fingerprint: "f2" }), mine)
      })))

    naming(it, withStore)
    if (options?.ownClock === true) clocks(it, withStore)
    if (options?.shared === false) return
    it.effect("gives a key to one of many callers in two processes, and the response to all", () => {
      const store = crypto.randomUUID()
      const claims = (owner: string) =>
        withStore(
          Effect.flatMap(AnswerStore, (store) =>
            Effect.all(
              Array.from({ length: 20 }, (_, index) => store.claim({ ...request, owner: `${owner}${index}` })),
              { concurrency: "unbounded" }
            )),
          store
        )
      return Effect.gen(function*() {
        const all = (yield* Effect.all([claims("a"), claims("b")], { concurrency: 2 })).flat()
        assert.strictEqual(all.filter(({ _tag }) => _tag === "Mine").length, 1)
        assert.strictEqual(all.filter(({ _tag }) => _tag === "Busy").length, 39)
      })
    })
  })
}
