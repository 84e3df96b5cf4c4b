/** Serves a site of 600 pages in a separate process. Each page has an article, menus, cards, a table and code. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const PAGES_OF_QUEUED_SITE = 600
const WORDS =
  "the harbour keeps its boats through winter while ropes dry over rails and nets and small lamps are lit by people who arrive there early"
    .split(" ")

const sentence = (seed: number) => {
  let state = seed
  return Array.from({ length: 70 }, () => {
    state = (state * 1_103_515_245 + 12_345) >>> 0
    return WORDS[(state >>> 9) % WORDS.length]
  }).join(" ")
}

const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join("")
const link = (to: number, text: string) => `<a href="/${to % PAGES_OF_QUEUED_SITE}">${text}</a>`

const page = (number: number) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${number} of the log</title>
<meta name="description" content="Day ${number}"><script>var page=${number}</script><style>.t0{color:red}</style></head><body>
<header><nav><ul>${many(50, (at) => `<li>${link(number * 13 + at * 7 + 1, `Day ${at}`)}</li>`)}</ul></nav></header>
<main><article><h1>Page ${number}</h1>${
    many(30, (at) =>
      `${at % 6 === 0 ? `<h2>Part ${at}</h2>` : ""}<p class="t${at % 5}">${
        sentence(number * 7919 + at * 104_729)
      } <em>${number}.${at}</em> and ${link(number * 3 + at, "more")}.</p>`)
  }<table><tr><th>a</th><th>b</th></tr>${many(20, (at) => `<tr><td>${at}</td><td>${at * number}</td></tr>`)}</table>
<pre><code>let x = ${number}</code></pre></article></main>
<aside>${
    many(15, (at) =>
      `<div class="card">${link(number + at * 31, `<img src="/${at}.png" alt="x"><span>Card ${at}</span>`)}</div>`)
  }</aside>
<footer>© log</footer></body></html>`

const pages = Array.from({ length: PAGES_OF_QUEUED_SITE }, (_, number) => page(number))
const server = createServer((request, response) => {
  const number = /^\/(\d*)$/.exec(request.url ?? "")?.[1]
  const body = number === undefined ? undefined : pages[Number(number)]
  response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(body)
})
server.listen(0, "127.0.0.1", () => process.send!(`127.0.0.1:${(server.address() as AddressInfo).port}`))
