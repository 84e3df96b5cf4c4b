import * as Effect from "effect/Effect"
import type { CreditError } from "../CreditError.ts"
import type { Backend, Options } from "../CreditLedger.ts"
import { type Answers, type Command, decide, type Entry, type Totals } from "./transition.ts"

interface Account {
  totals: Totals
  /** Lines that must be found again: grants, and reservations until they are forgotten. */
  readonly entries: Map<string, Entry>
  readonly resolutions: Map<string, Entry>
  readonly pending: Map<string, { readonly id: string; readonly amount: number; readonly expiresAt: number }>
  /** No pending reservation ends before this. */
  earliest: number
  /** The newest lines, oldest first. */
  history: Array<Entry>
}

const historyLimit = 1000

export const make = (options: Options): Backend => {
  const initial = options.initial ?? 0
  const remember = Math.max(0, options.remember ?? 100_000)
  const accounts = new Map<string, Account>()
  // Ended reservations, oldest first, over all accounts.
  const ended = new Map<string, { readonly account: Account; readonly id: string }>()

  const forget = () => {
    for (const [key, { account, id }] of ended) {
      if (ended.size <= remember) return
      ended.delete(key)
      account.entries.delete(id)
      account.resolutions.delete(id)
    }
  }

  const run = (command: Command) => {
    const known = accounts.get(command.account)
    const key = "key" in command ? command.key : undefined
    const due: Array<{ readonly id: string; readonly amount: number }> = []
    if (known !== undefined && known.earliest <= command.now) {
      known.earliest = Number.POSITIVE_INFINITY
      for (const reservation of known.pending.values()) {
        if (reservation.expiresAt <= command.now) due.push(reservation)
        else known.earliest = Math.min(known.earliest, reservation.expiresAt)
      }
    }
    const decision = decide(
      {
        totals: known?.totals,
        entry: key === undefined ? undefined : known?.entries.get(key),
        resolution: key === undefined ? undefined : known?.resolutions.get(key),
        due
      },
      command,
      initial
    )
    // Asking about an account must not create it: a stranger could fill the memory with names.
    if (known === undefined && decision.entries.length === 0 && command._tag !== "plan") return decision.answer
    const account: Account = known ??
      {
        totals: decision.totals,
        entries: new Map(),
        resolutions: new Map(),
        pending: new Map(),
        earliest: Number.POSITIVE_INFINITY,
        history: []
      }
    accounts.set(command.account, account)
    account.totals = decision.totals
    for (const entry of decision.entries) {
      account.history.push(entry)
      if (entry.pending !== undefined) {
        account.resolutions.set(entry.pending, entry)
        account.pending.delete(entry.pending)
        ended.set(JSON.stringify([entry.account, entry.pending]), { account, id: entry.pending })
      } else {
        account.entries.set(entry.id, entry)
        if (entry.kind === "reserve") {
          const expiresAt = entry.expiresAt ?? entry.at
          account.pending.set(entry.id, { id: entry.id, amount: entry.amount, expiresAt })
          account.earliest = Math.min(account.earliest, expiresAt)
        }
      }
    }
    if (account.history.length > 2 * historyLimit) account.history = account.history.slice(-historyLimit)
    forget()
    return decision.answer
  }

  return {
    run: <C extends Command>(command: C) =>
      Effect.suspend(() =>
        // `decide` answers each command with its own answer type; TypeScript cannot follow the tag through the switch.
        Effect.fromResult(run(command)) as Effect.Effect<Answers[C["_tag"]], CreditError>
      ),
    history: (account, limit) =>
      Effect.sync(() => (accounts.get(account)?.history ?? []).slice(-Math.min(limit, historyLimit)).reverse())
  }
}
