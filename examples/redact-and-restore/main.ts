// A model works on redacted pages, and its answer is filled in again for whoever may read it.
import { Fetcher } from "@dunlin/fetcher"
import { SearchProvider } from "@dunlin/providers"
import { Placeholders } from "@dunlin/redaction"
import { createClient } from "dunlin"

const url = "https://example.com/team"
const page = `<main><h1>Our team</h1><p>Write to Maria Schneider, maria.schneider@example.com.</p></main>`

// an engine and a site that never fail; yours is `Searxng.layer({ url })`, and pages are read without `fetcher`
const provider = SearchProvider.layerMemory([{ source: "web", url, title: "Team", description: "", position: 1 }])
const fetcher = Fetcher.layerMemory({ [url]: page })

// your model: it gets the redacted text, and repeats the tags it needs
const ask = async (text: string) => `The address of ${/<PERSON_\d+>/.exec(text)} is ${/<EMAIL_\d+>/.exec(text)}.`

export const program = async () => {
  const client = createClient({ provider, fetcher })
  const { data, placeholders = {} } = await client.search("who is in the team", {
    scrapeOptions: { formats: ["markdown"], redactPII: { placeholders: true } }
  })
  await client.close()
  const answer = await ask(data.web?.[0]?.markdown ?? "")
  return { answer, restored: Placeholders.restore(answer, placeholders) }
}

if (import.meta.main) {
  console.log(await program())
}
