// Sends requests over plain sockets. Each writes one request at a time and reads the whole response, without the
// overhead of an HTTP client.
import { connect } from "node:net"

export interface Load {
  readonly port: number
  readonly request: string
  readonly connections: number
  readonly seconds: number
  readonly rate?: number | undefined
}

export interface Answered {
  readonly count: number
  readonly perSecond: number
  /** Milliseconds since the time at which a request was due. */
  readonly p50: number
  readonly p99: number
}

const lengthOf = (bytes: Buffer): number | undefined => {
  const head = bytes.indexOf("\r\n\r\n")
  if (head < 0) return undefined
  const text = bytes.toString("latin1", 0, head)
  if (!text.startsWith("HTTP/1.1 200")) throw new Error(text)
  const length = /content-length: (\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error("an answer without a length")
  return head + 4 + Number(length)
}

export const load = async ({ connections, port, rate, request, seconds }: Load): Promise<Answered> => {
  const latencies: Array<number> = []
  const start = performance.now()
  const end = start + seconds * 1000
  const between = rate === undefined ? 0 : connections * 1000 / rate

  const one = (number: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1").setNoDelay(true)
      let due = start + between * number / connections
      let received: Array<Buffer> = []
      let size = 0
      let expected: number | undefined
      const ask = () => {
        // If the previous response delays a request, its time is measured from the time at which it was due.
        if (between === 0) due = performance.now()
        socket.write(request)
      }
      const next = () => {
        due += between
        const now = performance.now()
        if (Math.max(now, due) >= end) {
          socket.destroy()
          return resolve()
        }
        if (due <= now) return ask()
        return void setTimeout(() => {
          // The delay of a late timer does not count for the server.
          due = performance.now()
          ask()
        }, due - now)
      }
      socket.on("connect", ask)
      socket.on("error", reject)
      socket.on("data", (chunk) => {
        size += chunk.length
        if (expected === undefined) {
          received.push(chunk)
          expected = lengthOf(received.length === 1 ? chunk : Buffer.concat(received))
        }
        if (expected === undefined || size < expected) return
        latencies.push(performance.now() - due)
        received = []
        size = 0
        expected = undefined
        next()
      })
    })

  await Promise.all(Array.from({ length: connections }, (_, number) => one(number)))
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { count: latencies.length, perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) }
}
