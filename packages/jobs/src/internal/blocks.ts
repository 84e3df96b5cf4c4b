/**
 * Reserves credits in blocks for several pages of a job, and settles each block as one sum. This saves one ledger
 * transaction per page. The store records which pages a block has paid for, so no sum is lost if a worker dies.
 */
import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger, type Reservation } from "@dunlin/credits/CreditLedger"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Semaphore from "effect/Semaphore"
import type { Claim } from "../Job.ts"
import { pay } from "./bills.ts"
import type { JobStore } from "./service.ts"

/** With blocks of this size, a page needs 0.03 ledger transactions (two per block). */
const MAX_PAGES_PER_BLOCK = 64

/** After this time a block accepts no new page, so that its sum reaches the ledger soon. */
const BLOCK_AGE_MS = 30_000

/** A block that is unused for this long is settled, because another worker may have ended the job. */
const IDLE_MS = 5_000

const LOOK_INTERVAL = "1 second"

/** Short, so that the credits of a dead worker are released soon. */
const RESERVATION_MS = 30_000
const PROLONG_BEFORE_MS = 20_000

type Ledger = CreditLedger["Service"]

interface Block {
  readonly reservation: Reservation
  readonly ledger: Ledger
  readonly claim: Pick<Claim, "job" | "kind" | "team">
  readonly pages: number
  left: number
  holding: number
  isRetired: boolean
  usedAt: number
  readonly oldAt: number
  expiresAt: number
}

type Reserving = Parameters<Ledger["reserve"]>[0]

const reserveBlock = Effect.fnUntraced(function*(
  claim: Claim,
  ledger: Ledger,
  { account, amount }: Reserving,
  key: string,
  pages: number
) {
  const now = yield* Clock.currentTimeMillis
  const reservation = yield* ledger.reserve({ account, amount: amount * pages, key, expiresIn: RESERVATION_MS })
  const block: Block = {
    reservation,
    ledger,
    claim,
    pages,
    left: amount * pages,
    holding: 0,
    isRetired: false,
    usedAt: now,
    oldAt: now + BLOCK_AGE_MS,
    expiresAt: now + RESERVATION_MS
  }
  return block
})

/**
 * Renews the reservation of a block, and returns whether the block can still be used. If the ledger does not respond,
 * the next check retries. The reservation of a suspended worker may have expired: the ledger then creates a new one,
 * which is released because no page uses it.
 */
const prolong = (block: Block, now: number): Effect.Effect<boolean> => {
  const { ledger, reservation: { account, amount, key } } = block
  return Effect.matchEffect(ledger.reserve({ account, amount, key, expiresIn: RESERVATION_MS }), {
    onFailure: ({ reason }) => Effect.succeed(reason._tag !== "InsufficientCredits"),
    onSuccess: (again) => {
      if (again.key !== key || again.state !== "pending") return Effect.as(Effect.ignore(ledger.void(again)), false)
      block.expiresAt = now + RESERVATION_MS
      return Effect.succeed(true)
    }
  })
}

const settleBlock = (
  store: Payments,
  { claim: { job, kind, team }, ledger, reservation }: Block
): Effect.Effect<void> =>
  pay(store, { job, kind, team, reservation: reservation.key }).pipe(
    // This releases a block that paid for nothing. It has no effect on a settled block.
    Effect.andThen(Effect.ignore(ledger.void(reservation))),
    Effect.provideService(CreditLedger, ledger),
    Effect.catch((error) => Effect.logWarning(`Some pages will be charged later: ${error.message}`)),
    Effect.asVoid
  )

const ledgerOfPage = (
  ledger: Ledger,
  draw: (request: Reserving) => Effect.Effect<Block, CreditError>,
  end: (block: Block, unused: number) => Effect.Effect<void>
): Ledger => {
  let held: { readonly amount: number; readonly block: Block } | undefined
  const endPart = (taken: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (held === undefined) return Effect.void
      const { amount, block } = held
      held = undefined
      return end(block, amount - taken)
    })
  return {
    ...ledger,
    reserve: (request) =>
      Effect.map(draw(request), (block): Reservation => {
        held = { amount: request.amount, block }
        return { ...block.reservation, amount: request.amount, state: "pending", paid: 0 }
      }),
    settle: (_, amount) => Effect.as(endPart(amount), { charged: amount, shortfall: 0 }),
    void: () => endPart(0)
  }
}

type Payments = Pick<JobStore["Service"], "bill" | "paid">

