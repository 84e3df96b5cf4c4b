/** The frame of every page. */
import { escape, type Heading, relativeTo } from "./html.ts"
import { type Page, sections } from "./pages.ts"

/** Where files of the repository are read that are no pages of the site. */
export const repository = "https://github.com/dunlin/dunlin/blob/main"

interface Framed {
  readonly page: Page
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
  readonly pages: ReadonlyArray<Page>
}

/** Of the API one page is listed; it lists the others. */
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

/** A page as a document that needs nothing but the files beside it. */
export const documentOf = (framed: Framed): string => {
  const { headings, html, page } = framed
  const at = (target: string) => relativeTo(page.path, target)
  const source = page.source === undefined
    ? ""
    : ` · <a href="${repository}/${page.source}">Source</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(page.path === "index" ? "Dunlin" : `${page.title} · Dunlin`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="alternate" type="text/markdown" href="${at(page.path)}.html.md">
<link rel="stylesheet" href="${at("style.css")}">
<script src="${at("site.js")}" data-root="${at("index.html").replace(/index\.html$/, "")}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="name" href="${at("index.html")}">Dunlin</a>
<form role="search" class="search">
<label for="query" class="hidden">Search the documentation</label>
<input id="query" type="search" autocomplete="off" placeholder="Search (/)" aria-controls="found">
<div id="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>
</form>
<button type="button" id="theme">Dark</button>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages"><details class="menu"><summary>Menu</summary>
${navigation(framed)}
</details></nav>
<main id="content" tabindex="-1">
${html}
<footer><a href="${at(page.path)}.html.md">This page as Markdown</a>${source}</footer>
</main>
${contents(headings)}
</div>
</body>
</html>
`
}
