/** Converts the Markdown of a page to HTML: headings with anchors, links to pages of the site, and coloured code. */
import { renderMermaidSVG } from "beautiful-mermaid"
import highlighter from "highlight.js/lib/core"
import bash from "highlight.js/lib/languages/bash"
import json from "highlight.js/lib/languages/json"
import typescript from "highlight.js/lib/languages/typescript"
import yaml from "highlight.js/lib/languages/yaml"
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"
import { posix } from "node:path"

highlighter.registerLanguage("ts", typescript)
highlighter.registerLanguage("js", typescript)
highlighter.registerLanguage("sh", bash)
highlighter.registerLanguage("json", json)
highlighter.registerLanguage("yaml", yaml)

export const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

const unescape = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", "\"").replaceAll("&amp;", "&")

const withoutTags = (html: string): string => unescape(html.replace(/<[^>]+>/g, ""))

export const slugOf = (text: string): string =>
  text.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-")

export interface Heading {
  readonly level: number
  readonly text: string
  readonly id: string
}

export interface Rendered {
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
}

export type Resolve = (target: string) => string

const coloured = (language: string, code: string): string =>
  highlighter.getLanguage(language) === undefined
    ? escape(code)
    : highlighter.highlight(code, { language, ignoreIllegals: true }).value

/** Number of visible characters of a code line next to the copy button, in a window of 1100 pixels. */
const MAX_CODE_CHARACTERS = 60

const trailingComment: Readonly<Record<string, RegExp>> = {
  sh: /^(\s*)(\S.*?)\s+(# .*)$/,
  ts: /^(\s*)(\S.*?)\s+(\/\/ .*)$/,
  js: /^(\s*)(\S.*?)\s+(\/\/ .*)$/
}

const commentLines = (comment: string, indent: string): ReadonlyArray<string> => {
  const [mark = "", ...words] = comment.split(" ")
  const lines = [indent + mark]
  for (const word of words) {
    const line = `${lines.at(-1)!} ${word}`
    if (line.length <= MAX_CODE_CHARACTERS) lines[lines.length - 1] = line
    else lines.push(`${indent}${mark} ${word}`)
  }
  return lines
}

const withCommentsAbove = (language: string, code: string): string =>
  code.split("\n").map((line) => {
    const [, indent = "", statement, comment = ""] = line.length > MAX_CODE_CHARACTERS
      ? trailingComment[language]?.exec(line) ?? []
      : []
    return statement === undefined ? line : [...commentLines(comment, indent), indent + statement].join("\n")
  }).join("\n")

const nameOf = (language: string): string => language === "" ? "Text" : `Code, ${language}`

const DRAWN_WITH = {
  bg: "var(--back)",
  fg: "var(--text)",
  line: "var(--strong)",
  accent: "var(--accent)",
  muted: "var(--soft)",
  surface: "var(--raised)",
  border: "var(--strong)",
  font: "system-ui",
  transparent: true
}

const drawn = (code: string): string => {
  const svg = renderMermaidSVG(code, DRAWN_WITH)
    .replace(/@import url\([^)]*\);/, "")
    .replace("<svg ", `<svg aria-hidden="true" `)
  return `<figure class="drawing"><div class="wide" tabindex="0" role="group" aria-label="Diagram">${svg}</div><details><summary>The diagram as text</summary><pre tabindex="0" role="group" aria-label="Diagram, as Mermaid"><code>${
    escape(code.trim())
  }</code></pre></details></figure>`
}

const partOfProgram = /^<!-- (examples\/\S+) -->\n\n(```\w*\n[^]*?\n```)$/gm

const withPrograms = (markdown: string): string => {
  const parts = [...markdown.matchAll(partOfProgram)]
  const last = new Map(parts.map(({ index }, at) => [parts[at]![1], index]))
  return markdown.replace(
    partOfProgram,
    (part, program: string, block: string, at: number) =>
      last.get(program) !== at || markdown.includes(`${program})`)
        ? part
        : `${block}\n\n<p class="whole"><a href="/${program}">The whole program</a></p>`
  )
}

const withoutComments = (markdown: string): string => markdown.replace(/^<!-- .* -->$/gm, "")

export const render = (markdown: string, resolve: Resolve): Rendered => {
  const headings: Array<Heading> = []
  const seen = new Map<string, number>()
  const html = micromark(withoutComments(withPrograms(markdown)), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true
  })
    .replace(/<h([1-6])>(.*?)<\/h\1>/g, (_, level: string, inner: string) => {
      const text = withoutTags(inner)
      const slug = slugOf(text)
      const times = seen.get(slug) ?? 0
      seen.set(slug, times + 1)
      const id = times === 0 ? slug : `${slug}-${times}`
      headings.push({ level: Number(level), text, id })
      return level === "1"
        ? `<h1 id="${id}">${inner}</h1>`
        : `<h${level} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to ${
          escape(text)
        }">#</a></h${level}>`
    })
    .replace(/<pre><code(?: class="language-([\w-]+)")?>([^]*?)<\/code><\/pre>/g, (_, language = "", code: string) => {
      if (language === "mermaid") return drawn(unescape(code))
      const name = nameOf(language)
      return `<pre tabindex="0" role="group" aria-label="${name}"><code>${
        coloured(language, withCommentsAbove(language, unescape(code)))
      }</code></pre>`
    })
    // An empty cell is not a header.
    .replace(/<th(?: align="\w+")?><\/th>/g, "<td></td>")
    .replace(/<thead>\s*<tr>\s*(?:<td><\/td>\s*)+<\/tr>\s*<\/thead>/g, "")
    .replace(/<table>/g, `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>`)
    .replace(/<\/table>/g, "</table></div>")
    .replace(
      /(href|src)="([^"]*)"/g,
      (_, name: string, target: string) => `${name}="${escape(resolve(unescape(target)))}"`
    )
  return { html, headings }
}

export const relativeTo = (page: string, target: string): string => {
  const path = posix.relative(posix.dirname(page), target)
  return path === "" ? posix.basename(target) : path
}
