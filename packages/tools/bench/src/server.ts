// Measures the published `dunlin serve`: time to the first response, and memory when idle: npm run bench -- server
// [--starts=5] [--idle=5] [--source] Compared, in the same run, with a plain node:http server that responds to the
// same request.
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { median } from "./measure.ts"
import { figure } from "./report.ts"

const root = new URL("../../../../", import.meta.url).pathname

const bare = `require("node:http").createServer((request, response) => {
  request.resume().on("end", () => response.end('{"success":true,"data":{"web":[]}}'))
}).listen(process.env.DUNLIN_PORT, "127.0.0.1")`

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const ask = (port: number) =>
  new Promise<boolean>((resolve) => {
    const body = JSON.stringify({ query: "anything" })
    const headers = { "content-type": "application/json", "content-length": body.length }
    const call = request({ port, host: "127.0.0.1", method: "POST", path: "/v2/search", headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode === 200))
    })
    call.on("error", () => resolve(false))
    call.end(body)
  })

const memory = (pid: number): number => {
  const field = (id: string | number, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0)
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((id) => {
    try {
      return [{ id: Number(id), parent: field(id, "PPid"), kilobytes: field(id, "VmRSS") }]
    } catch {
      return []
    }
  })
  const total = (id: number): number =>
    (all.find((one) => one.id === id)?.kilobytes ?? 0) +
    all.filter(({ parent }) => parent === id).reduce((sum, child) => sum + total(child.id), 0)
  return total(pid) / 1024
}

const start = async (args: ReadonlyArray<string>, env: Record<string, string>, idle: number) => {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), "dunlin-bench-"))
  const begin = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DUNLIN_DATA: data, DUNLIN_PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const ended = new Promise((resolve) => child.on("close", resolve))
  try {
    while (!(await ask(port))) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const milliseconds = performance.now() - begin
    await new Promise((resolve) => setTimeout(resolve, idle * 1000))
    return { milliseconds, megabytes: memory(child.pid ?? 0) }
  } finally {
    child.kill("SIGTERM")
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? fallback)
  const starts = option("starts", 5)
  const idle = option("idle", 5)
  const compiled = mkdtempSync(join(tmpdir(), "dunlin-bench-compiled-"))
  const dunlin = args.includes("--source")
    ? [`${root}packages/dunlin/src/bin.ts`, "serve"]
    : [`${root}packages/dunlin/dist/bundle/dunlin.js`, "serve"]
  const cases: ReadonlyArray<readonly [name: string, args: ReadonlyArray<string>, env: Record<string, string>]> = [
    ["dunlin serve, first start", dunlin, { NODE_DISABLE_COMPILE_CACHE: "1" }],
    ["dunlin serve, later start", dunlin, { NODE_COMPILE_CACHE: compiled }],
    ["bare node:http", ["-e", bare], {}]
  ]
  try {
    // The first start fills the compile cache.
    await start(dunlin, { NODE_COMPILE_CACHE: compiled }, 0)
    const results = cases.map(([name]) => ({ name, runs: [] as Array<{ milliseconds: number; megabytes: number }> }))
    for (let round = 0; round < starts; round++) {
      for (const [index, [, command, env]] of cases.entries()) {
        results[index]?.runs.push(await start(command, env, idle))
      }
    }
    const medians = results.map(({ name, runs }) => {
      const times = runs.map(({ milliseconds }) => milliseconds)
      const sizes = runs.map(({ megabytes }) => megabytes)
      const [first, idleSize] = [Math.round(median(times)), Math.round(median(sizes))]
      console.log(
        `${name.padEnd(40)} first answer ${String(first).padStart(5)} ms (best ${Math.min(...times).toFixed(0)})` +
          `   idle ${String(idleSize).padStart(4)} MB`
      )
      return { name, first, idle: idleSize }
    })
    const peer = medians.pop()!
    for (const { first, idle, name } of medians) {
      figure({
        area: name,
        metric: "time to the first response, ms",
        ours: first,
        peer: { name: peer.name, value: peer.first }
      })
      figure({ area: name, metric: "memory when idle, MB", ours: idle, peer: { name: peer.name, value: peer.idle } })
    }
  } finally {
    rmSync(compiled, { recursive: true, force: true })
  }
}
