/** Writes the HTML of the crawl report. It escapes all text, because the text is from foreign sites. */
const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => names[character]!)

/** Returns a link. If the URL is not one of the web, returns only its text. */
export const link = (url: string, text: string): string =>
  /^https?:\/\//i.test(url) ? `<a href="${escape(url)}" rel="noreferrer">${escape(text)}</a>` : escape(text)
