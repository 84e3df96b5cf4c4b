import * as Background from "@dunlin/common/Background"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as NodeFs from "node:fs/promises"
import type { Browser } from "playwright-core"
import { promise } from "./promise.ts"

const pageSize = 4096

/** Bytes of memory that a process holds; 0 for one that has ended. */
const residentBytes = (pid: number): Effect.Effect<number> =>
  promise(() => NodeFs.readFile(`/proc/${pid}/statm`, "utf8")).pipe(
    Effect.map((statm) => Number(statm.split(" ")[1]) * pageSize),
    Effect.orElseSucceed(() => 0)
  )

/**
 * Ends the renderers of a browser that hold more than `limit` bytes, until the scope ends: Chromium bounds the heap of
 * scripts, but not what they keep in buffers. Looks once a second, and only on Linux.
 */
export const watchMemory = (browser: Browser, limit: number): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function*() {
    if (process.platform !== "linux") return
    const session = yield* promise(() => browser.newBrowserCDPSession())
    const look = Effect.gen(function*() {
      const { processInfo } = yield* promise(() => session.send("SystemInfo.getProcessInfo"))
      for (const { id, type } of processInfo) {
        if (type === "renderer" && (yield* residentBytes(id)) > limit) {
          yield* Effect.try(() => process.kill(id, "SIGKILL"))
        }
      }
    })
    yield* Effect.forkScoped(
      Background.quietly(Effect.ignore(Effect.repeat(look, Schedule.spaced("1 second"))))
    )
  }).pipe(Effect.ignore)
