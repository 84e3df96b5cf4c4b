import type { ChildProcess } from "node:child_process"
import * as diagnostics from "node:diagnostics_channel"

interface Handle {
  readonly unref?: () => void
}

/**
 * Lets this process end although the one that is started with `argument` still runs. Playwright does not show the
 * processes it starts. Whoever waits for a page has a timer that keeps this process alive. Returns what ends the watch.
 */
export const releaseStarted = (argument: string): () => void => {
  const listen = (message: unknown) => {
    const { process } = message as { readonly process: ChildProcess }
    // its arguments and pipes are there once it has started
    queueMicrotask(() => {
      if (!process.spawnargs?.includes(argument)) return
      const handles: ReadonlyArray<Handle | null> = [process, ...(process.stdio as ReadonlyArray<Handle | null>)]
      for (const handle of handles) handle?.unref?.()
    })
  }
  diagnostics.subscribe("child_process", listen)
  return () => void diagnostics.unsubscribe("child_process", listen)
}
