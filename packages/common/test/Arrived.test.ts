import { Arrived } from "@dunlin/common"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** Two ends of a connection. */
const ends = Effect.acquireRelease(
  Effect.promise(() =>
    new Promise<readonly [Socket, Socket]>((resolve) => {
      const server = createServer((one) => {
        server.close()
        resolve([one, other])
      }).listen(0, "127.0.0.1")
      let other: Socket
      server.once("listening", () => other = connect((server.address() as AddressInfo).port, "127.0.0.1"))
    })
  ),
  (all) => Effect.sync(() => all.forEach((end) => end.destroy()))
)

it.live("returns the events that had arrived, without later ones", () =>
  Effect.gen(function*() {
    const [one, other] = yield* ends
    let heard = ""
    other.on("data", (text) => heard += String(text))
    // written when this calls back, so that it lies there; nothing is read within this turn
    yield* Effect.callback<void>((resume) => {
      one.write("answer", () => resume(Effect.void))
    })
    yield* Arrived.arrived
    assert.strictEqual(heard, "answer")
  }))
