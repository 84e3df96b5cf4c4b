// A summary, an answer and data of a page. Nothing is set up here, so that all three are made of what the page itself
// says; with `models` a language model makes them, see docs/how-to/ask-a-model.md.
import { Fetcher } from "@dunlin/fetcher"
import { createClient } from "dunlin"

const url = "https://example.com/berths"

const page = `<main><h1>Berths</h1><p>The harbour of Westhaven has 60 berths for guests. They are run by the town.</p>
<table><tr><th>Length of the boat</th><th>Night</th></tr>
<tr><td>up to 8 m</td><td>€ 12</td></tr><tr><td>up to 12 m</td><td>€ 18</td></tr></table></main>`

export const program = async () => {
  const client = createClient({ fetcher: Fetcher.layerMemory({ [url]: page }) })
  const { answer, json, summary } = await client.scrape(url, {
    formats: [
      "summary",
      { type: "question", question: "What does a night cost for a boat of 12 m?" },
      {
        type: "json",
        schema: {
          type: "object",
          properties: {
            berths: {
              type: "array",
              items: { type: "object", properties: { length: { type: "string" }, night: { type: "number" } } }
            }
          },
          required: ["berths"]
        }
      }
    ]
  })
  await client.close()
  return [summary, answer, JSON.stringify(json)]
}

if (import.meta.main) {
  console.log((await program()).join("\n"))
}
