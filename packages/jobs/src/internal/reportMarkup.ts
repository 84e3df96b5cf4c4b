/** HTML of the crawl report, built from texts of foreign sites. */
const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => names[character]!)

/** Returns a link, or only its text if the URL is not one of the web. */
export const link = (url: string, text: string): string =>
  /^https?:\/\//i.test(url) ? `<a href="${escape(url)}" rel="noreferrer">${escape(text)}</a>` : escape(text)
