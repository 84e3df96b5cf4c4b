import { assert, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { program } from "./main.ts"

/** The model knows that oil is a lubricant. */
const vectorOf = (text: string) => [/\b(?:oil|lubricant)\b/i.test(text) ? 1 : 0, 0.1]

it("finds a page that has no word of the question", async () => {
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => body += chunk)
    request.on("end", () => {
      const { input } = JSON.parse(body) as { readonly input: ReadonlyArray<string> }
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }))
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  try {
    assert.strictEqual(await program(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`), "Pump")
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
