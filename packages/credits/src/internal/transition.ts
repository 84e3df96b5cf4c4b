/**
 * The rules of the ledger as one pure function, so that every backend only
 * loads what the rules look at and writes down what they decide.
 */
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  AlreadyResolved,
  CreditError,
  InsufficientCredits,
  InvalidAmount,
  KeyConflict,
  UnknownReservation
} from "../CreditError.ts"
import type { Balance, Reservation, Settlement } from "../CreditLedger.ts"

export type Resolution = "settle" | "void" | "expire"

export interface Entry {
  readonly account: string
  /** Unique within the account: the caller's key for `grant` and `reserve`. */
  readonly id: string
  readonly kind: "grant" | "reserve" | Resolution
  /** The reservation this line ends. */
  readonly pending?: string
  /** Given, set aside, or taken. */
  readonly amount: number
  /** What a settlement was asked to take, when that is more than it could. */
  readonly asked?: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly expiresAt?: number
}

/** Sums over the lines of one account, kept beside them. */
export interface Totals {
  readonly unlimited: boolean
  readonly granted: number
  readonly spent: number
  readonly reserved: number
}

export type Command =
  | {
    readonly _tag: "grant"
    readonly account: string
    readonly amount: number
    readonly key: string
    readonly now: number
  }
  | {
    readonly _tag: "plan"
    readonly account: string
    readonly credits: number | "unlimited"
    readonly now: number
  }
  | {
    readonly _tag: "reserve"
    readonly account: string
    readonly amount: number
    readonly key: string
    readonly once: boolean
    readonly now: number
    readonly expiresAt: number
  }
  | {
    readonly _tag: "settle"
    readonly account: string
    readonly amount: number
    readonly key: string
    readonly now: number
  }
  | { readonly _tag: "void"; readonly account: string; readonly key: string; readonly now: number }
  | { readonly _tag: "balance"; readonly account: string; readonly now: number }

/** A reservation with what became of it, if it was made before. */
export type Reserved = Omit<Reservation, "state"> & { readonly state: "pending" | Resolution }

export interface Answers {
  readonly grant: Balance
  readonly plan: Balance
  readonly reserve: Reserved
  readonly settle: Settlement
  readonly void: void
  readonly balance: Balance
}

export type Ran = <C extends Command>(command: C) => Effect.Effect<Answers[C["_tag"]], CreditError>

/** What a backend loads before it asks for a decision. */
export interface View {
  /** Undefined before the first line of the account. */
  readonly totals: Totals | undefined
  /** The line whose id is the key of the command, with the line that ended it. */
  readonly entry: Entry | undefined
  readonly resolution: Entry | undefined
  /** Pending reservations of the account whose `expiresAt` is not after now. */
  readonly due: ReadonlyArray<{ readonly id: string; readonly amount: number }>
}

export interface Decision {
  /** Lines to append, in order; empty when nothing changes. */
  readonly entries: ReadonlyArray<Entry>
  readonly totals: Totals
  readonly answer: Result.Result<Answers[Command["_tag"]], CreditError>
}

const zero: Totals = { unlimited: false, granted: 0, spent: 0, reserved: 0 }

const available = (totals: Totals): number =>
  totals.unlimited ? Number.POSITIVE_INFINITY : totals.granted - totals.spent - totals.reserved

const toBalance = (account: string, totals: Totals): Balance => ({
  account,
  ...totals,
  available: available(totals)
})

const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0

const fail = (reason: CreditError["reason"]) => Result.fail(new CreditError({ reason }))

/** Applies one line to the sums; `released` is the amount of the reservation it ends. */
export const apply = (totals: Totals, entry: Entry, released: number): Totals => {
  switch (entry.kind) {
    case "grant":
      return { ...totals, granted: totals.granted + entry.amount }
    case "reserve":
      return { ...totals, reserved: totals.reserved + entry.amount }
    case "settle":
      return { ...totals, reserved: totals.reserved - released, spent: totals.spent + entry.amount }
    case "void":
    case "expire":
      return { ...totals, reserved: totals.reserved - released }
  }
}

