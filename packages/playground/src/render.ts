/** Markdown of a page as HTML in which nothing loads, runs or leads anywhere. */
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"

/** Characters of a page that are rendered: more is for the raw view. */
export const RENDERED_CHARACTERS = 100_000

/**
 * The body of a document. HTML in the markdown is text; pictures are their descriptions; links say where they lead, and
 * lead nowhere. What `micromark` writes has quotes and angle brackets in attributes only as references, so that the end of
 * an attribute is the next quote.
 */
export const render = (markdown: string): string =>
  micromark(markdown.slice(0, RENDERED_CHARACTERS), { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, `<span class="picture">$1</span>`)
    .replace(/<a href="([^"]*)"[^>]*>/g, `<a title="$1">`)
    .replace(/<input type="checkbox"[^>]*>/g, (box) => box.includes("checked") ? "☑" : "☐")

/** The whole document, whose only resource is the style of the server. */
export const documentOf = (body: string, style: string, theme: string): string =>
  `<!doctype html><html lang="" data-theme="${theme}"><head><meta charset="utf-8"><title>Page</title>` +
  `<link rel="stylesheet" href="${style}"></head><body>${body}</body></html>`
