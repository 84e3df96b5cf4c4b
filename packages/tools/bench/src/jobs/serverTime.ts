// Reads the processor time of a database from Linux's data about its processes.
import { readdirSync, readFileSync } from "node:fs"

const millisecondsPerTick = 10

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    // The process has ended in the meantime.
    return ""
  }
}

export const serverTime = (address: string): number => {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  const { port } = new URL(address)
  const isRedis = address.startsWith("redis:")
  const server = pids.find((pid) =>
    isRedis ?
      new RegExp(`redis-server [^]*:${port}`).test(textOf(`/proc/${pid}/cmdline`)) :
      textOf(`/proc/${pid}/cmdline`).includes(`postgres\0-D\0`) &&
      textOf(`/proc/${pid}/cmdline`).includes(`\0${port}\0`)
  )
  let ticks = 0
  for (const pid of pids) {
    const fields = textOf(`/proc/${pid}/stat`).replace(/^.*\) /, "").split(" ")
    if (pid === server) ticks += Number(fields[13]) + Number(fields[14])
    if (pid === server || fields[1] === server) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * millisecondsPerTick
}
