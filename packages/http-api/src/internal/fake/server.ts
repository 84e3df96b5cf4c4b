/** Runs the fake server on a port. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answering } from "./answering.ts"
import * as Kinds from "./kinds.ts"
import { type FakeServer, type Matching, UnexpectedCalls } from "./model.ts"
import * as Rules from "./rule.ts"

export const start = (key: string | undefined): Promise<FakeServer> => {
  let origin = ""
  const { calls, handle, nextId, rules, timers } = answering(key, () => origin)
  const server = createServer((incoming, outgoing) => {
    // A client that disconnects while it sends is no error of the fake.
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const close = (): Promise<void> =>
    new Promise((resolve, reject) => {
      for (const timer of timers) clearTimeout(timer)
      const surprises = calls.flatMap(({ unexpected }) => unexpected ?? [])
      server.close(() => surprises.length === 0 ? resolve() : reject(new UnexpectedCalls({ calls: surprises })))
      server.closeAllConnections()
    })
  const rule = <Body, Given, Settings>(kind: Rules.Kind<Given, Settings>, wanted: Matching<Body> | undefined) => {
    const { expectation, rule } = Rules.make<Body, Given, Settings>(kind, wanted)
    rules.push(expectation)
    return rule
  }

  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      resolve({
        url: origin,
        calls,
        search: (wanted) => rule(Kinds.search(nextId), wanted),
        scrape: (wanted) => rule(Kinds.scrape, wanted),
        map: (wanted) => rule(Kinds.map, wanted),
        crawl: (wanted) => rule(Kinds.crawl, wanted),
        batch: (wanted) => rule(Kinds.batch, wanted),
        extract: (wanted) => rule(Kinds.extract, wanted),
        on: (method, path, wanted) => rule(Kinds.any(method, path), wanted),
        close,
        [Symbol.asyncDispose]: close
      })
    })
  })
}
