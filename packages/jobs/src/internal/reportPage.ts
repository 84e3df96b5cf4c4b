/** The report of a crawl as one HTML page. */
import type { Branch, Report } from "../CrawlReport.ts"
import { describe, isRequested } from "../Omissions.ts"
import { headline, pagesOf, sizeOf } from "./reportText.ts"

/** Maximum children of a folder that are listed. */
const MAX_CHILDREN_ON_PAGE = 500

const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => names[character]!)

const style = `:root{color-scheme:light dark;--line:#8884;--bar:#3b82f6;--bad:#dc2626;--muted:#777}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin-top:2rem}
.cards{display:flex;flex-wrap:wrap;gap:.8rem;padding:0;list-style:none}
.cards li{border:1px solid var(--line);border-radius:.5rem;padding:.6rem 1rem;min-width:7rem}
.cards b{display:block;font-size:1.5rem}.warning{border-left:4px solid #d97706;padding:.4rem 1rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
td.n{width:6rem}td:last-child{overflow-wrap:anywhere}.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
details,.leaf{margin-left:1.2rem}.row{display:inline-grid;grid-template-columns:minmax(8rem,24rem) 6rem 9rem 8rem;gap:.8rem;align-items:center}
.row>span:first-child{overflow-wrap:anywhere}.bar{height:.6rem;background:var(--line);border-radius:.3rem;overflow:hidden}
.bar i{display:block;height:100%;background:var(--bar)}.bad{color:var(--bad)}.muted{color:var(--muted)}
.leaf .row{padding-left:1rem}`

const rowOf = ({ characters, failed, name, pages }: Branch, most: number): string => {
  const share = Math.round(100 * (pages + failed) / Math.max(1, most))
  const broken = failed === 0 ? "" : ` <span class="bad">${failed} failed</span>`
  return `<span class="row"><span>${escape(name)}</span><span class="n">${pages}${broken}</span>` +
    `<span class="n muted">${
      sizeOf(characters)
    } characters</span><span class="bar"><i style="width:${share}%"></i></span></span>`
}

const treeOf = (branches: ReadonlyArray<Branch>, most: number, isOpen: boolean): string => {
  const shown = branches.slice(0, MAX_CHILDREN_ON_PAGE).map((branch) =>
    branch.children.length === 0
      ? `<div class="leaf">${rowOf(branch, most)}</div>`
      : `<details${isOpen ? " open" : ""}><summary>${rowOf(branch, most)}</summary>${
        treeOf(branch.children, most, false)
      }</details>`
  )
  const more = branches.length - shown.length
  return shown.join("\n") + (more > 0 ? `<div class="leaf muted">${more} more</div>` : "")
}

const table = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>): string =>
  rows.length === 0 ?
    `<p class="muted">None.</p>` :
    `<table><thead><tr>${heads.map((head) => `<th>${escape(head)}</th>`).join("")}</tr></thead><tbody>${
      rows.map((row) =>
        `<tr>${
          row.map((cell) => typeof cell === "number" ? `<td class="n">${cell}</td>` : `<td>${escape(cell)}</td>`).join(
            ""
          )
        }</tr>`
      ).join("\n")
    }</tbody></table>`

export const html = (report: Report): string => {
  const {
    characters,
    credits,
    failed,
    failures,
    largest,
    omitted,
    pages,
    seconds,
    startedAt,
    statuses,
    tree,
    warning
  } = report
  const cards = [
    [pages, "pages"],
    [failed, "failed"],
    [omitted.reduce((sum, { count }) => sum + count, 0), "URLs omitted"],
    [sizeOf(characters), "characters"],
    [`${seconds} s`, `from ${new Date(startedAt).toISOString().slice(0, 19).replace("T", " ")} UTC`],
    [credits, "credits"]
  ]
  const left = (isRead: boolean) =>
    omitted.filter(({ reason }) => isRequested(reason) === isRead).map(({ count, example, isAtLeast, reason }) => [
      count,
      `${isAtLeast === true ? "at least, " : ""}${describe(reason)}`,
      example
    ])
  const most = pages + failed
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(headline(report))}</title><style>${style}</style></head><body>
<h1>${escape(report.url)} <span class="muted">${report.state}</span></h1>
<ul class="cards">${cards.map(([value, name]) => `<li><b>${value}</b>${name}</li>`).join("")}</ul>
${warning === undefined ? "" : `<p class="warning">${escape(warning)}</p>`}
<h2>Pages</h2>${treeOf(tree, most, true)}
<h2>Not requested</h2>${table(["Addresses", "Reason", "Example"], left(false))}
<h2>Requested and omitted</h2>${table(["Addresses", "Reason", "Example"], left(true))}
<h2>Failed</h2>${
    table(
      ["Pages", "Reason", "Example"],
      failures.map(({ code, count, example, message }) => [
        count,
        `${message} (${code})`,
        example
      ])
    )
  }
<h2>Status codes</h2>${table(["Pages", "Status"], statuses.map(({ pages, status }) => [pages, String(status)]))}
<h2>Largest pages</h2>${table(["Characters", "Page"], largest.map(({ characters, url }) => [characters, url]))}
<p class="muted">${pagesOf(pages)} by Dunlin.</p></body></html>
`
}
