import { readdirSync, readFileSync } from "node:fs"

/** A process of this machine. */
export interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** The process table, read the Linux way; without those that have ended meanwhile. */
export const processes = (): ReadonlyArray<Process> =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    const read = (file: string) => readFileSync(`/proc/${name}/${file}`, "latin1")
    try {
      return [{ pid: Number(name), parent: Number(/\) \S (\d+)/.exec(read("stat"))?.[1]), command: read("cmdline") }]
    } catch {
      return []
    }
  })

/** All that processes have started, and what that has started, without themselves. */
export const startedBy = (parents: ReadonlyArray<number>): ReadonlyArray<Process> => {
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
