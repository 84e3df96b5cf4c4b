// Names, addresses and numbers taken out of a page before anybody sees it, and nothing written down.
import { Fetcher } from "@dunlin/fetcher"
import { createClient } from "dunlin"

const url = "https://example.com/team"
const page = `<main>
  <h1>Our team</h1>
  <p>Write to Maria Schneider, <b>maria.schneider@example.com</b>, or call +49 30 901820.</p>
  <p>Invoices: IBAN DE89 3704 0044 0532 0130 00.</p>
</main>`

export const program = async () => {
  const client = createClient({ fetcher: Fetcher.layerMemory({ [url]: page }) })
  const { markdown } = await client.scrape(url, {
    redactPII: { mode: "accurate", replaceStyle: "tag" },
    zeroDataRetention: true
  })
  await client.close()
  return markdown
}

if (import.meta.main) {
  console.log(await program())
}
