import * as Feed from "@dunlin/providers/Feed"
import type { IndexDocument, IndexImage } from "@dunlin/providers/LocalIndex"
import type { Document } from "@dunlin/schema/Document"
import * as Anchors from "@dunlin/text/Anchors"
import * as PercentEncoding from "@dunlin/text/PercentEncoding"

const sized = "img[src][width][height]"

export const formats = [
  "markdown",
  {
    type: "attributes",
    selectors: ["src", "width", "height"].map((attribute) => ({ selector: sized, attribute }))
  }
] as const

export const toDocument = (
  url: string,
  document: Document,
  marks: ReadonlyArray<Anchors.Mark> = []
): IndexDocument => {
  const { metadata } = document
  const text = document.markdown ?? ""
  const { modifiedTime, publishedTime } = metadata ?? {}
  const sizes = sizesIn(document)
  const read = Feed.fromMarkdown(text, { url })
  const anchors = Anchors.locate(text, marks)
  return {
    url,
    title: metadata?.title ?? (read.title || firstLine(text) || nameOf(url)),
    text,
    ...(anchors.length === 0 ? {} : { anchors }),
    images: (read.images ?? []).map((image): IndexImage => ({
      ...image,
      ...sizes.get(image.url)
    })),
    ...(publishedTime === undefined ? {} : { publishedAt: publishedTime }),
    ...(modifiedTime === undefined ? {} : { modifiedAt: modifiedTime }),
    ...(publishedTime === undefined && modifiedTime === undefined ? {} : { dateEvidence: "page" }),
    ...(metadata?.language === undefined ? {} : { language: metadata.language })
  }
}

/** A longer first line is a paragraph. */
const MAX_TITLE_CHARACTERS = 120

const firstLine = (text: string): string => {
  const line = /\S[^\n]*/.exec(text)?.[0].trim() ?? ""
  if (/^(?:!\[|\||```|~~~|\[|<)/.test(line)) return ""
  const plain = line.replace(/^(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+/, "")
    .replace(/\\(?=[!-/:-@[-`{-~])|[*`]|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, "").trim()
  return plain.length <= MAX_TITLE_CHARACTERS && /\p{L}/u.test(plain) ? plain : ""
}

/** A file's title is its name, because folders of the machine do not belong to a title. */
const nameOf = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== "file:") return url
  return PercentEncoding.decode(parsed.pathname.slice(parsed.pathname.lastIndexOf("/") + 1))
}

export const withListedDate = (document: IndexDocument, date: string | undefined): IndexDocument =>
  date === undefined || document.publishedAt !== undefined || document.modifiedAt !== undefined
    ? document
    : { ...document, modifiedAt: date, dateEvidence: "sitemap" }

type Size = Pick<IndexImage, "width" | "height">

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

const pixels = (value = ""): number | undefined => {
  const [, digits] = /^(\d{1,5})(?:px)?$/.exec(value.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