export const decide = (view: View, command: Command, initial: number | "unlimited"): Decision => {
  const { account, now } = command
  const entries: Array<Entry> = []
  let totals = view.totals ?? { ...zero, unlimited: initial === "unlimited" }
  const append = (entry: Entry, released = 0) => {
    entries.push(entry)
    totals = apply(totals, entry, released)
  }
  if (view.totals === undefined && typeof initial === "number" && initial > 0) {
    append({ account, id: "initial", kind: "grant", amount: initial, at: now })
  }
  let resolution = view.resolution
  for (const due of view.due) {
    const entry: Entry = { account, id: `${due.id}/end`, kind: "expire", pending: due.id, amount: 0, at: now }
    if ("key" in command && due.id === command.key) resolution = entry
    append(entry, due.amount)
  }
  const done = (answer: Decision["answer"]): Decision => ({ entries, totals, answer })

  switch (command._tag) {
    case "balance":
      return done(Result.succeed(toBalance(account, totals)))

    case "plan": {
      if (command.credits === "unlimited") {
        totals = { ...totals, unlimited: true }
        return done(Result.succeed(toBalance(account, totals)))
      }
      if (!isAmount(command.credits)) return done(fail(new InvalidAmount()))
      const target = Math.max(command.credits, totals.spent + totals.reserved)
      totals = { ...totals, unlimited: false }
      if (target !== totals.granted) {
        append({
          account,
          id: `plan/${now}/${totals.granted}/${target}`,
          kind: "grant",
          amount: target - totals.granted,
          at: now
        })
      }
      return done(Result.succeed(toBalance(account, totals)))
    }

    case "grant": {
      if (!isAmount(command.amount) || !isAmount(totals.granted + command.amount)) {
        return done(fail(new InvalidAmount()))
      }
      if (view.entry !== undefined) {
        return done(
          view.entry.kind === "grant" && view.entry.amount === command.amount
            ? Result.succeed(toBalance(account, totals))
            : fail(new KeyConflict())
        )
      }
      append({ account, id: command.key, kind: "grant", amount: command.amount, at: now })
      return done(Result.succeed(toBalance(account, totals)))
    }

    case "reserve": {
      if (!isAmount(command.amount) || !isAmount(totals.reserved + totals.spent + command.amount)) {
        return done(fail(new InvalidAmount()))
      }
      if (view.entry !== undefined) {
        const { amount, expiresAt, kind } = view.entry
        return done(
          kind === "reserve" && amount === command.amount
            ? Result.succeed<Reserved>({
              account,
              key: command.key,
              amount,
              expiresAt: expiresAt ?? now,
              state: resolution === undefined ? "pending" : resolution.kind as Resolution,
              paid: resolution?.amount ?? 0
            })
            : fail(new KeyConflict())
        )
      }
      if (command.amount > available(totals)) {
        return done(fail(
          new InsufficientCredits({ required: command.amount, available: Math.max(0, available(totals)) })
        ))
      }
      const { amount, expiresAt, key } = command
      append({ account, id: key, kind: "reserve", amount, at: now, expiresAt })
      return done(Result.succeed<Reserved>({ account, key, amount, expiresAt, state: "pending", paid: 0 }))
    }

    case "settle":
    case "void": {
      const reservation = view.entry
      if (reservation === undefined || reservation.kind !== "reserve") return done(fail(new UnknownReservation()))
      if (command._tag === "settle" && !isAmount(command.amount)) return done(fail(new InvalidAmount()))
      if (resolution !== undefined) {
        const same = resolution.kind === command._tag &&
          (command._tag === "void" || (resolution.asked ?? resolution.amount) === command.amount)
        return done(
          !same
            ? fail(new AlreadyResolved({ resolution: resolution.kind as Resolution }))
            : command._tag === "void"
            ? Result.succeed(undefined)
            : Result.succeed<Settlement>({ charged: resolution.amount, shortfall: command.amount - resolution.amount })
        )
      }
      const ending = { account, id: `${reservation.id}/end`, pending: reservation.id, at: now } as const
      if (command._tag === "void") {
        append({ ...ending, kind: "void", amount: 0 }, reservation.amount)
        return done(Result.succeed(undefined))
      }
      const charged = Math.min(
        command.amount,
        reservation.amount + Math.max(0, available(totals)),
        Number.MAX_SAFE_INTEGER - totals.spent
      )
      append({
        ...ending,
        kind: "settle",
        amount: charged,
        ...(charged === command.amount ? {} : { asked: command.amount })
      }, reservation.amount)
      return done(Result.succeed<Settlement>({ charged, shortfall: command.amount - charged }))
    }
  }
}
