#!/usr/bin/env node
// A Chromium whose answers to one kind of call never arrive. Stands between playwright, which starts it, and the real one.
// DUNLIN_HUNG_BROWSER: the real Chromium; DUNLIN_HUNG_METHOD: the kind; DUNLIN_HUNG_LOG: a file for the kinds that were seen.
import { spawn } from "node:child_process"
import { appendFileSync, createReadStream, createWriteStream } from "node:fs"

const { DUNLIN_HUNG_BROWSER: browser, DUNLIN_HUNG_LOG: log, DUNLIN_HUNG_METHOD: method } = process.env
const real = spawn(browser, process.argv.slice(2), { stdio: ["ignore", "inherit", "inherit", "pipe", "pipe"] })
real.on("exit", (code) => process.exit(code ?? 1))

/** Calls whose answers are withheld. */
const hung = new Set()
const seen = new Set()

/** Passes messages on, each of which ends with a zero byte. */
const relay = (from, to, passes) => {
  let rest = Buffer.alloc(0)
  from.on("data", (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      const message = rest.subarray(0, end + 1)
      rest = rest.subarray(end + 1)
      if (passes(message)) to.write(message)
    }
  })
  from.on("end", () => to.end())
  from.on("error", () => process.exit(1))
  to.on("error", () => process.exit(1))
}

relay(createReadStream("", { fd: 3 }), real.stdio[3], (message) => {
  const call = JSON.parse(message.subarray(0, -1).toString())
  if (!seen.has(call.method)) {
    seen.add(call.method)
    if (log) appendFileSync(log, `${call.method}\n`)
  }
  if (call.method === method) hung.add(call.id)
  return true
})
relay(real.stdio[4], createWriteStream("", { fd: 4 }), (message) => {
  if (hung.size === 0 || !message.subarray(0, 20).includes("\"id\":")) return true
  return !hung.has(JSON.parse(message.subarray(0, -1).toString()).id)
})
