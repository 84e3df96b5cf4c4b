/** Defines the rules of the ledger as one pure function. Backends only load its input and store its result. */
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
  /** Unique within the account. For `grant` and `reserve` it is the caller's key. */
  readonly id: string
  readonly kind: "grant" | "reserve" | Resolution
  readonly pending?: string
  readonly amount: number
  /** The amount that a settlement requested, if it exceeds the charged amount. */
  readonly asked?: number
  readonly at: number
  readonly expiresAt?: number
}

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

/** A reservation that existed before may already have ended. */
export type Reserved = Omit<Reservation, "state"> & { readonly state: "pending" | Resolution }

/** Set for a repeated settlement of the same amount, which charges nothing. */
export type Ended = Settlement & { readonly isRepeated?: true | undefined }

export interface Answers {
  readonly grant: Balance
  readonly plan: Balance
  readonly reserve: Reserved
  readonly settle: Ended
  readonly void: void
  readonly balance: Balance
}

export type Ran = <C extends Command>(command: C) => Effect.Effect<Answers[C["_tag"]], CreditError>

export interface View {
  readonly totals: Totals | undefined
  readonly entry: Entry | undefined
  readonly resolution: Entry | undefined
  readonly due: ReadonlyArray<{ readonly id: string; readonly amount: number }>
}

export interface Decision {
  readonly entries: ReadonlyArray<Entry>
  readonly totals: Totals
  /** A later expiry. An earlier one has no effect. */
  readonly prolonged?: { readonly id: string; readonly expiresAt: number } | undefined
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

/** Adds an entry to the totals. `released` is the amount of the reservation that it ends. */
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

interface Account {
  readonly name: string
  readonly entries: Array<Entry>
  totals: Totals
  prolonged?: Decision["prolonged"]
}

const append = (account: Account, entry: Omit<Entry, "account">, released = 0): void => {
  const whole = { account: account.name, ...entry }
  account.entries.push(whole)
  account.totals = apply(account.totals, whole, released)
}

type Answer = Decision["answer"]

type Of<Tag extends Command["_tag"]> = Extract<Command, { readonly _tag: Tag }>

const balance = (account: Account): Answer => Result.succeed(toBalance(account.name, account.totals))

const plan = (account: Account, { credits, now }: Of<"plan">): Answer => {
  if (credits === "unlimited") {
    account.totals = { ...account.totals, unlimited: true }
    return balance(account)
  }
  if (!isAmount(credits)) return fail(new InvalidAmount())
  const target = Math.max(credits, account.totals.spent + account.totals.reserved)
  account.totals = { ...account.totals, unlimited: false }
  const { granted } = account.totals
  if (target !== granted) {
    append(account, { id: `plan/${now}/${granted}/${target}`, kind: "grant", amount: target - granted, at: now })
  }
  return balance(account)
}

const grant = (account: Account, known: Entry | undefined, { amount, key, now }: Of<"grant">): Answer => {
  if (!isAmount(amount) || !isAmount(account.totals.granted + amount)) return fail(new InvalidAmount())
  if (known !== undefined) {
    return known.kind === "grant" && known.amount === amount ? balance(account) : fail(new KeyConflict())
  }
  append(account, { id: key, kind: "grant", amount, at: now })
  return balance(account)
}

const reserve = (
  account: Account,
  known: Entry | undefined,
  resolution: Entry | undefined,
  { amount, expiresAt, key, now }: Of<"reserve">
): Answer => {
  const reserved = (reservation: Pick<Reserved, "expiresAt" | "state" | "paid">): Answer =>
    Result.succeed<Reserved>({ account: account.name, key, amount, ...reservation })
  if (!isAmount(amount) || !isAmount(account.totals.reserved + account.totals.spent + amount)) {
    return fail(new InvalidAmount())
  }
  if (known !== undefined) {
    if (known.kind !== "reserve" || known.amount !== amount) return fail(new KeyConflict())
    const before = known.expiresAt ?? now
    if (resolution !== undefined) {
      return reserved({ expiresAt: before, state: resolution.kind as Resolution, paid: resolution.amount })
    }
    // The first caller may have died, so the expiry starts again.
    account.prolonged = { id: key, expiresAt }
    return reserved({ expiresAt: Math.max(before, expiresAt), state: "pending", paid: 0 })
  }
  const left = available(account.totals)
  if (amount > left) return fail(new InsufficientCredits({ required: amount, available: Math.max(0, left) }))
  append(account, { id: key, kind: "reserve", amount, at: now, expiresAt })
  return reserved({ expiresAt, state: "pending", paid: 0 })
}

const endedBefore = (resolution: Entry, command: Of<"settle"> | Of<"void">): Answer => {
  const isSame = resolution.kind === command._tag &&
    (command._tag === "void" || (resolution.asked ?? resolution.amount) === command.amount)
  return !isSame
    ? fail(new AlreadyResolved({ resolution: resolution.kind as Resolution }))
    : command._tag === "void"
    ? Result.succeed(undefined)
    : Result.succeed<Ended>({
      charged: resolution.amount,
      shortfall: command.amount - resolution.amount,
      isRepeated: true
    })
}

const end = (
  account: Account,
  reservation: Entry | undefined,
  resolution: Entry | undefined,
  command: Of<"settle"> | Of<"void">
): Answer => {
  if (reservation === undefined || reservation.kind !== "reserve") return fail(new UnknownReservation())
  if (command._tag === "settle" && !isAmount(command.amount)) return fail(new InvalidAmount())
  if (resolution !== undefined) return endedBefore(resolution, command)
  const ending = { id: `${reservation.id}/end`, pending: reservation.id, at: command.now } as const
  if (command._tag === "void") {
    append(account, { ...ending, kind: "void", amount: 0 }, reservation.amount)
    return Result.succeed(undefined)
  }
  const charged = Math.min(
    command.amount,
    reservation.amount + Math.max(0, available(account.totals)),
    Number.MAX_SAFE_INTEGER - account.totals.spent
  )
  const requested = charged === command.amount ? {} : { asked: command.amount }
  append(account, { ...ending, kind: "settle", amount: charged, ...requested }, reservation.amount)
  return Result.succeed<Settlement>({ charged, shortfall: command.amount - charged })
}

const answer = (account: Account, { entry }: View, resolution: Entry | undefined, command: Command): Answer => {
  switch (command._tag) {
    case "balance":
      return balance(account)
    case "plan":
      return plan(account, command)
    case "grant":
      return grant(account, entry, command)
    case "reserve":
      return reserve(account, entry, resolution, command)
    case "settle":
    case "void":
      return end(account, entry, resolution, command)
  }
}

/** Applies the first grant of a new account and expired reservations, and then the command. */
export const decide = (view: View, command: Command, initial: number | "unlimited"): Decision => {
  const account: Account = {
    name: command.account,
    entries: [],
    totals: view.totals ?? { ...zero, unlimited: initial === "unlimited" }
  }
  if (view.totals === undefined && typeof initial === "number" && initial > 0) {
    append(account, { id: "initial", kind: "grant", amount: initial, at: command.now })
  }
  let resolution = view.resolution
  for (const { amount, id } of view.due) {
    append(account, { id: `${id}/end`, kind: "expire", pending: id, amount: 0, at: command.now }, amount)
    if ("key" in command && id === command.key) resolution = account.entries.at(-1)
  }
  const answered = answer(account, view, resolution, command)
  const { entries, prolonged, totals } = account
  return { entries, totals, prolonged, answer: answered }
}
