/** Writes the report of a crawl as one HTML page. */
import { createHash } from "node:crypto"
import { describe, isRequested } from "../Omissions.ts"
import { escape, link } from "./reportMarkup.ts"
import { LENGTHS, type Report } from "./reportModels.ts"
import { durationOf, headline, pagesOf, sizeOf } from "./reportText.ts"
import { treeOf } from "./reportTree.ts"

const style = `:root{color-scheme:light dark;--line:#8884;--bar:#3b82f6;--bad:#b91c1c;--muted:#616161;--box:#8881}
@media(prefers-color-scheme:dark){:root{--bad:#f87171;--muted:#a3a3a3}a{color:#93c5fd}}
*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:2rem 0 .5rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.8rem;padding:0;list-style:none}
.cards li{border:1px solid var(--line);border-radius:.5rem;padding:.6rem 1rem;color:var(--muted)}
.cards b{display:block;font-size:1.5rem;color:CanvasText;white-space:nowrap}
.warning{border-left:4px solid #d97706;padding:.4rem 1rem;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
td{overflow-wrap:anywhere}td.n{width:6rem}.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
th.n{width:6rem}.bad{color:var(--bad)}.muted{color:var(--muted)}
.chart{display:flex;align-items:flex-end;gap:1px;height:5rem;border-bottom:1px solid var(--line)}
.chart i{flex:1;min-width:1px;background:var(--bar)}.axis{display:flex;justify-content:space-between;color:var(--muted)}
#search{font:inherit;width:100%;padding:.5rem .8rem;border:1px solid var(--line);border-radius:.5rem;background:transparent;color:inherit}
.row{display:grid;grid-template-columns:minmax(0,1fr) 7rem 6.5rem 5rem 6rem;gap:.6rem;padding:.15rem 0;align-items:baseline}
.row>:first-child{overflow-wrap:anywhere}.row:hover,summary:hover{background:var(--box)}
.head{color:var(--muted);border-bottom:1px solid var(--line)}
details details,details>.leaf,.more>.leaf{margin-left:1.1rem}.more{margin-left:1.1rem}.leaf{border-bottom:1px solid var(--box)}
summary{cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}
summary .name::before{content:"\\25B8";display:inline-block;width:1.1rem}[open]>summary .name::before{content:"\\25BE"}
.why{display:block;font-size:.85em}[hidden]{display:none!important}
@media(max-width:40rem){body{margin:1rem auto;font-size:14px}.row,.row>:first-child{display:block}
.row .time,.row .share,.head,.row .n:empty{display:none}.row .n{margin-left:1.1rem}.row br{display:none}.row .bad{margin-right:.5rem}
details details,details>.leaf,.more>.leaf,.more{margin-left:.7rem}
tr{display:grid;grid-template-columns:5.5rem minmax(0,1fr);border-bottom:1px solid var(--line)}td,th,td.n,th.n{border:0;padding:.2rem .3rem;width:auto}
td:nth-child(3){grid-column:2}th:nth-child(3){display:none}}`

/**
 * Filters the pages of the tree by the words in the search field. The page works without scripts, but has no search.
 */
const script = `const field=document.getElementById("search"),tree=document.getElementById("tree")
const leaves=Array.from(tree.querySelectorAll(".leaf"),(leaf)=>({leaf,text:(leaf.textContent+" "+(leaf.querySelector("a")?.href??"")).toLowerCase()}))
const folders=Array.from(tree.querySelectorAll("details"),(folder)=>({folder,open:folder.open}))
field.hidden=false
field.addEventListener("input",()=>{
const words=field.value.toLowerCase().split(/\\s+/).filter((word)=>word!=="")
let found=0
for(const {leaf,text} of leaves){leaf.hidden=!words.every((word)=>text.includes(word));if(!leaf.hidden)found++}
for(const {folder,open} of folders){
folder.hidden=words.length>0&&folder.querySelector(".leaf:not([hidden])")===null
folder.open=words.length>0?found<=500&&!folder.hidden:open}
document.getElementById("found").textContent=words.length>0?found+(found===1?" page":" pages"):""
})`

