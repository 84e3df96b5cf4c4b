/** A forward proxy on loopback: `proxy-chain` of Apify, which others run in front of their browsers. */
import { Effect } from "effect"
import { Server } from "proxy-chain"
import { freePort } from "../../common/test/freePort.ts"

export interface Proxy {
  readonly address: (password: string) => string
  /** The requests that it received so far, such as `CONNECT 127.0.0.1:8080`. */
  readonly received: () => ReadonlyArray<string>
  readonly stop: Effect.Effect<void>
}

export const password = "s3cret"

/** Starts a proxy that requires a password and opens tunnels to any port. */
export const forwardProxy = Effect.gen(function*() {
  const received: Array<string> = []
  const server = new Server({
    host: "127.0.0.1",
    // nobody else gets the port when the proxy is stopped
    port: yield* freePort,
    prepareRequestFunction: ({ hostname, password: given, port, request, username }) => {
      received.push(`${request.method} ${hostname}:${port}`)
      return { requestAuthentication: username !== "user" || given !== password }
    }
  })
  const stop = Effect.promise(() => server.close(true))
  yield* Effect.acquireRelease(Effect.promise(() => server.listen()), () => stop)
  const proxy: Proxy = {
    address: (password) => `http://user:${password}@127.0.0.1:${server.port}`,
    received: () => received,
    stop
  }
  return proxy
})
