/** Reads annotations of a page: links, form field values, typed notes. */
import { type Annotation, fieldFont, type PageContent, type PdfPage, type Word } from "./page.ts"
import type { Unseen } from "./sight.ts"

const font = { name: fieldFont, bold: false, italic: false, mono: false, math: false }

const textOf = (annotation: Annotation): string | undefined => {
  const { fieldValue: value } = annotation
  if (annotation.subtype === "FreeText") return annotation.contentsObj?.str
  if (annotation.subtype !== "Widget") return undefined
  switch (annotation.fieldType) {
    case "Tx":
      return typeof value === "string" ? value : undefined
    case "Ch":
      return Array.isArray(value) ? value.filter((item) => typeof item === "string").join(", ") : String(value ?? "")
    case "Btn":
      if (annotation.checkBox === true) return value === annotation.exportValue && value !== "Off" ? "[x]" : "[ ]"
      if (annotation.radioButton === true) return value !== null && value === annotation.buttonValue ? "(x)" : "( )"
      return undefined
  }
  return undefined
}

const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && url.length < MAX_CHARACTERS_OF_LINK && /^(?:https?:\/\/|mailto:)/i.test(url) ? url : undefined

const MAX_CHARACTERS_OF_LINK = 4000
const MAX_CHARACTERS_OF_FIELD = 20_000

/** Limits the annotations of a page. Real pages have fewer. */
const MAX_ANNOTATIONS = 5000
const MAX_LINKS = 2000
const MAX_WORDS_OF_ANNOTATIONS = 60_000

const RECTANGLE = 4

const MIN_FIELD_FONT_POINTS = 5
const MAX_FIELD_FONT_POINTS = 10
const LETTER_SHARE_OF_FIELD_LINE = 0.7
const MAX_LINES_OF_FIELD = 3

const MAX_POINTS_OF_SINGLE_LINE_FIELD = 30
const EM_FROM_MIDDLE_TO_BASELINE = 0.35

const EM_OF_LETTER_IN_FIELD = 0.5
const EM_OF_SPACE_IN_FIELD = 0.25
const EM_OF_LINE_IN_FIELD = 1.2

export interface AnnotatedDocument {
  readonly getAnnotationsByType: (
    types: ReadonlySet<number>,
    pageIndexesToSkip: { readonly has: (index: number) => boolean }
  ) => Promise<ReadonlyArray<Annotation> | null>
}

const kinds = { link: 2, note: 3, field: 20 } as const
const types = new Set<number>(Object.values(kinds))

const flags = { invisible: 1, hidden: 2, notInView: 32 } as const
const unseen = flags.invisible | flags.hidden | flags.notInView

const MIN_FIELD_SIDE_POINTS = 1

/** Counts an omitted annotation by reason: hidden, too small, or off the page. */
const leave = (content: PageContent, by: Unseen, annotation: Annotation): void => {
  const length = textOf(annotation)?.trim().length ?? 0
  if (length > 0) content.unseen?.set(by, (content.unseen.get(by) ?? 0) + length)
}

/**
 * Reads the annotations of a page. `page.getAnnotations` would read all text again to find the text under each link.
 * A query by type returns what pdf.js has already parsed for the page.
 */
export const readAnnotations = async (
  document: AnnotatedDocument,
  page: PdfPage,
  content: PageContent
): Promise<void> => {
  addAnnotations(await annotationsOf(document, content.number), page, content)
}

export const annotationsOf = async (
  document: AnnotatedDocument,
  number: number
): Promise<ReadonlyArray<Annotation>> =>
  await document.getAnnotationsByType(types, { has: (index) => index !== number - 1 }) ?? []

export const addAnnotations = (
  annotations: ReadonlyArray<Annotation>,
  page: Pick<PdfPage, "getViewport">,
  content: PageContent
): void => {
  const [a, b, c, d, e, f] = page.getViewport({ scale: 1 }).transform as [
    number,
    number,
    number,
    number,
    number,
    number
  ]
  for (const annotation of annotations.slice(0, MAX_ANNOTATIONS)) {
    const rect = annotation.rect
    if (rect == null || rect.length < RECTANGLE) continue
    if (
      annotation.hidden === true ||
      annotation.subtype !== "Widget" && ((annotation.annotationFlags ?? 0) & unseen) !== 0
    ) {
      leave(content, "hidden", annotation)
      continue
    }
    const [ux, uy, vx, vy] = rect as unknown as [number, number, number, number]
    const x0 = Math.min(a * ux + c * uy + e, a * vx + c * vy + e)
    const x1 = Math.max(a * ux + c * uy + e, a * vx + c * vy + e)
    const y0 = Math.min(b * ux + d * uy + f, b * vx + d * vy + f)
    const y1 = Math.max(b * ux + d * uy + f, b * vx + d * vy + f)
    if (annotation.subtype === "Link") {
      const url = webAddress(annotation.url)
      if (url !== undefined && content.links.length < MAX_LINKS) content.links.push({ x0, y0, x1, y1, url })
      continue
    }
    if (x1 - x0 < MIN_FIELD_SIDE_POINTS || y1 - y0 < MIN_FIELD_SIDE_POINTS) {
      leave(content, "size", annotation)
      continue
    }
    if (x1 <= 0 || y1 <= 0 || x0 >= content.width || y0 >= content.height) {
      leave(content, "off-page", annotation)
      continue
    }
    const text = textOf(annotation)
    if (text !== undefined && text.trim() !== "") place(content, text.slice(0, MAX_CHARACTERS_OF_FIELD), x0, y0, x1, y1)
  }
}

const baseline = (content: PageContent, x0: number, y0: number, y1: number): number | undefined => {
  let best: Word | undefined
  for (const word of content.words) {
    if (word.y < y0 || word.y > y1 + 2 || word.x0 > x0) continue
    if (best === undefined || word.x1 > best.x1) best = word
  }
  return best?.y
}

/** Adds words as if they were drawn on the page. */
const place = (content: PageContent, text: string, x0: number, y0: number, x1: number, y1: number): void => {
  const paragraphs = text.split(/\r\n?|\n/)
  const height = (y1 - y0) * LETTER_SHARE_OF_FIELD_LINE / Math.max(1, Math.min(paragraphs.length, MAX_LINES_OF_FIELD))
  const size = Math.min(MAX_FIELD_FONT_POINTS, Math.max(MIN_FIELD_FONT_POINTS, height))
  const single = paragraphs.length === 1 && y1 - y0 < MAX_POINTS_OF_SINGLE_LINE_FIELD
  let y = single ? baseline(content, x0, y0, y1) ?? (y0 + y1) / 2 + size * EM_FROM_MIDDLE_TO_BASELINE : y0 + size
  for (const paragraph of paragraphs) {
    let x = x0 + 1
    for (const part of paragraph.split(/\s+/)) {
      if (part === "" || content.words.length > MAX_WORDS_OF_ANNOTATIONS) continue
      const width = part.length * size * EM_OF_LETTER_IN_FIELD
      if (x + width > x1 && x > x0 + 1) {
        x = x0 + 1
        y += size * EM_OF_LINE_IN_FIELD
      }
      const word: Word = {
        text: part,
        x0: x,
        x1: x + width,
        y,
        size,
        angle: 0,
        font,
        spaced: true,
        index: content.words.length,
        mark: -1
      }
      content.words.push(word)
      x += width + size * EM_OF_SPACE_IN_FIELD
    }
    y += size * EM_OF_LINE_IN_FIELD
  }
}
