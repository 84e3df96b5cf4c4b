// PROCESSOR_TIME=<file>: each file of tests appends to it a line of JSON, with the seconds of a processor that its tests took
// and the processes that they started and that have ended. Linux only.
import { appendFileSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, expect } from "vitest"

/** Ticks in a second, as Linux tells times to programs. */
const TICKS = 100

/** Ticks of this process and of those that it has waited for, in the program and in the system. */
const spent = () => {
  const stat = readFileSync("/proc/self/stat", "utf8")
  // the name of the program, in parentheses, may have spaces in it
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

let before = 0
beforeAll(() => {
  before = spent()
})
afterAll(() => {
  const line = { file: expect.getState().testPath, seconds: (spent() - before) / TICKS }
  appendFileSync(process.env.PROCESSOR_TIME, `${JSON.stringify(line)}\n`)
})
