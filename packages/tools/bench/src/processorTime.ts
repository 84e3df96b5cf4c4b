/** Reads the processor time of a process and of its descendants from Linux's `/proc`. */
import { readdirSync, readFileSync } from "node:fs"

/** Milliseconds of a tick of processor time on Linux. */
const MILLISECONDS_PER_TICK = 10

/**
 * Position of the parent's id after the name in `/proc/PID/stat`. The processor times of the process and of its ended
 * children follow.
 */
const PARENT = 1
const TIMES = [11, 12, 13, 14]

const fieldsOf = (pid: string): ReadonlyArray<string> => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\) /s, "").split(" ")
  } catch {
    return []
  }
}

export const processorTime = (root: number): number => {
  const all = new Map(readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) => [pid, fieldsOf(pid)]))
  const family = new Set([String(root)])
  for (let size = 0; size !== family.size;) {
    size = family.size
    for (const [pid, fields] of all) if (family.has(fields[PARENT] ?? "")) family.add(pid)
  }
  let ticks = 0
  for (const pid of family) for (const field of TIMES) ticks += Number(all.get(pid)?.[field] ?? 0)
  return ticks * MILLISECONDS_PER_TICK
}
