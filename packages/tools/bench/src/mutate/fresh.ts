/** Reads the golden pages in a thread that has loaded the HTML engine with other numbers. This is slow but reliable. */
import { createHash } from "node:crypto"
import { Worker } from "node:worker_threads"
import { type Constant, keyOf, LARGE_MOVES, moved, type Verdict } from "../numbers.ts"
import type { Kept, Verdicts } from "./verdicts.ts"

export interface FreshJob {
  readonly values: ReadonlyMap<string, number>
  readonly expected: ReadonlyMap<string, string>
  readonly first: string | undefined
}

export interface Move {
  readonly constant: Constant
  readonly factor: number
}

export type Read = (moves: ReadonlyArray<Move>, first?: string) => Promise<Verdict>

/** Milliseconds after which a thread counts as endless. Reading all pages takes some seconds. */
const LONGEST_THREAD = 600_000

export const inThreads = (texts: ReadonlyMap<string, string>): Read => {
  const expected = new Map(
    [...texts].map(([name, text]) => [name, createHash("sha256").update(text).digest("hex")] as const)
  )
  return (moves, first) => {
    const values = new Map(moves.map(({ constant, factor }) => [keyOf(constant), moved(constant, factor)]))
    const workerData: FreshJob = { values, expected, first }
    const worker = new Worker(new URL("./freshReader.ts", import.meta.url), { workerData })
    return new Promise<Verdict>((resolve) => {
      const fail = (fault: string) => resolve({ is: "broken", by: "a thread", fault })
      const timer = setTimeout(() => {
        fail("timed out")
        void worker.terminate()
      }, LONGEST_THREAD)
      worker.once("message", resolve)
      worker.once("error", (error) => fail(String(error)))
      worker.once("exit", () => {
        clearTimeout(timer)
        fail("it has ended without a verdict")
      })
    })
  }
}

const one = async (
  read: Read,
  constant: Constant,
  factors: ReadonlyArray<number>,
  first?: string
): Promise<Verdict> => {
  let worst: Verdict = { is: "loose" }
  for (const factor of factors) {
    const verdict = await read([{ constant, factor }], first)
    if (verdict.is === "held") return verdict
    if (worst.is === "loose") worst = verdict
  }
  return worst
}

const noticed = async (
  read: Read,
  moves: ReadonlyArray<Move>
): Promise<ReadonlyArray<readonly [Constant, Verdict]>> => {
  if (moves.length === 0) return []
  const verdict = await read(moves)
  if (verdict.is === "loose") return []
  if (moves.length === 1) return [[moves[0]!.constant, verdict]]
  const half = moves.length >> 1
  return [...await noticed(read, moves.slice(0, half)), ...await noticed(read, moves.slice(half))]
}

/**
 * Checks verdicts again with freshly loaded modules. Numbers that are read while a module loads, and numbers that made a
 * reading fail, are checked one by one. Undetected numbers are changed together. If that is detected, the group is halved
 * until single numbers are found.
 */
export const corrected = async (
  verdicts: ReadonlyMap<Constant, Verdicts>,
  { factors, isFrozen, kept, read }: {
    readonly read: Read
    readonly factors: ReadonlyArray<number>
    readonly isFrozen: (constant: Constant) => boolean
    readonly kept: Kept
  }
): Promise<ReadonlyMap<Constant, Verdicts>> => {
  const found = new Map(verdicts)
  const loose: Array<Constant> = []
  for (const [constant, { large, little }] of verdicts) {
    if (isFrozen(constant) || large.is === "broken" || little.is === "broken") {
      const known = kept.of(constant)
      const first = large.is === "held" ? large.by : undefined
      const fresh = known ?? {
        little: await one(read, constant, factors, first),
        large: await one(read, constant, LARGE_MOVES, first)
      }
      if (known === undefined) kept.keep(constant, fresh)
      found.set(constant, fresh)
    } else if (large.is === "loose") {
      loose.push(constant)
    }
  }
  for (const factor of LARGE_MOVES) {
    const others = loose.filter((constant) => found.get(constant)!.large.is !== "held")
    for (const [constant, large] of await noticed(read, others.map((constant) => ({ constant, factor })))) {
      found.set(constant, { ...found.get(constant)!, large })
    }
  }
  return found
}