/** Allows the script above and nothing else: no other script and no request, even if the site's URLs contain markup. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${
  createHash("sha256").update(script).digest("base64")
}'`

type Cell = string | number | { readonly html: string } | { readonly number: string }

const cellOf = (cell: Cell): string => {
  if (typeof cell === "number") return `<td class="n">${cell}</td>`
  if (typeof cell === "string") return `<td>${escape(cell)}</td>`
  return "html" in cell ? `<td>${cell.html}</td>` : `<td class="n">${escape(cell.number)}</td>`
}

const table = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  rows.length === 0 ?
    `<p class="muted">None.</p>` :
    `<table><thead><tr>${
      heads.map((head, at) => `<th${at === 0 ? ` class="n"` : ""}>${escape(head)}</th>`).join("")
    }</tr></thead><tbody>${rows.map((row) => `<tr>${row.map(cellOf).join("")}</tr>`).join("\n")}</tbody></table>`

const section = (title: string, content: string): string => content === "" ? "" : `<h2>${title}</h2>\n${content}\n`

const chartOf = ({ requested }: Report): string => {
  const [first] = requested
  if (first === undefined || requested.length < 2) return ""
  const ends = requested.map(({ milliseconds = 0, startedAt }) => startedAt + milliseconds)
  const begin = first.startedAt
  const duration = Math.max(1, ends.reduce((last, end) => Math.max(last, end), 0) - begin)
  const bars = Array.from({ length: LENGTHS.bars }, () => 0)
  for (const end of ends) bars[Math.min(LENGTHS.bars - 1, Math.floor(LENGTHS.bars * (end - begin) / duration))]!++
  const most = Math.max(...bars)
  const part = durationOf(Math.round(duration / LENGTHS.bars))
  return `<div class="chart" role="img" aria-label="Pages per ${part}, at most ${most}">${
    bars.map((pages) => `<i style="height:${Math.round(100 * pages / most)}%" title="${pagesOf(pages)}"></i>`).join("")
  }</div><div class="axis"><span>start</span><span>pages per ${part}, at most ${most}</span><span>${
    durationOf(duration)
  }</span></div>`
}

const duplicatesOf = ({ duplicates }: Report): string =>
  duplicates.length === 0 ? "" : table(
    ["Copies", "Page", "URLs of the copies"],
    duplicates.slice(0, LENGTHS.originals).map(({ copies, url }) => [
      copies.length,
      { html: link(url, url) },
      {
        html: copies.slice(0, LENGTHS.copies).map((copy) => link(copy, copy)).join("<br>") +
          (copies.length > LENGTHS.copies
            ? `<br><span class="muted">${copies.length - LENGTHS.copies} more</span>`
            : "")
      }
    ])
  ) + (duplicates.length > LENGTHS.originals
    ? `<p class="muted">${duplicates.length - LENGTHS.originals} more pages.</p>`
    : "")

export const html = (report: Report): string => {
  const { characters, credits, failed, failures, largest, omitted, pages, seconds, startedAt, statuses } = report
  const { times, unlisted, warning } = report
  const cards: ReadonlyArray<readonly [string | number, string]> = [
    [pages, "pages"],
    [failed, "failed"],
    [omitted.reduce((sum, { count }) => sum + count, 0), "URLs omitted"],
    [sizeOf(characters), "characters"],
    ...(times === undefined ? [] : [[durationOf(times.median), "per page (median)"] as const]),
    [
      durationOf(Math.round(seconds * 1000)),
      `from ${new Date(startedAt).toISOString().slice(0, 19).replace("T", " ")} UTC`
    ],
    [credits, "credits"]
  ]
  const left = (isRead: boolean) =>
    omitted.filter(({ reason }) => isRequested(reason) === isRead).map(({ count, example, isAtLeast, reason }) => [
      count,
      `${isAtLeast === true ? "at least, " : ""}${describe(reason)}`,
      { html: link(example, example) }
    ])
  const requestedAndOmitted = left(true)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escape(headline(report))}</title><style>${style}</style></head><body>
<h1>${escape(report.url)} <span class="muted">${report.state}</span></h1>
<ul class="cards">${cards.map(([value, name]) => `<li><b>${value}</b>${name}</li>`).join("")}</ul>
${warning === undefined ? "" : `<p class="warning">${escape(warning)}</p>`}
<h2>Not requested</h2>${table(["URLs", "Reason", "Example"], left(false))}
${
    requestedAndOmitted.length === 0
      ? ""
      : `<h2>Requested and omitted</h2>${table(["URLs", "Reason", "Example"], requestedAndOmitted)}`
  }
<h2>Failed</h2>${
    table(
      ["Pages", "Reason", "Example"],
      failures.map(({ code, count, example, message }) => [
        count,
        `${message} (${code})`,
        { html: link(example, example) }
      ])
    )
  }
<h2>Status codes</h2>${table(["Pages", "Status"], statuses.map(({ pages, status }) => [pages, String(status)]))}
${section("Pages over time", chartOf(report))}
<h2>Pages</h2>
<input id="search" type="search" placeholder="Filter by URL, status or reason" aria-label="Filter pages" hidden>
<p id="found" class="muted" aria-live="polite"></p>
<div id="tree">${treeOf(report)}</div>
${unlisted === 0 ? "" : `<p class="muted">${pagesOf(unlisted)} have no details here.</p>`}
${section("Duplicates", duplicatesOf(report))}
${
    section(
      "Slowest pages",
      times === undefined ? "" : table(
        ["Time", "Page"],
        times.slowest.map(({ milliseconds, url }) => [{ number: durationOf(milliseconds) }, { html: link(url, url) }])
      )
    )
  }
<h2>Largest pages</h2>${
    table(["Characters", "Page"], largest.map(({ characters, url }) => [characters, { html: link(url, url) }]))
  }
<p class="muted">${pagesOf(pages)} by Dunlin.</p><script>${script}</script></body></html>
`
}
