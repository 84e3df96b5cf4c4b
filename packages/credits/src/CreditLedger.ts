/**
 * Manages accounts of credits: the maximum cost is reserved before work, and the actual cost is settled afterwards.
 * The ledger is append-only. An expired reservation charges nothing. Every operation may be repeated with the same
 * key, and then changes nothing.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { CreditError, KeyConflict } from "./CreditError.ts"
import * as Memory from "./internal/memory.ts"
import { startOfDay } from "./internal/rollUp.ts"
import type { Command, Entry, Ran } from "./internal/transition.ts"

/**
 * Credits set aside for one piece of work.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reservation {
  /**
   * The requested key. If earlier reservations under it were voided or expired, it is `key/2`, `key/3` and so on. It is
   * unique within the account.
   */
  readonly key: string
  readonly account: string
  /** The reserved credits. The cost of the work should not exceed them. */
  readonly amount: number
  /** Epoch milliseconds at which the reservation expires, by the clock of the ledger. */
  readonly expiresAt: number
  /** `settle` if work with the same key was already charged. The repeated work is then free. */
  readonly state: "pending" | "settle"
  /** Credits that are already charged under the key. They are above 0 only in state `settle`. */
  readonly paid: number
}

/**
 * The result of settling a reservation.
 *
 * @category models
 * @since 0.1.0
 */
export interface Settlement {
  readonly charged: number
  /** The part of the cost that neither the reservation nor the available credits could cover. It is usually 0. */
  readonly shortfall: number
}

/**
 * A charge of an account.
 *
 * @category models
 * @since 0.2.0
 */
export interface Charge {
  readonly account: string
  /** The key of the reservation that paid for the work. */
  readonly key: string
  readonly credits: number
  /** The `Operation` of the work. */
  readonly operation: string
}

/**
 * The operation that is charged in this context, such as `search` or `crawl`.
 *
 * **Example** (Name the operation)
 *
 * ```ts
 * import { CreditLedger } from "@dunlin/credits"
 * import { Effect } from "effect"
 *
 * const program = Effect.provideService(Effect.gen(function*() {
 *   return yield* CreditLedger.Operation
 * }), CreditLedger.Operation, "search")
 * console.log(await Effect.runPromise(program)) // search
 * ```
 *
 * @category references
 * @since 0.2.0
 */
export const Operation = Context.Reference<string>("@dunlin/credits/CreditLedger/Operation", {
  defaultValue: () => "library"
})

/**
 * Receives every charge of this process once, as soon as it is in the ledger. The metric `dunlin_credits_charged_total`
 * counts the same charges.
 *
 * **Example** (Observe every charge)
 *
 * ```ts
 * import { CreditLedger } from "@dunlin/credits"
 * import { Effect } from "effect"
 *
 * const charges: Array<CreditLedger.Charge> = []
 * const program = Effect.gen(function*() {
 *   const ledger = yield* CreditLedger.CreditLedger
 *   const reservation = yield* ledger.reserve({ account: "acme", amount: 2, key: "search-1" })
 *   yield* ledger.settle(reservation, 1)
 * }).pipe(
 *   Effect.provideService(CreditLedger.Operation, "search"),
 *   Effect.provideService(CreditLedger.Charges, (charge) => Effect.sync(() => void charges.push(charge))),
 *   Effect.provide(CreditLedger.layerMemory({ initial: 10 }))
 * )
 * await Effect.runPromise(program)
 * console.log(charges) // [ { account: 'acme', key: 'search-1', credits: 1, operation: 'search' } ]
 * ```
 *
 * @category references
 * @since 0.2.0
 */
export const Charges = Context.Reference<(charge: Charge) => Effect.Effect<void>>(
  "@dunlin/credits/CreditLedger/Charges",
  { defaultValue: () => () => Effect.void }
)

/**
 * The balance of an account.
 *
 * @category models
 * @since 0.1.0
 */
