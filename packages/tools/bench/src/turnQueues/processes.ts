/**
 * Runs workers as processes: measures how their throughput adds up, and what happens when one is killed or suspended.
 */
import { JobStore } from "@dunlin/jobs"
import { Effect } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { serverTime } from "../jobs/serverTime.ts"
import { onQueue, pagesOf, type Queue, type Setting } from "./setting.ts"

const PLACES = 8
const WORKERS_OF_LOST = 3
const PAUSE_OF_LOST_MS = 300
const PAGES_OF_LOST = 1600
const LOST_AFTER_MS = 6000
const WATCHED_MS = 5000

interface Start {
  readonly worker: number
  readonly attempt: number
  readonly at: number
}

const open = (
  { folder, queue, url }: Setting,
  { count, heard = () => {}, pause }: {
    readonly count: number
    readonly pause: number
    readonly heard?: (start: Start) => void
  }
) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      Promise.all(Array.from({ length: count }, (_, worker) => {
        const args = [queue, url, folder, String(PLACES), String(pause)]
        const child = fork(join(import.meta.dirname, "worker.ts"), args)
        return new Promise<ChildProcess>((resolve, reject) => {
          child.once("exit", (code) => reject(new Error(`A worker ended with ${code}`)))
          child.on("message", (told: "working" | { readonly attempt?: number; readonly at?: number }) => {
            if (told === "working") resolve(child)
            else if (told.attempt !== undefined) heard({ worker, attempt: told.attempt, at: told.at! })
          })
        })
      }))
    ),
    (children) => Effect.sync(() => children.forEach((child) => child.kill("SIGKILL")))
  )

const untilEnded = Effect.fnUntraced(function*(id: string) {
  const store = yield* JobStore.JobStore
  for (;;) {
    const job = yield* store.get({ team: "bench", job: id })
    if (job.state !== "running") return job
    yield* Effect.sleep(50)
  }
})

const submit = (id: string, count: number) =>
  JobStore.JobStore.use((store) =>
    store.submit({ id, team: "bench", kind: "batch", spec: {}, pages: pagesOf(count, 50) })
  )

export const addUp = (
  queue: Queue,
  folder: string,
  { count, pause, seconds }: { readonly count: number; readonly pause: number; readonly seconds: number }
) =>
  onQueue(queue, folder, (setting) =>
    Effect.gen(function*() {
      yield* open(setting, { count, pause })
      const pages = Math.round(count * PLACES * seconds * 1000 / pause)
      const before = { at: performance.now(), server: serverTime(setting.url) }
      yield* submit("idle", pages)
      const { counts } = yield* untilEnded("idle")
      return {
        pages: counts.done,
        pagesPerSecond: pages / (performance.now() - before.at) * 1000,
        most: count * PLACES * 1000 / pause,
        databaseMs: (serverTime(setting.url) - before.server) / pages
      }
    }))

const longestGap = (starts: ReadonlyArray<Start>, from: number, to: number) => {
  const times = starts.filter(({ at, worker }) => worker > 0 && at >= from && at <= to).map(({ at }) => at)
  return times.slice(1).reduce((longest, time, place) => Math.max(longest, time - times[place]!), 0)
}

export const lose = (queue: Queue, folder: string, signal: "SIGKILL" | "SIGSTOP") =>
  onQueue(queue, folder, (setting) =>
    Effect.gen(function*() {
      const starts: Array<Start> = []
      const heard = (start: Start) => starts.push(start)
      const children = yield* open(setting, { count: WORKERS_OF_LOST, pause: PAUSE_OF_LOST_MS, heard })
      yield* submit("lost", PAGES_OF_LOST)
      yield* Effect.sleep(LOST_AFTER_MS)
      const at = Date.now()
      children[0]!.removeAllListeners("exit").kill(signal)
      const { counts, credits } = yield* untilEnded("lost")
      children[0]!.kill("SIGCONT")
      const back = starts.filter(({ attempt }) => attempt > 1).map((start) => (start.at - at) / 1000)
      return {
        done: counts.done,
        credits,
        held: back.length,
        firstBack: Math.min(...back),
        lastBack: Math.max(...back),
        longestGapBeforeMs: longestGap(starts, at - WATCHED_MS, at),
        longestGapAfterMs: longestGap(starts, at, at + WATCHED_MS)
      }
    }))
