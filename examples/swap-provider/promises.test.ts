import { assert, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { search } from "./promises.ts"

it("an engine that is a function", async () => {
  const asked: Array<string> = []
  const server = createServer(({ url }, response) => {
    asked.push(url ?? "")
    response.end(JSON.stringify({ items: [{ link: "https://example.com/dunlin", name: "Dunlin" }] }))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const found = await search(`http://127.0.0.1:${(server.address() as AddressInfo).port}/find`, "small waders")
  assert.deepStrictEqual(found, ["Dunlin: https://example.com/dunlin"])
  assert.deepStrictEqual(asked, ["/find?q=small%20waders&n=3"])
  server.closeAllConnections()
  server.close()
})
