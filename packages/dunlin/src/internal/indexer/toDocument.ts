import * as Feed from "@dunlin/providers/Feed"
import type { IndexDocument, IndexImage } from "@dunlin/providers/LocalIndex"
import type { Document } from "@dunlin/schema/Document"

const sized = "img[src][width][height]"

/** The formats of a page to be indexed: what it says, and how large it shows its images. */
export const formats = [
  "markdown",
  {
    type: "attributes",
    selectors: ["src", "width", "height"].map((attribute) => ({ selector: sized, attribute }))
  }
] as const

/** What the index keeps of a scraped page. */
export const toDocument = (url: string, document: Document): IndexDocument => {
  const { metadata } = document
  const text = document.markdown ?? ""
  const { modifiedTime, publishedTime } = metadata ?? {}
  const sizes = sizesIn(document)
  return {
    url,
    title: metadata?.title ?? url,
    text,
    images: (Feed.fromMarkdown(text, { url }).images ?? []).map((image): IndexImage => ({
      ...image,
      ...sizes.get(image.url)
    })),
    ...(publishedTime === undefined ? {} : { publishedAt: publishedTime }),
    ...(modifiedTime === undefined ? {} : { modifiedAt: modifiedTime }),
    ...(publishedTime === undefined && modifiedTime === undefined ? {} : { dateEvidence: "page" }),
    ...(metadata?.language === undefined ? {} : { language: metadata.language })
  }
}

/** A page that tells no date has the one that a sitemap tells, which is that of the last change. */
export const withListedDate = (document: IndexDocument, date: string | undefined): IndexDocument =>
  date === undefined || document.publishedAt !== undefined || document.modifiedAt !== undefined
    ? document
    : { ...document, modifiedAt: date, dateEvidence: "sitemap" }

type Size = Pick<IndexImage, "width" | "height">

/** The sizes that the page gives its images, by address. */
const sizesIn = ({ attributes = [] }: Document): ReadonlyMap<string, Size> => {
  const valuesOf = (name: string) =>
    attributes.find(({ attribute, selector }) => selector === sized && attribute === name)?.values ?? []
  const [widths, heights] = [valuesOf("width"), valuesOf("height")]
  return new Map(
    valuesOf("src").map((url, at): [string, Size] => [
      url,
      { width: pixels(widths[at]), height: pixels(heights[at]) }
    ])
  )
}

/** `640` and `640px`; a percentage is no size. */
const pixels = (value = ""): number | undefined => {
  const [, digits] = /^(\d{1,5})(?:px)?$/.exec(value.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
