/** Renders Markdown as HTML without resources, scripts and active links. */
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"
import { markWords } from "./marks.ts"

/** Maximum number of rendered characters of a page. The raw view shows more. */
export const RENDERED_CHARACTERS = 100_000

/**
 * Returns the body of a document, with the words of the query marked. HTML in the markdown is shown as text, and
 * pictures as their descriptions. Links show their target but are not clickable. `micromark` writes quotes and angle
 * brackets in attributes as references, so an attribute ends at the next quote.
 */
export const render = (markdown: string, words: ReadonlyArray<string> = []): string => {
  const html = micromark(markdown.slice(0, RENDERED_CHARACTERS), { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, `<span class="picture">$1</span>`)
    .replace(/<a href="([^"]*)"[^>]*>/g, `<a title="$1">`)
    .replace(/<input type="checkbox"[^>]*>/g, (box) => box.includes("checked") ? "☑" : "☐")
  return markWords(html, words)
}

/** The only resource of the document is the server's style sheet. */
export const documentOf = (body: string, style: string, theme: string): string =>
  `<!doctype html><html lang="" data-theme="${theme}"><head><meta charset="utf-8"><title>Page</title>` +
  `<link rel="stylesheet" href="${style}"></head><body>${body}</body></html>`
