import * as Effect from "effect/Effect"
import type { CreditError } from "../CreditError.ts"
import type { Backend, Options } from "../CreditLedger.ts"
import { type Answers, type Command, decide, type Entry, type Totals } from "./transition.ts"

interface Account {
  totals: Totals
  readonly lines: Map<string, Line>
  earliest: number
  history: Array<Entry>
}

interface Line {
  readonly entry: Entry
  expiresAt?: number
  readonly once: boolean
  resolution: Entry | undefined
}

const DEFAULT_HISTORY_ROWS = 200

const REMEMBERED = 10_000

/** Compacting after each eviction would move all entries every time. */
const FORGOTTEN_AT_ONCE = 1000

const nothing: ReadonlyArray<Entry> = []

const endOf = ({ entry, expiresAt = 0 }: Pick<Line, "entry" | "expiresAt">): number =>
  Math.max(expiresAt, entry.expiresAt ?? entry.at)

export const make = (options: Options): Backend => {
  const initial = options.initial ?? 0
  const remember = Math.max(0, options.remember ?? REMEMBERED)
  const accounts = new Map<string, Account>()
  // `oldest` is the index of the first entry in `ended` that is not evicted.
  let ended: Array<Line> = []
  let oldest = 0

  const forget = () => {
    while (ended.length - oldest > remember) {
      const { account, id } = ended[oldest++]!.entry
      accounts.get(account)?.lines.delete(id)
    }
    if (oldest > FORGOTTEN_AT_ONCE && oldest > ended.length / 2) {
      ended = ended.slice(oldest)
      oldest = 0
    }
  }

  const dueOf = (account: Account, now: number): ReadonlyArray<Entry> => {
    const due: Array<Entry> = []
    account.earliest = Number.POSITIVE_INFINITY
    for (const line of account.lines.values()) {
      if (line.entry.kind !== "reserve" || line.resolution !== undefined) continue
      if (endOf(line) <= now) due.push(line.entry)
      else account.earliest = Math.min(account.earliest, endOf(line))
    }
    return due
  }

  const run = (command: Command) => {
    const known = accounts.get(command.account)
    const key = "key" in command ? command.key : undefined
    const due = known === undefined || known.earliest > command.now ? nothing : dueOf(known, command.now)
    const line = key === undefined ? undefined : known?.lines.get(key)
    const decision = decide(
      { totals: known?.totals, entry: line?.entry, resolution: line?.resolution, due },
      command,
      initial
    )
    // Reading must not create an account, because a client could fill the memory with names.
    if (known === undefined && decision.entries.length === 0 && command._tag !== "plan") return decision.answer
    const account: Account = known ??
      {
        totals: decision.totals,
        lines: new Map(),
        earliest: Number.POSITIVE_INFINITY,
        history: []
      }
    accounts.set(command.account, account)
    account.totals = decision.totals
    if (line !== undefined && decision.prolonged !== undefined) {
      line.expiresAt = Math.max(line.expiresAt ?? 0, decision.prolonged.expiresAt)
    }
    for (const entry of decision.entries) {
      account.history.push(entry)
      if (entry.pending !== undefined) {
        const reservation = account.lines.get(entry.pending)
        if (reservation === undefined) continue
        if (reservation.once) {
          account.lines.delete(entry.pending)
        } else {
          reservation.resolution = entry
          ended.push(reservation)
        }
      } else {
        const once = command._tag === "reserve" && command.once
        account.lines.set(entry.id, { entry, once, resolution: undefined })
        if (entry.kind === "reserve") {
          account.earliest = Math.min(account.earliest, endOf({ entry }))
        }
      }
    }
    if (account.history.length > 2 * DEFAULT_HISTORY_ROWS) {
      account.history = account.history.slice(-DEFAULT_HISTORY_ROWS)
    }
    forget()
    return decision.answer
  }

  return {
    run: <C extends Command>(command: C) =>
      // Each command has its own result type. TypeScript cannot track it through the switch.
      Effect.fromResult(run(command)) as Effect.Effect<Answers[C["_tag"]], CreditError>,
    history: (account, limit) =>
      Effect.sync(() => (accounts.get(account)?.history ?? []).slice(-Math.min(limit, DEFAULT_HISTORY_ROWS)).reverse())
  }
}
