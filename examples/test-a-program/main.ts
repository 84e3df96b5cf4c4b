// A program that searches, written so that a test can give it the client: its test asks nobody.
import { type Client, createClient } from "dunlin"

/** Titles of pages about a topic, or why there are none. */
export const titlesOf = async (client: Client.Client, topic: string): Promise<ReadonlyArray<string> | string> => {
  try {
    const { data } = await client.search(topic, { limit: 3, scrapeOptions: { formats: ["markdown"] } })
    return (data.web ?? []).map(({ markdown, title }) => /^# (.+)$/m.exec(markdown ?? "")?.[1] ?? title)
  } catch (error) {
    if (error instanceof Error && "_tag" in error && error._tag === "SearchError") return "the engine is down"
    throw error
  }
}

if (import.meta.main) {
  const client = createClient()
  console.log(await titlesOf(client, "waders"))
  await client.close()
}
