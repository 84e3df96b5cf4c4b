/** Builds the frame of every page. */
import { escape, type Heading, relativeTo } from "./html.ts"
import { type Page, sections } from "./pages.ts"

export const repository = "https://github.com/dunlin/dunlin/blob/main"
const editing = "https://github.com/dunlin/dunlin/edit/main"

interface Framed {
  readonly page: Page
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
  readonly pages: ReadonlyArray<Page>
}

/** Returns whether a page is in the navigation. Of the API pages, only the one that lists the others is. */
const isListed = ({ path, section }: Page, current: Page): boolean =>
  section !== "API" || path === "api/index" ||
  (current.path.startsWith("api/") && path.split("/")[1] === current.path.split("/")[1])

const shortTitle = ({ section, title }: Page): string =>
  section === "Examples" ? title.replace("Example: ", "") : section === "API" ? title.replace(/ \(.*$/, "") : title

const navigation = ({ page, pages }: Framed): string =>
  sections.flatMap((section) => {
    const own = pages.filter((other) => other.section === section && isListed(other, page))
    if (own.length === 0) return []
    const items = own.map((other) => {
      const current = other.path === page.path ? ` aria-current="page"` : ""
      return `<li><a href="${relativeTo(page.path, other.path)}.html"${current}>${escape(shortTitle(other))}</a></li>`
    })
    const open = section === page.section || section === "Start" ? " open" : ""
    return [`<details${open}><summary>${section}</summary><ul>${items.join("")}</ul></details>`]
  }).join("\n")

const contents = (headings: ReadonlyArray<Heading>): string => {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  return shown.length < 3
    ? ""
    : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${
      shown.map(({ id, level, text }) => `<li class="level${level}"><a href="#${id}">${escape(text)}</a></li>`).join("")
    }</ul></nav>`
}

const bird =
  `<svg viewBox="0 0 32 32" aria-hidden="true"><path fill-rule="evenodd" d="M3 21c4-1 5-4 7-6 2-3 5-5 8-5 1-2 3-3 5-2 2 0 3 2 3 3l5 4-6-2c-1 1-1 3-2 5-2 4-5 6-9 6-4 1-7 0-11-3zM22 10a1 1 0 1 0 0 2 1 1 0 0 0 0-2z"/></svg>`

const icon = `data:image/svg+xml,${
  encodeURIComponent(bird.replace("<svg ", `<svg xmlns="http://www.w3.org/2000/svg" fill="#0b7285" `))
}`

const places: ReadonlyArray<readonly [path: string, name: string]> = [
  ["overview", "Docs"],
  ["api/index", "API"],
  ["benchmarks", "Benchmarks"]
]

const placesOf = ({ page, pages }: Framed): string =>
  places.filter(([path]) => pages.some((other) => other.path === path)).map(([path, name]) =>
    `<a href="${relativeTo(page.path, path)}.html"${isAt(page, path) ? ` aria-current="true"` : ""}>${name}</a>`
  ).join("")

const isAt = (page: Page, path: string): boolean =>
  page.path === path || (path === "api/index" && page.section === "API")

const turn = ({ page, pages }: Framed): string => {
  const order = sections.filter((section) => section !== "API").flatMap((section) =>
    pages.filter((other) => other.section === section)
  )
  const at = order.indexOf(page)
  if (at < 0) return ""
  const link = (other: Page | undefined, name: string, label: string) =>
    other === undefined
      ? ""
      : `<a class="${name}" href="${relativeTo(page.path, other.path)}.html"><span>${label}</span>${
        escape(shortTitle(other))
      }</a>`
  return `<nav class="turn" aria-label="Other pages">${link(order[at - 1], "before", "Before")}${
    link(order[at + 1], "next", "Next")
  }</nav>`
}

/** Returns the page with the section name above the title, and the description below it if there is one. */
const titled = ({ html, page }: Framed): string =>
  page.path === "index" || page.section === "API"
    ? html
    : `<p class="kicker">${page.section}</p>\n${
      page.section === "Examples" || page.description === ""
        ? html
        : html.replace("</h1>", `</h1>\n<p class="lead">${escape(page.description)}</p>`)
    }`

export const documentOf = (framed: Framed): string => {
  const { headings, page } = framed
  const at = (target: string) => relativeTo(page.path, target)
  const source = page.source === undefined
    ? ""
    : ` · <a href="${repository}/${page.source}">Source</a> · <a href="${editing}/${page.source}">Edit this page</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(page.path === "index" ? "Dunlin" : `${page.title} · Dunlin`)}</title>
${
    page.description === ""
      ? ""
      : `<meta name="description" content="${escape(page.description)}">\n`
  }<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Dunlin">
<meta property="og:title" content="${escape(page.title)}">
<meta property="og:description" content="${escape(page.description)}">
<meta name="twitter:card" content="summary">
<link rel="icon" href="${icon}">
<link rel="alternate" type="text/markdown" href="${at(page.path)}.html.md">
<link rel="stylesheet" href="${at("style.css")}">
<script src="${at("site.js")}" data-root="${at("index.html").replace(/index\.html$/, "")}"></script>
</head>
<body${page.path === "index" ? ` class="home"` : ""}>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="name" href="${at("index.html")}">${bird}Dunlin</a>
<nav class="places" aria-label="Parts">${placesOf(framed)}</nav>
<form role="search" class="search">
<label for="query" class="hidden">Search the documentation</label>
<input id="query" type="search" autocomplete="off" placeholder="Search ( / or Ctrl K )" aria-keyshortcuts="/ Control+K Meta+K" aria-controls="found">
<div id="found" class="results" role="region" aria-label="Search results" aria-live="polite" hidden></div>
</form>
<button type="button" id="theme">Dark</button>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages"><details class="menu"><summary>Menu</summary>
${navigation(framed)}
</details></nav>
<main id="content" tabindex="-1">
${titled(framed)}
${turn(framed)}
<footer><a href="${at(page.path)}.html.md">This page as Markdown</a>${source}</footer>
</main>
${contents(headings)}
</div>
</body>
</html>
`
}
