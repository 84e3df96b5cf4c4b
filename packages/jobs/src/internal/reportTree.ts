/** Writes the page tree of a crawl's HTML report. Folders are collapsed, and long folders show their first pages. */
import { describe } from "../Omissions.ts"
import { escape, link } from "./reportMarkup.ts"
import { type Branch, LENGTHS, type Report, type RequestedPage } from "./reportModels.ts"
import { durationOf, pagesOf, sizeOf } from "./reportText.ts"

type Requests = ReadonlyMap<string, RequestedPage>

const cell = (kind: string, text: string): string => `<span class="n ${kind}">${text}</span>`

const whyOf = ({ code, copyOf, message, outcome, reason }: RequestedPage): string => {
  if (outcome === "failed") {
    return `<span class="why bad">failed: ${escape(message ?? "")} (${escape(code ?? "")})</span>`
  }
  if (reason === undefined) return ""
  const original = copyOf === undefined ? "" : `: ${link(copyOf, copyOf)}`
  return `<span class="why muted">omitted, ${escape(describe(reason))}${original}</span>`
}

const leafOf = (name: string, branch: Branch, requests: Requests): string => {
  const { url = "" } = branch
  const page = requests.get(url)
  const why = page === undefined
    ? branch.failed > 0 ? `<span class="why bad">failed</span>` : ""
    : whyOf(page)
  const size = page === undefined ? branch.children.length === 0 ? branch.characters : 0 : page.characters ?? 0
  const status = page?.status === undefined
    ? ""
    : `<span class="${page.status >= 400 ? "bad" : ""}">${page.status}</span>`
  const took = page?.milliseconds === undefined ? "" : durationOf(page.milliseconds)
  const started = page === undefined ? "" : new Date(page.startedAt).toISOString().slice(11, 19)
  return `<div class="leaf row"><span>${link(url, name)}${why}</span>${cell("", status)}${
    cell("muted", size === 0 ? "" : sizeOf(size))
  }${cell("muted", took)}${cell("muted time", started)}</div>`
}

const folderOf = ({ characters, failed, name, omitted, pages }: Branch, most: number): string => {
  const share = Math.round(100 * (pages + failed) / Math.max(1, most))
  const more = [
    ...(failed === 0 ? [] : [`<span class="bad">${failed} failed</span>`]),
    ...(omitted === 0 ? [] : [`${omitted} omitted`])
  ]
  return `<span class="row"><span class="name">${escape(name)}</span>${cell("", pagesOf(pages))}${
    cell("muted", sizeOf(characters))
  }${cell("share muted", `${share} %`)}${cell("muted", more.join("<br>"))}</span>`
}

const ownPageOf = (branch: Branch, requests: Requests): ReadonlyArray<string> =>
  branch.url === undefined ? [] : [leafOf(branch.name.replace(/\/$/, ""), branch, requests)]

const branchesOf = (branches: ReadonlyArray<Branch>, own: ReadonlyArray<string>, most: number, requests: Requests) => {
  const listed = branches.slice(0, LENGTHS.children)
  const entries = [
    ...own,
    ...listed.map((branch) =>
      branch.children.length === 0 ? leafOf(branch.name, branch, requests) : openable(branch, most, requests, false)
    )
  ]
  const rest = branches.length - listed.length
  const more = rest > 0 ? `<p class="muted more">${rest} more</p>` : ""
  if (entries.length <= 2 * LENGTHS.firstChildren) return entries.join("\n") + more
  return `${entries.slice(0, LENGTHS.firstChildren).join("\n")}
<details class="more"><summary><span class="name muted">${
    entries.length - LENGTHS.firstChildren
  } more</span></summary>${entries.slice(LENGTHS.firstChildren).join("\n")}</details>${more}`
}

const openable = (branch: Branch, most: number, requests: Requests, isOpen: boolean): string =>
  `<details${isOpen ? " open" : ""}><summary>${folderOf(branch, most)}</summary>${
    branchesOf(branch.children, ownPageOf(branch, requests), most, requests)
  }</details>`

export const treeOf = ({ failed, pages, requested, tree }: Report): string => {
  const requests = new Map(requested.map((page) => [page.finalUrl ?? page.url, page]))
  return `<div class="row head"><span>Page</span>${cell("", "Status")}${cell("", "Characters")}${cell("", "Time")}${
    cell("", "UTC")
  }</div>${
    tree.map((branch) =>
      branch.children.length === 0
        ? leafOf(branch.name, branch, requests)
        : openable(branch, pages + failed, requests, true)
    ).join("\n")
  }`
}
