import { Listener } from "@dunlin/http-api"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Layer, Logger } from "effect"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { server } from "./main.ts"

const ask = async (url: string): Promise<ReadonlyArray<string>> => {
  const response = await fetch(`${url}/v2/search`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "typed errors", highlights: false })
  })
  const { data } = await response.json() as { readonly data: { readonly web: ReadonlyArray<{ readonly url: string }> } }
  return data.web.map((hit) => hit.url)
}

it("answers searches over HTTP by the stage, with the engine that the environment names", async () => {
  const data = mkdtempSync(join(tmpdir(), "dunlin-own-server-"))
  const engine = createServer((_, response) => {
    const results = ["https://blog.example.org/errors", "https://docs.example.com/errors"].map((url) => ({
      url,
      title: "Typed errors",
      content: "Typed errors"
    }))
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }))
  })
  engine.listen(0, "127.0.0.1")
  await once(engine, "listening")
  const env = {
    DUNLIN_DATA: data,
    DUNLIN_PROVIDER: "searxng",
    DUNLIN_SEARXNG_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`
  }
  try {
    const found = await Effect.runPromise(
      Layer.build(server(0)).pipe(
        Effect.flatMap((context) => Effect.promise(() => ask(Context.get(context, Listener.Listener).url))),
        Effect.scoped,
        Effect.provide(Logger.layer([])),
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env)))
      )
    )
    assert.deepStrictEqual(found, ["https://docs.example.com/errors", "https://blog.example.org/errors"])
  } finally {
    engine.closeAllConnections()
    engine.close()
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
})
