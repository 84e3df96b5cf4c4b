// The first search of a program.
import { createClient } from "../packages/dunlin/src/index.ts"

const client = createClient()
await client.index([{ url: "https://example.com/a", title: "Typed errors", text: "A typed error tells what to do." }])
const { data } = await client.search("typed error", { limit: 1 })
if (data.web?.length !== 1) throw new Error("the first search found nothing")
await client.close()
