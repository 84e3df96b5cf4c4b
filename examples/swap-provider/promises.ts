/** A search engine of your own, without Effect. */
import { SearchFunction } from "@dunlin/providers"
import { createClient } from "dunlin"

/** Asks the engine at an address, which answers `{ items: [{ link, name }] }`. */
export const search = async (apiUrl: string, query: string) => {
  const provider = SearchFunction.layer("gull", async ({ limit, signal, text }) => {
    const response = await fetch(`${apiUrl}?q=${encodeURIComponent(text)}&n=${limit}`, { signal })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const { items } = await response.json() as { readonly items: ReadonlyArray<{ link: string; name: string }> }
    return items.map(({ link, name }) => ({ url: link, title: name }))
  })
  const client = createClient({ provider })
  const { data } = await client.search(query, { limit: 3 })
  await client.close()
  return data.web?.map(({ title, url }) => `${title}: ${url}`)
}
