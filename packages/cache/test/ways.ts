/** Ways to a database on which it can get lost what the two say, and what passes while somebody waits on them. */
import { Deferred, Duration, Effect, Fiber, Redacted } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A way to the database on which it can get lost what the two say. */
export const openWay = Effect.fnUntraced(function*(url: Redacted.Redacted<string>) {
  const address = new URL(Redacted.value(url))
  const sockets = new Set<Socket>()
  /** `roundTrips` counts how often somebody sent after an answer of the database. */
  const way = { isCut: false, isSilent: false, losesAnswerOfCommit: false, roundTrips: 0 }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    const database = connect(Number(address.port), address.hostname)
    let isCommitted = false
    let isAnswered = true
    for (const [from, to] of [[client, database], [database, client]] as const) {
      sockets.add(from)
      from.on("error", () => {})
      from.on("close", () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    if (way.isCut) client.destroy()
    client.on("data", (chunk) => {
      if (way.isSilent) return
      if (isAnswered) way.roundTrips++
      isAnswered = false
      isCommitted = chunk.includes("COMMIT")
      database.write(chunk)
    })
    database.on("data", (chunk) => {
      if (way.isSilent) return
      isAnswered = true
      if (isCommitted && way.losesAnswerOfCommit) client.destroy()
      else client.write(chunk)
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.sync(() => {
        cut()
        server.close()
      })
  )
  const there = new URL(address)
  there.port = String((server.address() as AddressInfo).port)
  return Object.assign(way, { url: Redacted.make(there.href), cut })
})

/**
 * Time of connections that passes only when the test says so: once for each wait that has begun, for as long as an effect
 * runs that would otherwise hang.
 */
export const stepwise = Effect.sync(() => {
  let waits: Array<Deferred.Deferred<void>> = []
  let begun = Deferred.makeUnsafe<void>()
  const passing = () =>
    Effect.suspend(() => {
      const wait = Deferred.makeUnsafe<void>()
      waits.push(wait)
      Deferred.doneUnsafe(begun, Effect.void)
      return Deferred.await(wait)
    })
  const pass = Effect.gen(function*() {
    yield* Deferred.await(begun)
    begun = Deferred.makeUnsafe<void>()
    const over = waits
    waits = []
    for (const wait of over) Deferred.doneUnsafe(wait, Effect.void)
  })
  const during = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
    const passes = yield* Effect.forkChild(Effect.forever(pass))
    return yield* Effect.ensuring(effect, Fiber.interrupt(passes))
  })
  return { passing, during }
})

/** A bulk string of a request, from `start`, and where it ends; undefined while it has not come whole. */
const bulkAt = (bytes: Buffer, start: number) => {
  const line = bytes.indexOf("\r\n", start)
  if (line === -1) return undefined
  const begin = line + 2
  const end = begin + Number(bytes.toString("latin1", start + 1, line))
  return bytes.length < end + 2 ? undefined : { part: bytes.subarray(begin, end), end: end + 2 }
}

/** The first request, and where it ends; undefined while it has not come whole. */
const requestIn = (bytes: Buffer) => {
  const line = bytes.indexOf("\r\n")
  if (line === -1) return undefined
  const parts: Array<Buffer> = []
  let end = line + 2
  for (let left = Number(bytes.toString("latin1", 1, line)); left > 0; left--) {
    const bulk = bulkAt(bytes, end)
    if (bulk === undefined) return undefined
    parts.push(bulk.part)
    end = bulk.end
  }
  return { parts, end }
}

const written = (parts: ReadonlyArray<Buffer>) =>
  Buffer.concat([
    Buffer.from(`*${parts.length}\r\n`),
    ...parts.flatMap((part) => [Buffer.from(`$${part.length}\r\n`), part, Buffer.from("\r\n")])
  ])

/**
 * A way to Redis on which its clock stands still, as the test clock does, until it is put forward: whoever asks for the
 * time, as a command or in a script, is given a list in its place.
 */
export const standingRedis = Effect.fnUntraced(function*(url: Redacted.Redacted<string>, clock: string) {
  const address = new URL(Redacted.value(url))
  const list = `clock:${clock}`
  const shown = (time: number) => [String(Math.floor(time / 1000)), String(time % 1000 * 1000)]
  const asked = (parts: ReadonlyArray<Buffer>): ReadonlyArray<Buffer> => {
    const [command = "", text = ""] = parts.slice(0, 2).map(String)
    if (command === "TIME") return ["LRANGE", list, "0", "1"].map((part) => Buffer.from(part))
    if (command !== "EVAL") return parts
    const script = text.replaceAll("redis.call('TIME')", `redis.call('LRANGE', '${list}', 0, 1)`)
    return [Buffer.from(command), Buffer.from(script), ...parts.slice(2)]
  }
  const server = createServer((client) => {
    const redis = connect(Number(address.port), address.hostname)
    let rest: Buffer = Buffer.alloc(0)
    for (const [from, to] of [[client, redis], [redis, client]] as const) {
      from.on("error", () => {})
      from.on("close", () => to.destroy())
    }
    redis.on("data", (chunk) => client.write(chunk))
    client.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (let request = requestIn(rest); request !== undefined; request = requestIn(rest)) {
        redis.write(written(asked(request.parts)))
        rest = rest.subarray(request.end)
      }
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.sync(() => server.close())
  )
  const { createClient } = yield* Effect.promise(() => import("redis"))
  const hand = createClient({ url: address.href })
  yield* Effect.acquireRelease(Effect.promise(() => hand.connect()), () => Effect.sync(() => hand.destroy()))
  let now = 0
  const put = (time: Duration.Input) =>
    Effect.promise(async () => {
      now += Duration.toMillis(time)
      await hand.multi().del(list).rPush(list, shown(now)).exec()
    })
  yield* put(0)
  const there = new URL(address)
  there.port = String((server.address() as AddressInfo).port)
  return { url: Redacted.make(there.href), put }
})
