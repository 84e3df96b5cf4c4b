/**
 * Limits the memory of a browser. Chromium limits the heap of scripts, but not their buffers or its own data for pages.
 */
import * as Background from "@dunlin/common/Background"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { CDPSession } from "playwright-core"
import { ask, type Remote } from "./calls.ts"
import type { Chromium } from "./chromium.ts"
import { heldBytes } from "./processGroup.ts"

const KILLED_BEYOND_LIMIT = 1.5

interface Limits {
  readonly renderer: number
  readonly browser: number
  readonly onLarge: Effect.Effect<void>
}

interface ProcessInfo {
  readonly id: number
  readonly type: string
}

export const processesOf = (session: Remote<CDPSession>): Effect.Effect<ReadonlyArray<ProcessInfo>, unknown> =>
  Effect.map(ask(session, (session) => session.send("SystemInfo.getProcessInfo")), ({ processInfo }) => processInfo)

export const watchMemory = (
  chromium: Chromium,
  session: Remote<CDPSession>,
  limits: Limits
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function*() {
    if (process.platform !== "linux") return
    let isLarge = false
    const look = Effect.gen(function*() {
      let total = 0
      for (const { id, type } of yield* processesOf(session)) {
        const held = heldBytes(id)
        if (type === "renderer" && held > limits.renderer) {
          yield* Effect.try(() => process.kill(id, "SIGKILL"))
        } else total += held
      }
      if (total > limits.browser * KILLED_BEYOND_LIMIT) return chromium.kill("memory")
      if (total > limits.browser && !isLarge) {
        isLarge = true
        yield* limits.onLarge
      }
    })
    yield* Effect.forkScoped(
      Background.quietly(Effect.repeat(Effect.ignore(look), Schedule.spaced("1 second")))
    )
  })
