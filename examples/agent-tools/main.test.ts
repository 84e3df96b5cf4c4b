import { Fetcher } from "@dunlin/fetcher"
import { createClient } from "dunlin"
import { assert, it } from "vitest"
import { aiSdkTools, langChainTools, program } from "./main.ts"

it("answers with passages and their source", async () => {
  assert.strictEqual(
    await program(),
    "[1] Dunlin | https://example.com/dunlin\nThe dunlin feels its prey in wet mud. Terns dive."
  )
})

it("reads a page in pieces, in either framework", async () => {
  const words = Array.from({ length: 300 }, (_, at) => `<p>Paragraph ${at} tells of dunlins and of mud.</p>`).join("")
  await using client = createClient({
    fetcher: Fetcher.layerMemory({ "https://example.com/": `<title>Mud</title><main><h1>Mud</h1>${words}</main>` })
  })
  const url = "https://example.com/"
  const [, read] = langChainTools(client)
  const first = await read.invoke({ url, maxTokens: 300 })
  const next = Number(/\[next: (\d+)\]$/.exec(first)?.[1])
  const second = await aiSdkTools(client).read?.execute?.(
    { url, maxTokens: 300, offset: next },
    { toolCallId: "1", messages: [], context: {} }
  )
  assert.match(String(second), /^Paragraph \d+ tells/)
})
