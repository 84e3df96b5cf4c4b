/** Ways to a database on which it can get lost what the two say, and what passes while somebody waits on them. */
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A way to the database on which it can get lost what the two say. */
export const openWay = Effect.fnUntraced(function*(url: Redacted.Redacted<string>) {
  const address = new URL(Redacted.value(url))
  const sockets = new Set<Socket>()
  const way = { isCut: false, isSilent: false, losesAnswerOfCommit: false }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    const database = connect(Number(address.port), address.hostname)
    let isCommitted = false
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
      isCommitted = chunk.includes("COMMIT")
      database.write(chunk)
    })
    database.on("data", (chunk) => {
      if (way.isSilent) return
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
