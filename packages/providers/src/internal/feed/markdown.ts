/** Creates documents from Markdown. */
import type { IndexDocument, IndexImage } from "../../LocalIndex.ts"

const field = /^(title|date|published|publishedAt|lang|language)\s*:\s*(.{1,500})$/i

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, "$2")

const frontMatter = (text: string): { readonly fields: ReadonlyMap<string, string>; readonly start: number } => {
  const fields = new Map<string, string>()
  if (!/^---\r?\n/.test(text)) return { fields, start: 0 }
  const end = text.indexOf("\n---", 3)
  if (end < 0 || end > 10_000) return { fields, start: 0 }
  for (const line of text.slice(4, end).split("\n")) {
    const matched = field.exec(line.trim())
    if (matched !== null) fields.set(matched[1]!.toLowerCase(), unquoted(matched[2]!))
  }
  const after = text.indexOf("\n", end + 1)
  return { fields, start: after < 0 ? text.length : after + 1 }
}

const image = /!\[([^\][]{0,300})\]\(\s*<?([^()\s<>]{1,2000})>?(?:\s+"[^"]{0,300}")?\s*\)/g
const MAX_IMAGES = 100

const images = (text: string, base: string): ReadonlyArray<IndexImage> => {
  const out: Array<IndexImage> = []
  const seen = new Set<string>()
  for (const [, alt, address] of text.matchAll(image)) {
    const url = URL.parse(address!, base)?.href
    if (url === undefined || !/^(?:https?|file):/.test(url) || seen.has(url)) continue
    seen.add(url)
    out.push({ url, alt: alt! })
    if (out.length === MAX_IMAGES) break
  }
  return out
}

const heading = /^#{1,2}[ \t]+(\S[^\n]{0,300})$/m

export const document = (
  markdown: string,
  options: { readonly url: string; readonly name?: string | undefined }
): IndexDocument => {
  const source = markdown.replace(/^\ufeff/, "")
  const { fields, start } = frontMatter(source)
  const text = source.slice(start)
  const title = fields.get("title") ?? heading.exec(text.slice(0, 20_000))?.[1]?.replace(/\s*#+\s*$/, "").trim()
  const date = fields.get("publishedat") ?? fields.get("published") ?? fields.get("date")
  const language = fields.get("language") ?? fields.get("lang")
  return {
    url: options.url,
    title: title ?? options.name ?? "",
    text,
    images: images(text, options.url),
    ...(date === undefined ? {} : { publishedAt: date }),
    ...(language === undefined ? {} : { language })
  }
}
