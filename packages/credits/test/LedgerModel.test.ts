import { CreditLedger, SqliteLedger } from "@dunlin/credits"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"

// A second, naive statement of the rules: it shares no code with the ledger and keeps only what an accountant would.
class Model {
  now = 0
  granted = 0
  spent = 0
  readonly grants = new Map<string, number>()
  readonly reservations = new Map<string, {
    readonly amount: number
    expiresAt: number
    end?: { readonly how: string; readonly asked?: number; readonly charged?: number }
  }>()

  expire() {
    for (const reservation of this.reservations.values()) {
      if (reservation.end === undefined && reservation.expiresAt <= this.now) reservation.end = { how: "expire" }
    }
  }
  get reserved() {
    return [...this.reservations.values()].reduce((sum, one) => sum + (one.end === undefined ? one.amount : 0), 0)
  }
  get available() {
    return this.granted - this.spent - this.reserved
  }
  grant(key: string, amount: number) {
    const known = this.grants.get(key)
    if (this.reservations.has(key)) return "KeyConflict"
    if (known !== undefined) return known === amount ? "ok" : "KeyConflict"
    this.grants.set(key, amount)
    this.granted += amount
    return "ok"
  }
  /** The number a key counts to, over reservations that came to nothing. */
  latest(key: string) {
    for (let id = key, again = 2;; id = `${key}/${again++}`) {
      const end = this.reservations.get(id)?.end
      if (end === undefined || end.how === "settle") return id
    }
  }
  /** The newest reservation that was made under a key. */
  made(key: string) {
    let id = key
    for (let again = 2; this.reservations.has(`${key}/${again}`); again++) id = `${key}/${again}`
    return id
  }
  reserve(key: string, amount: number, expiresIn: number): string {
    if (this.grants.has(key)) return "KeyConflict"
    if (this.reservations.has(key) && this.reservations.get(key)?.amount !== amount) return "KeyConflict"
    const id = this.latest(key)
    if (id !== key) return this.reserve(id, amount, expiresIn)
    const known = this.reservations.get(key)
    if (known !== undefined) {
      if (known.end === undefined) known.expiresAt = Math.max(known.expiresAt, this.now + expiresIn)
      return known.end?.how ?? "pending"
    }
    if (amount > this.available) return "InsufficientCredits"
    this.reservations.set(key, { amount, expiresAt: this.now + expiresIn })
    return "pending"
  }
  settle(key: string, asked: number) {
    const known = this.reservations.get(key)
    if (known === undefined) return "UnknownReservation"
    if (known.end !== undefined) {
      return known.end.how === "settle" && known.end.asked === asked
        ? `charged ${known.end.charged}`
        : "AlreadyResolved"
    }
    const charged = Math.min(asked, known.amount + this.available)
    known.end = { how: "settle", asked, charged }
    this.spent += charged
    return `charged ${charged}`
  }
  void(key: string) {
    const known = this.reservations.get(key)
    if (known === undefined) return "UnknownReservation"
    if (known.end !== undefined) return known.end.how === "void" ? "ok" : "AlreadyResolved"
    known.end = { how: "void" }
    return "ok"
  }
}

const key = fc.constantFrom("a", "b", "c", "d", "e")
const amount = fc.nat(12)
const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("grant" as const),
      key: fc.constantFrom("g1", "g2", "a"),
      amount: fc.nat(30)
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("reserve" as const),
      key,
      amount,
      expiresIn: fc.integer({ min: 0, max: 100 })
    })
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("settle" as const), key, amount: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("void" as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), amount: fc.nat(60) }) }
)

const follows = (steps: ReadonlyArray<typeof step extends fc.Arbitrary<infer A> ? A : never>) =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const model = new Model()
    const told = <A, E extends { readonly reason: { readonly _tag: string } }>(
      effect: Effect.Effect<A, E>,
      describe: (value: A) => string
    ) => effect.pipe(Effect.map(describe), Effect.catch((error) => Effect.succeed(error.reason._tag)))
    for (const one of steps) {
      model.expire()
      switch (one.do) {
        case "wait":
          yield* TestClock.adjust(one.amount)
          model.now += one.amount
          break
        case "grant":
          assert.strictEqual(
            yield* told(ledger.grant({ account: "team", key: one.key, amount: one.amount }), () => "ok"),
            model.grant(one.key, one.amount)
          )
          break
        case "reserve":
          assert.strictEqual(
            yield* told(
              ledger.reserve({ account: "team", key: one.key, amount: one.amount, expiresIn: one.expiresIn }),
              ({ state }) => state
            ),
            model.reserve(one.key, one.amount, one.expiresIn)
          )
          break
        case "settle":
          assert.strictEqual(
            yield* told(
              ledger.settle({ account: "team", key: model.made(one.key) }, one.amount),
              ({ charged }) => `charged ${charged}`
            ),
            model.settle(model.made(one.key), one.amount)
          )
          break
        case "void":
          assert.strictEqual(
            yield* told(ledger.void({ account: "team", key: model.made(one.key) }), () => "ok"),
            model.void(model.made(one.key))
          )
          break
      }
      model.expire()
      const balance = yield* ledger.balance("team")
      assert.deepInclude(balance, {
        granted: model.granted,
        spent: model.spent,
        reserved: model.reserved,
        available: model.available
      })
      assert.isAtLeast(balance.available, 0)
    }
    const lines = yield* ledger.history({ account: "team", limit: 1000 })
    const sum = (kind: string) => lines.reduce((sum, line) => sum + (line.kind === kind ? line.amount : 0), 0)
    assert.strictEqual(sum("grant"), model.granted)
    assert.strictEqual(sum("settle"), model.spent)
    const ended = lines.flatMap((line) => line.pending ?? [])
    assert.strictEqual(new Set(ended).size, ended.length)
  })

const layers = { memory: CreditLedger.layerMemory(), sqlite: SqliteLedger.layer({ file: ":memory:" }) }

for (const [name, layer] of Object.entries(layers)) {
  it(`the ${name} ledger behaves like the model`, () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), (steps) =>
        Effect.runPromise(follows(steps).pipe(Effect.provide(layer), Effect.provide(TestClock.layer())))),
      { numRuns: name === "memory" ? 400 : 150 }
    ))
}
