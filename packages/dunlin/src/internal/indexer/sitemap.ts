/** The addresses a sitemap or sitemap index lists (sitemaps.org 0.9), or undefined when the text is none. */
export const readSitemap = (text: string): ReadonlyArray<string> | undefined => {
  const head = text.slice(0, 2000)
  if (!head.includes("<urlset") && !head.includes("<sitemapindex")) return undefined
  const urls: Array<string> = []
  for (let start = text.indexOf("<loc>"); start >= 0; start = text.indexOf("<loc>", start + 5)) {
    const end = text.indexOf("</loc>", start)
    if (end < 0) break
    const url = decode(text.slice(start + 5, end).trim())
    if (URL.canParse(url)) urls.push(url)
  }
  return urls
}

const entities: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }

const decode = (text: string): string => {
  const inner = text.startsWith("<![CDATA[") && text.endsWith("]]>") ? text.slice(9, -3) : text
  return inner.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "")
}
