import { createClient } from "dunlin"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, it } from "vitest"

type Answer = string | { readonly to: string }

/** A site on this machine, and the paths that it was asked for. */
const open = async (
  finished: (end: () => void) => void,
  answers: Record<string, Answer>
): Promise<{ readonly host: string; readonly asked: Array<string> }> => {
  const asked: Array<string> = []
  const server = createServer(({ url = "" }, response) => {
    asked.push(url)
    const answer = answers[url]
    if (typeof answer === "object") response.writeHead(302, { location: answer.to }).end()
    else if (answer === undefined) response.writeHead(404).end()
    else response.setHeader("content-type", url === "/robots.txt" ? "text/plain" : "text/html").end(answer)
  })
  finished(() => server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const page = (title: string, ...links: ReadonlyArray<string>) =>
  `<title>${title}</title><main><h1>${title}</h1><p>What ${title} is about.</p>${
    links.map((link) => `<a href="${link}">${link}</a>`).join(" ")
  }</main>`

const crawled = async (host: string, others: ReadonlyArray<string> = []) => {
  await using client = createClient({ allow: [host, ...others] })
  const titles: Array<string> = []
  for await (const { metadata } of client.crawl(`http://${host}/`, { sitemap: "skip" })) {
    titles.push(metadata?.error === undefined ? `${metadata?.title}` : `${metadata.error}`)
  }
  return titles.sort()
}

it("follows a redirect within the site only if robots.txt allows it", async ({ onTestFinished }) => {
  const { asked, host } = await open(onTestFinished, {
    "/robots.txt": "User-agent: *\nDisallow: /private/",
    "/": page("start", "/moved", "/login"),
    "/moved": { to: "/new" },
    "/new": page("new"),
    "/login": { to: "/private/account" },
    "/private/account": page("account")
  })
  assert.deepStrictEqual(await crawled(host), ["new", "start", "the site's robots.txt disallows this page"])
  assert.notInclude(asked, "/private/account")
})

it("does not follow a redirect to another site, or report a page there", async ({ onTestFinished }) => {
  const other = await open(onTestFinished, { "/": page("elsewhere") })
  const { host } = await open(onTestFinished, {
    "/": page("start", "/out", "/in"),
    "/out": { to: `http://${other.host}/` },
    "/in": page("in")
  })
  assert.deepStrictEqual(await crawled(host, [other.host]), ["in", "start"])
  assert.deepStrictEqual(other.asked, [])
})

it("follows the start's redirect to another site, if that site allows it", async ({ onTestFinished }) => {
  const wide = await open(onTestFinished, { "/": page("there", "/on"), "/on": page("on") })
  const closed = await open(onTestFinished, { "/robots.txt": "User-agent: *\nDisallow: /", "/": page("closed") })
  const ways = await Promise.all(
    [wide, closed].map(({ host }) => open(onTestFinished, { "/": { to: `http://${host}/` } }))
  )
  const [toOpen, toClosed] = await Promise.all(
    ways.map(({ host }) => crawled(host, [wide.host, closed.host]))
  )
  assert.deepStrictEqual(toOpen, ["on", "there"])
  assert.deepStrictEqual(toClosed, ["the site's robots.txt disallows this page"])
})
