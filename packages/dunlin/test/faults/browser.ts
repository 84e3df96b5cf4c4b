/** The browser, as playwright shows it: one that starts and answers, or fails to. */
import { FairSemaphore } from "@dunlin/common"
import { Duration, Effect } from "effect"
import { EventEmitter } from "node:events"
import type { BrowserType } from "playwright-core"
import * as Fleet from "../../../fetcher/src/internal/browser/fleet.ts"
import { launch, Playwright } from "../../../fetcher/src/internal/browser/launch.ts"
import { BrowserPatience } from "../../../fetcher/src/internal/browser/patience.ts"
import type { Part } from "./cell.ts"

/** Shorter than the silence after which a browser is killed. */
const SLOW_ANSWER = "2900 millis"

const MEGABYTE = 2 ** 20

/** What starts browsers in place of playwright. */
const playwright = Effect.fnUntraced(function*() {
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  let start: () => Promise<void> = () => Promise.resolve()
  let answer: () => Promise<void> = () => Promise.resolve()
  const running = new Set<EventEmitter>()
  const launch = async () => {
    await start()
    const events = new EventEmitter()
    running.add(events)
    return Object.assign(events, {
      version: () => "1",
      isConnected: () => running.has(events),
      close: async () => void running.delete(events),
      newBrowserCDPSession: async () => ({
        on: () => undefined,
        send: (method: string) => answer().then(() => method === "SystemInfo.getProcessInfo" ? { processInfo: [] } : {})
      })
    })
  }
  const end = () => {
    for (const events of running) {
      running.delete(events)
      events.emit("disconnected")
    }
  }
  return {
    type: { launch, executablePath: () => "" } as unknown as BrowserType,
    well: () => {
      start = () => Promise.resolve()
      answer = () => Promise.resolve()
    },
    /** The browser ends, and does not start again. */
    fails: (message: string) => () => {
      start = () => Promise.reject(new Error(message))
      end()
    },
    hangs: () => {
      start = () => run(Effect.never)
      answer = () => run(Effect.never)
    },
    slows: () => void (answer = () => run(Effect.sleep(SLOW_ANSWER)))
  }
})

export const browser: Part = {
  part: "browser",
  isEssential: false,
  limit: 30_000,
  turns: 100,
  open: Effect.gen(function*() {
    const { fails, hangs, slows, type, well } = yield* playwright()
    const patience = yield* BrowserPatience
    // Any program: it is not started.
    const options = { executable: process.execPath, proxy: "http://127.0.0.1:1", flags: [], sandbox: false, patience }
    const open = Effect.provideService(launch(options), Playwright, Effect.succeed(type))
    const fleet = yield* Fleet.make({
      sources: [{ label: undefined, weight: 1, open }],
      maxMemory: 512 * MEGABYTE,
      maxBrowserMemory: 1024 * MEGABYTE,
      size: 2,
      patience,
      keepOpen: Duration.infinity
    })
    return {
      use: Effect.timeout(Effect.flatMap(fleet.slots, (slots) => slots.browser), "30 seconds").pipe(
        Effect.provideService(FairSemaphore.Tenant, "team")
      ),
      well,
      fails: {
        down: fails("Target page, context or browser has been closed"),
        silent: hangs,
        slow: slows,
        full: fails("ENOSPC: no space left on device, mkdtemp '/tmp/playwright-secret'"),
        "read-only": fails("EROFS: read-only file system, mkdtemp '/tmp/playwright-secret'"),
        refused: fails("spawn /usr/bin/secret EACCES")
      }
    }
  })
}
