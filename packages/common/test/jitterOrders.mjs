// Run under `.config/jitter.mjs`, with every kind of event late half of the time: says what came in another order than Node
// promises, or not at all.
import assert from "node:assert"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs"
import { readFile as read } from "node:fs/promises"
import { createServer } from "node:http"
import { isMainThread, parentPort, Worker } from "node:worker_threads"

const count = 100
const numbers = Array.from({ length: count }, (_, index) => index)

const late = () => {
  const { kinds } = globalThis[Symbol.for("dunlin/jitter")]
  for (const kind of Object.values(kinds)) kind.temper = { share: 0.5, longest: 4 }
}

const thread = async () => {
  const worker = new Worker(new URL(import.meta.url), { execArgv: [] })
  const said = []
  worker.on("message", (number) => said.push(number))
  for (const number of numbers) worker.postMessage(number, [])
  assert.deepStrictEqual(await once(worker, "exit"), [0])
  assert.deepStrictEqual(said, numbers, "messages of a thread, all of them before its end")
}

const immediates = async () => {
  const seen = []
  const cleared = setImmediate(() => seen.push("cleared"))
  await Promise.all(numbers.map((number) => new Promise((resolve) => setImmediate(() => resolve(seen.push(number))))))
  clearImmediate(cleared)
  assert.deepStrictEqual(seen.filter(Number.isInteger), numbers, "immediates")
}

const timers = async () => {
  const seen = []
  const stopped = numbers.map((number) => setTimeout(() => seen.push(`stopped ${number}`), 5))
  // cleared when they are due at the latest, and some of them are held
  setTimeout(() => stopped.forEach(clearTimeout), 1)
  await Promise.all(numbers.map((number) => new Promise((resolve) => setTimeout(() => resolve(seen.push(number)), 10))))
  assert.deepStrictEqual(seen.filter(Number.isInteger), numbers, "timers of one length")
}

const sockets = async () => {
  const server = createServer((request, response) => request.pipe(response)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const body = numbers.join().repeat(3000)
  const echo = async () => (await fetch(`http://127.0.0.1:${server.address().port}/`, { method: "POST", body })).text()
  const answers = await Promise.all(Array.from({ length: 8 }, echo))
  assert.ok(answers.every((answer) => answer === body), "bytes of a socket")
  await new Promise((resolve) => server.close(resolve))
}

const processes = async () => {
  const script = `console.log("x".repeat(1e6)); process.exitCode = Symbol.for("dunlin/jitter") in globalThis ? 7 : 8`
  const child = spawn(process.execPath, ["-e", script])
  let said = 0
  child.stdout.on("data", (chunk) => said += chunk.length)
  assert.deepStrictEqual(await once(child, "close"), [7, null], "a process is loaded with it, and ends")
  assert.strictEqual(said, 1e6 + 1, "bytes of a process, all of them before its end")
}

const files = async () => {
  const text = await read(import.meta.filename, "utf8")
  const again = await new Promise((resolve, reject) =>
    readFile(import.meta.filename, "utf8", (error, text) => error ? reject(error) : resolve(text))
  )
  assert.strictEqual(again, text)
}

if (isMainThread) {
  late()
  for (const check of [thread, immediates, timers, sockets, processes, files]) await check()
  console.log("in order")
} else {
  parentPort.on("message", (number) => {
    parentPort.postMessage(number, [])
    if (number === count - 1) parentPort.close()
  })
}
