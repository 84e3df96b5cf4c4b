import { Fetcher } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"
import { createClient } from "dunlin"

const site = "https://example.com"

const page = (title: string, text: string, ...links: ReadonlyArray<string>) =>
  `<title>${title}</title><main><h1>${title}</h1><p>${text}</p>${
    links.map((link) => `<a href="${link}">on</a>`).join("")
  }</main>`

const open = () =>
  createClient({
    fetcher: Fetcher.layerMemory({
      [`${site}/`]: page("Home", "Where everything begins.", "/one", "/two", "/gone"),
      [`${site}/one`]: page("One", "The first of two.", "/"),
      [`${site}/two`]: page("Two", "The second, and the last."),
      [`${site}/robots.txt`]: "User-agent: *\nDisallow: /two"
    })
  })

const collect = async <A>(iterable: AsyncIterable<A>) => {
  const all: Array<A> = []
  for await (const item of iterable) all.push(item)
  return all
}

it("scrapes a batch, and reports failed pages in their position", async () => {
  await using client = open()
  const documents = await collect(
    client.batch([`${site}/one`, `${site}/gone`, `${site}/two`], { formats: ["markdown"] })
  )
  assert.deepStrictEqual(documents.map(({ metadata }) => metadata?.title).sort(), ["One", "Two", undefined])
  const failed = documents.find(({ markdown }) => markdown === undefined)
  assert.strictEqual(failed?.metadata?.sourceURL, `${site}/gone`)
  assert.isString(failed?.metadata?.error)
})

it("warns that a client has no audit log for the given user", async () => {
  await using client = open()
  const auditMetadata = { username: "anna" }
  const warning = /auditMetadata has no effect: only `dunlin serve` writes an audit log/
  assert.match((await client.scrape(`${site}/one`, { auditMetadata })).warning ?? "", warning)
  assert.match((await client.search("one", { scrapeOptions: { auditMetadata } })).warning ?? "", warning)
  const [page] = await collect(client.batch([`${site}/one`], { auditMetadata }))
  assert.match(page?.warning ?? "", warning)
  const [first] = await collect(client.crawl(`${site}/one`, { limit: 1, scrapeOptions: { auditMetadata } }))
  assert.match(first?.warning ?? "", warning)
})

it("adds pages of the index to the map of a site", async () => {
  await using client = open()
  await client.index([
    { url: `${site}/archive/hidden`, title: "Hidden", text: "Nothing of the site links to this page." },
    { url: "https://elsewhere.example/hidden", title: "Elsewhere", text: "This page is of another site." }
  ])
  const all = await client.map(`${site}/`)
  assert.deepStrictEqual(all.links.map(({ url }) => url).sort(), [
    `${site}/`,
    `${site}/archive/hidden`,
    `${site}/gone`,
    `${site}/one`,
    `${site}/two`
  ])
  const [best] = (await client.map(`${site}/`, { search: "hidden" })).links
  assert.deepStrictEqual([best?.url, best?.title], [`${site}/archive/hidden`, "Hidden"])
})

it("crawls a site by its rules", async () => {
  await using client = open()
  const documents = await collect(client.crawl(`${site}/`, { limit: 10 }))
  const titles = documents.filter(({ markdown }) => markdown !== undefined).map(({ metadata }) => metadata?.title)
  assert.deepStrictEqual(titles.sort(), ["Home", "One"])
})

it("stops the work if no caller waits", async () => {
  await using client = open()
  for await (const { metadata } of client.crawl(`${site}/`)) {
    assert.strictEqual(metadata?.title, "Home")
    break
  }
})

it("maps a site", async () => {
  await using client = open()
  const { links } = await client.map(site, { sitemap: "skip" })
  assert.deepStrictEqual(links.map(({ url }) => url), [`${site}/`, `${site}/one`, `${site}/two`, `${site}/gone`])
})

it("rejects invalid options with the field", async () => {
  await using client = open()
  const refusal = await collect(client.crawl(`${site}/`, { limit: 0 })).then(() => "", (error: Error) => error.message)
  assert.include(refusal, "limit")
})
