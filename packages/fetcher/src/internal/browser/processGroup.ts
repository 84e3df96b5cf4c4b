import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import * as NodeFs from "node:fs"

/** Linux counts CPU time in ticks of 10 ms. */
const MS_PER_TICK = 10

const readProc = (path: string): string | undefined => {
  try {
    return NodeFs.readFileSync(`/proc/${path}`, "latin1")
  } catch {
    return undefined
  }
}

const statOf = (path: string): ReadonlyArray<string> => {
  const stat = readProc(path) ?? ""
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
}

/** Returns a process's group and descendants, leader first. Systems other than Linux return only the leader. */
export const membersOf = (pid: number): ReadonlyArray<number> => {
  const names = process.platform === "linux" ? NodeFs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : []
  const table = names.map((name) => {
    const [, parent, group] = statOf(`${name}/stat`)
    return { pid: Number(name), parent: Number(parent), group: Number(group) }
  })
  const members = new Set([pid, ...table.filter(({ group }) => group === pid).map(({ pid }) => pid)])
  for (const member of members) for (const one of table) if (one.parent === member) members.add(one.pid)
  return [...members]
}

export const killGroup = (pid: number): void => {
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", `${pid}`, "/T", "/F"], { stdio: "ignore", windowsHide: true }).on(
      "error",
      () => undefined
    )
    return
  }
  // Sandboxed renderers may be in other process groups.
  for (const one of [-pid, ...membersOf(pid)]) {
    try {
      process.kill(one, "SIGKILL")
    } catch {
      // the process has ended
    }
  }
}

export const heldBytes = (pid: number): number => {
  const status = readProc(`${pid}/status`) ?? ""
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0)
  return (kilobytes("RssAnon") + kilobytes("RssShmem")) * 1024
}

export const mainThread = (pid: number): { readonly isRunnable: boolean; readonly used: number } => {
  const [state, ...rest] = statOf(`${pid}/task/${pid}/stat`)
  return { isRunnable: state === "R", used: (Number(rest[10] ?? 0) + Number(rest[11] ?? 0)) * MS_PER_TICK }
}

/**
 * Ends the browser if this process dies. A shell reads from a pipe of this process, and kills the browser when the
 * pipe closes. Without a shell, a browser that does not respond may survive. Returns a function that stops the watch.
 */
export const watchForEnd = (pid: number): () => void => {
  if (process.platform === "win32") return () => undefined
  const watch = spawn("/bin/sh", ["-c", `read line; [ "$line" = over ] || kill -s KILL -- -${pid}`], {
    // Terminal signals do not reach another process group.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"]
  })
  watch.on("error", () => undefined).unref()
  const { stdin } = watch
  stdin.on("error", () => undefined)
  ;(stdin as typeof stdin & { readonly unref?: () => void }).unref?.()
  return () => void stdin.end("over\n")
}

export const ended = (pid: number): Effect.Effect<void> => {
  const isAlive = () => {
    try {
      process.kill(pid, 0)
      return statOf(`${pid}/stat`)[0] !== "Z"
    } catch {
      return false
    }
  }
  return Effect.suspend(() => isAlive() ? Effect.andThen(Effect.sleep(20), ended(pid)) : Effect.void)
}
