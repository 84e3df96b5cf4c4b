import type { IndexDocument } from "@dunlin/providers/LocalIndex"
import type { Document } from "@dunlin/schema/Document"

/** What the index keeps of a scraped page. */
export const toDocument = (url: string, document: Document): IndexDocument => {
  const { metadata } = document
  const text = document.markdown ?? ""
  const publishedAt = metadata?.publishedTime ?? metadata?.modifiedTime
  return {
    url,
    title: metadata?.title ?? url,
    text,
    images: imagesIn(text),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(metadata?.language === undefined ? {} : { language: metadata.language })
  }
}

const imagesIn = (markdown: string): ReadonlyArray<{ readonly url: string; readonly alt: string }> => {
  const images = new Map<string, string>()
  for (const [, alt = "", url = ""] of markdown.matchAll(/!\[([^\]\n]{0,300})\]\((https?:[^)\s]{1,2000})\)/g)) {
    if (!images.has(url)) images.set(url, alt)
  }
  return [...images].map(([url, alt]) => ({ url, alt }))
}