export interface Balance {
  readonly account: string
  /** Whether the account has no limit. `available` is then `Infinity`. */
  readonly unlimited: boolean
  readonly granted: number
  readonly spent: number
  readonly reserved: number
  /** `granted - spent - reserved`. */
  readonly available: number
}

/**
 * An entry of the ledger.
 *
 * @category models
 * @since 0.1.0
 */
export type LedgerEntry = Entry

/**
 * **Example** (Reserve, work, settle)
 *
 * ```ts
 * import { CreditLedger } from "@dunlin/credits"
 * import { Effect } from "effect"
 *
 * const program = Effect.gen(function*() {
 *   const ledger = yield* CreditLedger.CreditLedger
 *   yield* ledger.grant({ account: "acme", amount: 100, key: "welcome" })
 *   const reservation: CreditLedger.Reservation = yield* ledger.reserve({ account: "acme", amount: 12, key: "search-1" })
 *   const { charged }: CreditLedger.Settlement = yield* ledger.settle(reservation, 7)
 *   const { available }: CreditLedger.Balance = yield* ledger.balance("acme")
 *   const lines: ReadonlyArray<CreditLedger.LedgerEntry> = yield* ledger.history({ account: "acme" })
 *   return { charged, available, lines: lines.length }
 * })
 * const ledger = CreditLedger.layerMemory()
 * console.log(await Effect.runPromise(Effect.provide(program, ledger))) // { charged: 7, available: 93, lines: 3 }
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class CreditLedger extends Context.Service<CreditLedger, {
  /**
   * Grants credits to an account. Fails with `KeyConflict` if the key granted another amount before.
   */
  readonly grant: (request: {
    readonly account: string
    readonly amount: number
    readonly key: string
  }) => Effect.Effect<Balance, CreditError>

  /**
   * Sets the sum of an account's grants, or makes the account unlimited. Use it for a configured plan. It never takes
   * back credits that are spent or reserved.
   */
  readonly plan: (request: {
    readonly account: string
    readonly credits: number | "unlimited"
  }) => Effect.Effect<Balance, CreditError>

  /**
   * Reserves credits, or fails with `InsufficientCredits`. A repeated call with the same key and amount returns the
   * first reservation and extends it to the requested expiry. If that reservation was voided or has expired, a new one
   * is made.
   */
  readonly reserve: (request: {
    readonly account: string
    readonly amount: number
    readonly key: string
    /**
     * Set this if the key will not be used again. The ledger in memory then deletes the key when the reservation
     * ends. @default false
     */
    readonly once?: boolean | undefined
    /** @default 10 minutes */
    readonly expiresIn?: Duration.Input | undefined
  }) => Effect.Effect<Reservation, CreditError>

  /**
   * Ends a reservation: charges the cost of the work and releases the remaining credits. A cost above the reservation
   * is charged to the available credits. If these are not enough, the missing part is the `shortfall`, so a balance is
   * never negative. A reservation that was returned in state `settle` charges nothing more.
   */
  readonly settle: (reservation: ReservationId, amount: number) => Effect.Effect<Settlement, CreditError>

  /** Ends a reservation and releases all its credits. */
  readonly void: (reservation: ReservationId) => Effect.Effect<void, CreditError>

  readonly balance: (account: string) => Effect.Effect<Balance, CreditError>

  /** Returns an account's entries, newest first. */
  readonly history: (request: {
    readonly account: string
    /** @default 100 */
    readonly limit?: number | undefined
  }) => Effect.Effect<ReadonlyArray<LedgerEntry>, CreditError>

  /**
   * Replaces the entries of reservations that ended longer ago than `retention` by one sum per account and day.
   * Returns the number of replaced entries. One call processes a batch, so callers repeat it until it returns 0.
   * Balances do not change. A key whose entries are rolled up counts as new. Only whole days are rolled up.
   *
   * @since 0.2.0
   */
  readonly rollUp: (request: { readonly retention: Duration.Input }) => Effect.Effect<number, CreditError>
}>()("@dunlin/credits/CreditLedger") {}

