import type { ChildProcess } from "node:child_process"
import * as diagnostics from "node:diagnostics_channel"
import { killGroup } from "./processGroup.ts"

const kill = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) killGroup(pid)
}

interface Handle {
  readonly unref?: () => void
}

/**
 * Finds a child process by an argument, because Playwright does not expose it. The child must not keep this process
 * alive.
 */
export const watchStarted = (argument: string) => {
  let found: ChildProcess | undefined
  let isUnwanted = false
  const listen = (message: unknown) => {
    const { process } = message as { readonly process: ChildProcess }
    queueMicrotask(() => {
      if (!process.spawnargs?.includes(argument)) return
      found = process
      const handles: ReadonlyArray<Handle | null> = [process, ...(process.stdio as ReadonlyArray<Handle | null>)]
      for (const handle of handles) handle?.unref?.()
      if (isUnwanted) kill(process)
    })
  }
  diagnostics.subscribe("child_process", listen)
  return {
    process: (): ChildProcess | undefined => found,
    kill: (): void => {
      isUnwanted = true
      if (found !== undefined) kill(found)
    },
    end: (): void => void diagnostics.unsubscribe("child_process", listen)
  }
}
