/**
 * Serves a site of long articles in a separate process: 45 kB each, with menus, a table, code and cards. Each article
 * links to a hundred others. Everything is generated from numbers, so that every run has the same site.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const words =
  "the estuary keeps its waders through winter while tides turn over mud and weed and small shells are counted by people who walk there early"
    .split(" ")

const count = Number(process.argv[2] ?? 600)

const range = (length: number) => Array.from({ length }, (_, at) => at)

const link = (number: number, text: string) => `<a href="/p/${number % count}">${text}</a>`

const paragraph = (page: number, at: number): string => {
  let state = page * 7919 + at * 104_729
  const said = range(70).map(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return words[(state >>> 9) % words.length]
  })
  return `<p class="t${at % 5}">${said.join(" ")} <em>${page}.${at}</em> and ${link(page * 3 + at, "more")}.</p>`
}

const pageOf = (page: number): Buffer =>
  Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${page} of the survey</title>` +
      `<meta name="description" content="d${page}"><script>var a=${page};</script><style>.t0{color:red}</style></head><body>` +
      `<header><nav><ul>${
        range(50).map((at) => `<li>${link(page * 13 + at * 7 + 1, `Link ${at}`)}</li>`).join("")
      }</ul></nav></header>` +
      `<main><article><h1>Page ${page}</h1>${
        range(30).map((at) => (at % 6 === 0 ? `<h2>Part ${at}</h2>` : "") + paragraph(page, at)).join("")
      }<table><tr><th>a</th><th>b</th></tr>${
        range(20).map((at) => `<tr><td>${at}</td><td>${at * page}</td></tr>`).join("")
      }</table><pre><code>let x = ${page}</code></pre></article></main>` +
      `<aside>${
        range(15).map((at) =>
          `<div class="card">${link(page + at * 31, `<img src="/i${at}.png" alt="x"><span>Card ${at}</span>`)}</div>`
        ).join("")
      }</aside><footer>© site</footer></body></html>`
  )

const pages = range(count).map(pageOf)

const server = createServer((request, response) => {
  const number = request.url === "/" ? 0 : Number(/^\/p\/(\d+)$/.exec(request.url ?? "")?.[1] ?? Number.NaN)
  const body = pages[number]
  if (body === undefined) return response.writeHead(404).end()
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": body.length }).end(body)
})
server.listen(0, "127.0.0.1", () => {
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
})
