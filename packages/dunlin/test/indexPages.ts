/** Pages that tests index, and what is found of them. */
import type { createClient } from "dunlin"

export const origin = "https://site.example"

/** A page of a few words, which links to others. */
export const page = (text: string, ...links: ReadonlyArray<string>) =>
  `<title>${text}</title><main><h1>${text}</h1><p>Words about ${text}, enough of them to be read.</p></main>` +
  links.map((link) => `<a href="${link}">${link}</a>`).join(" ")

/** Addresses that a query finds, in order of their letters. */
export const found = async (client: ReturnType<typeof createClient>, query: string) =>
  ((await client.search(query, { limit: 50 })).data.web ?? []).map(({ url }) => url).sort()