/** Runs the pages of a job that reserve credits one after the other, so that they share the first page's block. */
const turnsOfJobs = () => {
  const lines = new Map<string, { readonly turn: Semaphore.Semaphore; pages: number }>()
  return <A, E>(job: string, draw: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const line = lines.get(job) ?? { turn: Semaphore.makeUnsafe(1), pages: 0 }
      lines.set(job, line)
      line.pages++
      return Effect.ensuring(
        line.turn.withPermit(draw),
        Effect.sync(() => {
          if (--line.pages === 0) lines.delete(job)
        })
      )
    })
}

export interface Blocks {
  readonly ledgerOf: (claim: Claim, ledger: Ledger) => Ledger
  readonly end: (job: string) => Effect.Effect<void>
  readonly close: Effect.Effect<void>
  readonly looking: Effect.Effect<never>
}

export const make = ({ store, worker }: {
  readonly store: Payments
  readonly worker: string
}): Blocks => {
  const current = new Map<string, Block>()
  const inTurn = turnsOfJobs()
  const open = new Set<Block>()
  const settling = new Set<Fiber.Fiber<void>>()
  let reserved = 0

  const settled = Effect.suspend(() => Effect.forEach([...settling], Fiber.await, { discard: true }))

  const settleWhenFree = (block: Block): Effect.Effect<void> =>
    !block.isRetired || block.holding > 0
      ? Effect.void
      : Effect.map(Effect.forkDetach(settleBlock(store, block)), (fiber) => {
        open.delete(block)
        settling.add(fiber)
        fiber.addObserver(() => settling.delete(fiber))
      })

  const retire = (block: Block): Effect.Effect<void> =>
    Effect.suspend(() => {
      block.isRetired = true
      if (current.get(block.claim.job) === block) current.delete(block.claim.job)
      return settleWhenFree(block)
    })

  const giveUp = (block: Block): Effect.Effect<void> =>
    Effect.suspend(() => {
      open.delete(block)
      return retire(block)
    })

  /**
   * First releases unused credits of other blocks, then reserves a block. If the balance is too low, reserves one
   * page.
   */
  const reserve = (claim: Claim, ledger: Ledger, request: Reserving, pages: number) => {
    const giveBack = Effect.suspend(() => {
      const before = current.get(claim.job)
      return Effect.andThen(before === undefined ? Effect.void : retire(before), settled)
    })
    const reserveFor = (pages: number) =>
      reserveBlock(claim, ledger, request, `job:${claim.job}:${worker}:${++reserved}`, pages)
    return Effect.catch(
      reserveFor(pages),
      (error) =>
        error.reason._tag === "InsufficientCredits" && (pages > 1 || settling.size > 0)
          ? Effect.andThen(giveBack, reserveFor(1))
          : Effect.fail(error)
    )
  }

  /**
   * Takes credits from the current block of a job. If the block is too small or too old, reserves one with twice as
   * many pages, up to a limit. The first block is for one page, so unused credits stay below what the job has used.
   */
  const draw = Effect.fnUntraced(function*(claim: Claim, ledger: Ledger, request: Reserving) {
    const now = yield* Clock.currentTimeMillis
    let block = current.get(claim.job)
    if (block === undefined || block.left < request.amount || block.oldAt <= now) {
      const pages = block === undefined ? 1 : Math.min(MAX_PAGES_PER_BLOCK, block.pages * 2)
      block = yield* reserve(claim, ledger, request, pages)
      const before = current.get(claim.job)
      current.set(claim.job, block)
      open.add(block)
      if (before !== undefined) yield* retire(before)
    }
    block.left -= request.amount
    block.holding++
    block.usedAt = now
    return block
  })

  const endPart = (block: Block, unused: number): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      block.left += unused
      block.holding--
      block.usedAt = now
      return settleWhenFree(block)
    })

  return {
    ledgerOf: (claim, ledger) =>
      ledgerOfPage(ledger, (request) => inTurn(claim.job, draw(claim, ledger, request)), endPart),
    end: (job) =>
      Effect.suspend(() => {
        const block = current.get(job)
        return block === undefined ? Effect.void : retire(block)
      }),
    close: Effect.andThen(
      Effect.suspend(() => Effect.forEach([...current.values()], retire, { discard: true })),
      settled
    ),
    looking: Effect.forever(Effect.gen(function*() {
      yield* Effect.sleep(LOOK_INTERVAL)
      const now = yield* Clock.currentTimeMillis
      for (const block of current.values()) {
        if (block.holding === 0 && block.usedAt <= now - IDLE_MS) yield* retire(block)
      }
      const ending = [...open].filter(({ expiresAt }) => expiresAt - now <= PROLONG_BEFORE_MS)
      yield* Effect.forEach(
        ending,
        (block) => Effect.flatMap(prolong(block, now), (isUsable) => isUsable ? Effect.void : giveUp(block)),
        { discard: true, concurrency: "unbounded" }
      )
    }))
  }
}
