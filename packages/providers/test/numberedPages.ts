import type { LocalIndex } from "@dunlin/providers"

/** The page of a number: one of three sites, of one of nine months, with a picture. */
export const numbered = (
  at: number,
  words: Pick<LocalIndex.IndexDocument, "title" | "text">
): LocalIndex.IndexDocument => ({
  ...words,
  url: `https://site${at % 3}.example/page/${at}`,
  publishedAt: `2025-0${1 + at % 9}-15`,
  images: [{
    url: `https://site${at % 3}.example/${at}.jpg`,
    alt: `common picture ${at}`,
    width: 100 + at,
    height: 100
  }]
})
