// A search over documents of your own: they are indexed once, in a file of the data folder, and found by words,
// operators and dates.
import { createClient } from "dunlin"

const notes = [
  {
    url: "https://notes.example/2026/pump",
    title: "Pump",
    text: "The pump stops at 40 bar.",
    publishedAt: "2026-03-01"
  },
  {
    url: "https://notes.example/2025/pump",
    title: "Old pump",
    text: "The pump stops at 30 bar.",
    publishedAt: "2025-03-01"
  },
  { url: "https://notes.example/2026/valve", title: "Valve", text: "Open the valve before the pump starts." }
]

export const program = async (data?: string) => {
  const client = createClient({ data })
  const { added } = await client.index(notes)
  const found = async (query: string) => (await client.search(query)).data.web?.map(({ title }) => title)
  const answers = {
    added,
    words: await found("when does the pump stop"),
    operators: await found("pump inurl:2026 -valve"),
    after: await found("pump after:2026-01-01 intitle:pump")
  }
  await client.close()
  return answers
}

if (import.meta.main) {
  console.log(await program())
}