/**
 * The account and the key of a reservation. A `Reservation` may be passed.
 *
 * @category models
 * @since 0.1.0
 */
export type ReservationId = Pick<Reservation, "key" | "account"> & Partial<Pick<Reservation, "state">>

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Initial balance of an account.
   * @default 0
   */
  readonly initial?: number | "unlimited" | undefined
  /**
   * The number of ended reservations that the ledger in memory stores, over all accounts. A key that is no longer
   * stored counts as new.
   * @default 10000
   */
  readonly remember?: number | undefined
}

/**
 * Stores a ledger. A backend runs each command in one transaction.
 *
 * @category models
 * @since 0.1.0
 */
export interface Backend {
  readonly run: Ran
  readonly history: (account: string, limit: number) => Effect.Effect<ReadonlyArray<LedgerEntry>, CreditError>
  /**
   * Rolls up a batch of the reservations that ended before a time in epoch milliseconds. Returns the number of replaced
   * entries. A backend without this operation never deletes entries.
   *
   * @since 0.2.0
   */
  readonly rollUp?: ((before: number) => Effect.Effect<number, CreditError>) | undefined
}

/** After this many voided or expired reservations, a key is rejected. */
const MAX_RESERVATIONS_PER_KEY = 100

/**
 * Builds the service on a backend, with spans, clock and defaults. Spans carry amounts, never keys.
 *
 * **Example** (A backend that is down)
 *
 * ```ts
 * import { CreditError, CreditLedger } from "@dunlin/credits"
 * import { Effect } from "effect"
 *
 * // a real one runs each command in a transaction of its database
 * const down = Effect.fail(
 *   new CreditError.CreditError({ reason: new CreditError.Unavailable({ cause: new Error("no database") }) })
 * )
 * const backend: CreditLedger.Backend = { run: () => down, history: () => Effect.succeed([]) }
 * const ledger = CreditLedger.make(backend)
 * const reservation: CreditLedger.ReservationId = { account: "acme", key: "search-1" }
 * console.log((await Effect.runPromise(Effect.flip(ledger.void(reservation)))).isRetryable) // true
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (backend: Backend): CreditLedger["Service"] => {
  const reserveAs = (
    command: Extract<Command, { readonly _tag: "reserve" }>,
    repetition: number
  ): Effect.Effect<Reservation, CreditError> => {
    const key = repetition === 1 ? command.key : `${command.key}/${repetition}`
    return Effect.flatMapEager(backend.run({ ...command, key }), (reservation) => {
      const { state } = reservation
      if (state === "pending" || state === "settle") return Effect.succeed({ ...reservation, state })
      return repetition < MAX_RESERVATIONS_PER_KEY
        ? reserveAs(command, repetition + 1)
        : Effect.fail(new CreditError({ reason: new KeyConflict() }))
    })
  }
  return CreditLedger.of({
    grant: ({ account, amount, key }) =>
      timed("grant", undefined, (now) => backend.run({ _tag: "grant", account, amount, key, now })),
    plan: ({ account, credits }) =>
      timed("plan", undefined, (now) => backend.run({ _tag: "plan", account, credits, now })),
    reserve: ({ account, amount, expiresIn = "10 minutes", key, once = false }) =>
      timed("reserve", amount, (now) => {
        const expiresAt = now + Duration.toMillis(Duration.fromInputUnsafe(expiresIn))
        return reserveAs({ _tag: "reserve", account, amount, key, once, now, expiresAt }, 1)
      }),
    settle: ({ account, key, state }, amount) =>
      timed("settle", amount, (now) =>
        state === "settle"
          ? Effect.succeed({ charged: 0, shortfall: 0 })
          : Effect.flatMap(
            backend.run({ _tag: "settle", account, amount, key, now }),
            ({ isRepeated, ...settlement }) =>
              isRepeated === true
                ? Effect.succeed(settlement)
                : Effect.as(noteCharge(account, key, settlement.charged), settlement)
          )),
    void: ({ account, key, state }) =>
      timed(
        "void",
        undefined,
        (now) => state === "settle" ? Effect.void : backend.run({ _tag: "void", account, key, now })
      ),
    balance: (account) => timed("balance", undefined, (now) => backend.run({ _tag: "balance", account, now })),
    history: ({ account, limit }) => backend.history(account, limit ?? HISTORY_LIMIT),
    rollUp: ({ retention }) =>
      timed("rollUp", undefined, (now) => {
        const before = startOfDay(now - Duration.toMillis(Duration.fromInputUnsafe(retention)))
        return backend.rollUp?.(before) ?? Effect.succeed(0)
      })
  })
}

const counters = new Map<string, Metric.Counter<number>>()

const counterOf = (operation: string): Metric.Counter<number> => {
  const known = counters.get(operation)
  if (known !== undefined) return known
  const counter = Metric.counter("dunlin_credits_charged_total", {
    description: "Credits charged, by operation",
    attributes: { operation },
    incremental: true
  })
  counters.set(operation, counter)
  return counter
}

const noteCharge = (account: string, key: string, charged: number): Effect.Effect<void> =>
  charged === 0 ? Effect.void : Effect.withFiber((fiber) => {
    const operation = fiber.getRef(Operation)
    counterOf(operation).updateUnsafe(charged, fiber.context)
    return fiber.getRef(Charges)({ account, key, credits: charged, operation })
  })

const HISTORY_LIMIT = 100

const timed = <A, E>(
  name: string,
  amount: number | undefined,
  work: (now: number) => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Spans.within(
    `CreditLedger.${name}`,
    amount === undefined ? undefined : { attributes: { amount } },
    (fiber) => work(fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
  )

/**
 * Keeps accounts in the memory of this process. They are lost when it ends.
 *
 * **Example** (Ten credits for a new account)
 *
 * ```ts
 * import { CreditLedger } from "@dunlin/credits"
 * import { Effect } from "effect"
 *
 * const options: CreditLedger.Options = { initial: 10 }
 * const tooMuch = CreditLedger.CreditLedger.use((ledger) => ledger.reserve({ account: "new", amount: 11, key: "a" }))
 * const error = await Effect.runPromise(Effect.flip(Effect.provide(tooMuch, CreditLedger.layerMemory(options))))
 * console.log(error.reason._tag) // InsufficientCredits
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (options: Options = {}): Layer.Layer<CreditLedger> =>
  Layer.sync(CreditLedger, () => make(Memory.make(options)))

const nothing = (account: string): Balance => ({
  account,
  unlimited: true,
  granted: 0,
  spent: 0,
  reserved: 0,
  available: Number.POSITIVE_INFINITY
})

/**
 * Allows every charge and records nothing. This is the default of the library, which has no accounts.
 *
 * **Example** (No accounts)
 *
 * ```ts
 * import { CreditLedger } from "@dunlin/credits"
 * import { Effect } from "effect"
 *
 * const balance = CreditLedger.CreditLedger.use((ledger) => ledger.balance("anybody"))
 * console.log((await Effect.runPromise(Effect.provide(balance, CreditLedger.layerNoop))).available) // Infinity
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNoop: Layer.Layer<CreditLedger> = Layer.succeed(CreditLedger, {
  grant: ({ account }) => Effect.succeed(nothing(account)),
  plan: ({ account }) => Effect.succeed(nothing(account)),
  reserve: ({ account, amount, key }) =>
    Effect.succeed({ account, amount, key, expiresAt: Number.MAX_SAFE_INTEGER, state: "pending", paid: 0 }),
  settle: (_, amount) => Effect.succeed({ charged: amount, shortfall: 0 }),
  void: () => Effect.void,
  balance: (account) => Effect.succeed(nothing(account)),
  history: () => Effect.succeed([]),
  rollUp: () => Effect.succeed(0)
})
