/** Writes the HTML of the crawl report. All text comes from crawled sites, so it is escaped. */
const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => names[character]!)

export const link = (url: string, text: string): string =>
  /^https?:\/\//i.test(url) ? `<a href="${escape(url)}" rel="noreferrer">${escape(text)}</a>` : escape(text)
