/** Generates the input of `bench -- beside`. The two compared commits read the same input. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const SENTENCES = [
  "The dunlin probes the wet sand with its bill and finds worms by touch.",
  "Counts from the northern flats differ from year to year, because storms move the mussel beds.",
  "Observers write down the tide, the wind and the light before they begin.",
  "A flock of 1,200 birds turns within a second, and no single bird leads it.",
  "Ringed birds are read with a telescope from a distance of at most 200 metres.",
  "The method is described in the handbook, and a short form is printed on the back of the sheet."
]

const sentence = (at: number): string => SENTENCES[at % SENTENCES.length]!

const paragraph = (at: number, links: string): string =>
  `<p>${sentence(at)} ${sentence(at + 2)} <a href="/page/${at}">More about site ${at}</a>. ${
    sentence(at + 3)
  }${links}</p>`

const table = (at: number): string =>
  `<table><thead><tr><th>Site</th><th>Month</th><th>Birds</th></tr></thead><tbody>${
    Array.from({ length: 12 }, (_, row) =>
      `<tr><td>Flat ${at + row}</td><td>${row + 1}</td><td>${row * 37 % 900}</td></tr>`)
      .join("")
  }</tbody></table>`

const section = (at: number): string =>
  `<section><h2 id="s${at}">Section ${at}: ${sentence(at).slice(0, 30)}</h2>${
    Array.from({ length: 5 }, (_, index) => paragraph(at * 7 + index, "")).join("\n")
  }<ul>${Array.from({ length: 6 }, (_, item) => `<li>${sentence(at + item)}</li>`).join("")}</ul>${
    at % 2 === 0 ? table(at) : `<pre><code>const count = read(${at})\nif (count &gt; 10) report(count)\n</code></pre>`
  }</section>`

export const page = (number: number, links: ReadonlyArray<string> = []): string => {
  const navigation = Array.from({ length: 30 }, (_, item) => `<li><a href="/topic/${item}">Topic ${item}</a></li>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report ${number} of the tidal flats</title>
<meta name="description" content="${sentence(number)}"><style>.side{float:right}.note{color:#333}</style></head><body>
<header><nav><ul>${navigation.join("")}</ul></nav></header><main><article><h1>Report ${number}</h1>
${Array.from({ length: 3 + number % 10 }, (_, index) => section(number + index)).join("\n")}
</article></main><aside class="side"><h3>Related</h3><ul>${
    links.map((link) => `<li><a href="${link}">Report at ${link}</a></li>`).join("")
  }</ul></aside><footer><p>Contact, imprint, terms of use</p></footer></body></html>`
}

export const pages = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, number) => page(number))

export const letters = (count: number): string =>
  Array.from({ length: count }, (_, at) => [
    `${sentence(at)} Write to ann.miller${at}@example.com or call +49 30 ${901820 + at}.`,
    `${sentence(at + 1)} Dr. Karen Whitfield lives at ${12 + at} Harbour Street, Portsmouth PO1 3AX.`,
    `${sentence(at + 2)} The card 4111 1111 1111 1111 was charged on 2026-03-${10 + at % 20}.`
  ]).flat().join("\n\n")

export const openSite = async (count: number): Promise<{ readonly url: string; readonly close: () => void }> => {
  const bodies = new Map(Array.from({ length: count }, (_, number) => {
    const children = [2 * number + 1, 2 * number + 2].filter((child) => child < count).map((child) => `/page/${child}`)
    return [`/page/${number}`, page(number, children)]
  }))
  const server = createServer(({ url = "" }, response) => {
    const body = bodies.get(url)
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html" }).end(body ?? "")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page/0`, close }
}
