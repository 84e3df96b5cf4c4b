// The search of a site without a server: the index is written as one text when the site is built, and searched in the
// browser of its reader. Words, ranking and passages are those of every other search.
import { FrozenIndex } from "@dunlin/providers"
import { createClient } from "dunlin"
import { join } from "node:path"

const pages = [
  { url: "https://docs.example/install", title: "Install", text: "Unpack the archive and run the program setup." },
  {
    url: "https://docs.example/pumps",
    title: "Pumps",
    text: "A pump stops at 40 bar. Open the valve before servicing."
  },
  { url: "https://docs.example/errors", title: "Error codes", text: "E17: the pressure fell while a pump was running." }
]

/** When the site is built: `data` is a folder; the text goes beside the pages, for example as `search.txt`. */
export const freeze = async (data: string): Promise<string> => {
  const client = createClient({ data })
  await client.index(pages)
  await client.close()
  return FrozenIndex.freeze(join(data, "index.sqlite"))
}

/** In the browser: `text` was fetched, or came in a script. A browser imports `@dunlin/search-index/FrozenIndex`. */
export const find = async (text: string, query: string) => {
  const index = await FrozenIndex.open(text)
  return (await index.search(query, 3)).map(({ description, title }) => ({ title, description }))
}

export const program = async (data: string) => {
  const text = await freeze(data)
  return {
    bytes: text.length,
    found: await find(text, "when does a pump stop"),
    narrow: await find(text, "pump intitle:error")
  }
}

if (import.meta.main) {
  console.log(await program(".data"))
}
