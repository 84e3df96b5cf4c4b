/** A Redis of a few commands, which fails as it is told. */
import * as Effect from "effect/Effect"
import { createServer, type Socket } from "node:net"

/** How it answers: as it should, not at all, or with an error to commands that write. */
export type Mood = "well" | "hung" | { readonly refuses: string; readonly reads?: boolean }

export interface FakeRedis {
  readonly url: string
  readonly mood: Mood
  /** Changes how it answers. One that hung answers then what it was sent meanwhile. */
  readonly becomes: (mood: Mood) => void
  /** Names of the commands that arrived, those of the handshake excepted. */
  readonly commands: Array<string>
  /** Waits until this many commands have arrived. */
  readonly arrived: (count: number) => Effect.Effect<void>
  /** Closes all connections and takes no new ones; again it takes them. */
  readonly isDown: (isDown: boolean) => Effect.Effect<void>
}

/** The commands at the beginning of the bytes, as RESP writes them, and the bytes they took. */
const commandsIn = (
  bytes: Buffer
): { readonly commands: ReadonlyArray<ReadonlyArray<string>>; readonly end: number } => {
  const commands: Array<ReadonlyArray<string>> = []
  let end = 0
  for (;;) {
    let at = end
    const line = (): string | undefined => {
      const stop = bytes.indexOf("\r\n", at)
      if (stop < 0) return undefined
      const found = bytes.toString("latin1", at, stop)
      at = stop + 2
      return found
    }
    const head = line()
    if (head === undefined) return { commands, end }
    const parts: Array<string> = []
    for (let left = Number(head.slice(1)); left > 0; left--) {
      const size = line()
      if (size === undefined || bytes.length < at + Number(size.slice(1)) + 2) return { commands, end }
      parts.push(bytes.toString("latin1", at, at + Number(size.slice(1))))
      at += Number(size.slice(1)) + 2
    }
    commands.push(parts)
    end = at
  }
}

const handshake = new Set(["HELLO", "CLIENT", "AUTH", "SELECT"])
const reads = new Set(["GET", "PING", "TIME"])

/** Scripts over one key take and give back leases; the others find nothing. */
const answer = (name: string, keys: string | undefined): string => {
  switch (name) {
    case "HELLO":
      return "*2\r\n$5\r\nproto\r\n:2\r\n"
    case "TIME": {
      const now = Date.now()
      const seconds = String(Math.floor(now / 1000))
      return `*2\r\n$${seconds.length}\r\n${seconds}\r\n$1\r\n0\r\n`
    }
    case "GET":
      return "$1\r\n1\r\n"
    case "EVALSHA":
      return keys === "1" ? ":1\r\n" : ":0\r\n"
    default:
      return "+OK\r\n"
  }
}

export const fakeRedis = Effect.acquireRelease(
  Effect.callback<FakeRedis & { readonly end: () => void }>((resume) => {
    const sockets = new Set<Socket>()
    const waiting: Array<{ readonly count: number; readonly done: () => void }> = []
    const unanswered: Array<() => void> = []
    let port = 0
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => {})
      socket.on("close", () => sockets.delete(socket))
      let rest: Buffer = Buffer.alloc(0)
      socket.on("data", (chunk) => {
        rest = Buffer.concat([rest, chunk])
        const { commands, end } = commandsIn(rest)
        rest = rest.subarray(end)
        for (const [command = "", , keys] of commands) {
          const name = command.toUpperCase()
          const { mood } = fake
          if (!handshake.has(name)) fake.commands.push(name)
          for (const one of waiting) if (fake.commands.length >= one.count) one.done()
          if (mood === "hung") {
            unanswered.push(() => socket.write(answer(name, keys)))
            continue
          }
          const isRefused = mood !== "well" && !handshake.has(name) && (mood.reads === true || !reads.has(name))
          socket.write(isRefused ? `-${mood.refuses}\r\n` : answer(name, keys))
        }
      })
    })
    const fake: FakeRedis & { mood: Mood; readonly end: () => void } = {
      url: "",
      mood: "well",
      becomes: (mood) => {
        fake.mood = mood
        if (mood === "well") { for (const write of unanswered.splice(0)) write() }
      },
      commands: [],
      arrived: (count) =>
        Effect.callback((resume) => {
          const done = () => resume(Effect.void)
          if (fake.commands.length >= count) done()
          else waiting.push({ count, done })
        }),
      isDown: (isDown) =>
        Effect.callback((resume) => {
          if (!isDown) return void server.listen(port, "127.0.0.1", () => resume(Effect.void))
          for (const socket of sockets) socket.destroy()
          server.close(() => resume(Effect.void))
        }),
      end: () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
    }
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed(Object.assign(fake, { url: `redis://127.0.0.1:${port}` })))
    })
  }),
  (fake) => Effect.sync(fake.end)
)
