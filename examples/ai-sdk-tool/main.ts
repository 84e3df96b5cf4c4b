// A tool for the AI SDK: the model searches, and reads the pages it finds.
import { tool, type ToolSet } from "ai"
import { type Client, createClient } from "dunlin"
import { z } from "zod"

export const searchTool = (client: Client.Client): ToolSet[string] =>
  tool({
    description: "Searches the web and returns the content of the pages found.",
    inputSchema: z.object({
      query: z.string().min(1).max(500).describe("What to search for; operators such as site: and -word work"),
      limit: z.number().int().min(1).max(10).default(3)
    }),
    execute: async ({ limit, query }, { abortSignal }) => {
      const { data, warning } = await client.search(query, {
        limit,
        signal: abortSignal,
        scrapeOptions: { formats: ["markdown"] }
      })
      const results = (data.web ?? []).map(({ description, markdown, title, url }) => ({
        title,
        url,
        content: markdown ?? description
      }))
      return { results, warning }
    }
  })

export const program = async () => {
  const client = createClient()
  await client.index([
    { url: "https://example.com/dunlin", title: "Dunlin", text: "The dunlin feels its prey in wet mud." }
  ])
  const { execute } = searchTool(client)
  const answer = await execute?.({ query: "dunlin prey", limit: 1 }, { toolCallId: "1", messages: [], context: {} })
  await client.close()
  return answer
}

if (import.meta.main) {
  console.log(await program())
}
