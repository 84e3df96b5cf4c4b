import { readdirSync, readFileSync } from "node:fs"

/** A process of this machine. */
export interface Process {
  readonly pid: number
  readonly parent: number
  /** Read when it is used: most processes of a table are of no interest. Empty for a process that has ended. */
  readonly command: string
}

/** A file about a process, read the Linux way; nothing for a process that has ended. */
const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1")
  } catch {
    return ""
  }
}

/** The command of a process; empty for a process that has ended. */
export const commandOf = (pid: number): string => read(pid, "cmdline")

export const isRunning = (pid: number): boolean => commandOf(pid) !== ""

/** The process table; without those that have ended meanwhile. */
const processes = (): ReadonlyArray<Process> =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).flatMap((pid) => {
    const parent = /\) \S (\d+)/.exec(read(pid, "stat"))?.[1]
    if (parent === undefined) return []
    return [{
      pid,
      parent: Number(parent),
      get command() {
        return commandOf(pid)
      }
    }]
  })

/** The processes that this one has started and whose command contains these words. */
export const startedHere = (words: string): ReadonlyArray<Process> =>
  processes().filter((one) => one.parent === process.pid && one.command.includes(words))

/** All that processes have started, and what that has started, without themselves. */
export const startedBy = (parents: ReadonlyArray<number>): ReadonlyArray<Process> => {
  if (parents.length === 0) return []
  const all = processes()
  const found: Array<Process> = []
  const open = [...parents]
  for (const parent of open) {
    for (const process of all) {
      if (process.parent !== parent) continue
      found.push(process)
      open.push(process.pid)
    }
  }
  return found
}
