/** Warnings about pages that were not read completely. */
import type * as PdfEngine from "../../PdfEngine.ts"
import { MAX_DRAWN_WORDS } from "../page/drawnWords.ts"
import { named } from "../pageNumbers.ts"
import type { ChildPage } from "./protocol.ts"

/** Limit for warnings about single pages, because a document may have thousands. */
const MAX_PAGE_WARNINGS = 20

const numbersOf = (pages: ReadonlyArray<ChildPage>): ReadonlyArray<number> => pages.map(({ number }) => number)

export const isLeft = (page: ChildPage): boolean =>
  page.needsOcr && !page.unread && !(page.guessed && page.characters > 0)

const ofPictures = (pages: ReadonlyArray<ChildPage>, mode: PdfEngine.Mode): ReadonlyArray<string> => {
  const left = pages.filter(isLeft)
  if (left.length === 0) return []
  const [were, they, show] = left.length === 1 ? ["was", "it", "shows"] : ["were", "they", "show"]
  const reason = mode === "fast" ? " The mode \"fast\" does not use OCR." : ""
  return [
    `${
      named(numbersOf(left))
    } ${were} not read in full: ${they} ${show} pictures, or letters that form no words.${reason}`
  ]
}

const ofPlain = (pages: ReadonlyArray<ChildPage>): ReadonlyArray<string> => {
  const plain = pages.filter(({ lost }) => (lost ?? 0) > 0)
  if (plain.length === 0) return []
  const lost = plain.reduce((sum, page) => sum + page.lost!, 0)
  const are = plain.length === 1 ? "is" : "are"
  return [
    `${
      named(numbersOf(plain))
    } ${are} returned line by line, because layout analysis would have omitted ${lost} letters.`
  ]
}

const ofCrowded = (pages: ReadonlyArray<ChildPage>): ReadonlyArray<string> => {
  const crowded = pages.filter(({ unreadGlyphs }) => (unreadGlyphs ?? 0) > 0)
  if (crowded.length === 0) return []
  const glyphs = crowded.reduce((sum, page) => sum + page.unreadGlyphs!, 0)
  const are = crowded.length === 1 ? "is" : "are"
  return [
    `${named(numbersOf(crowded))} ${are} truncated after ${MAX_DRAWN_WORDS} words: ${glyphs} letters were not read.`
  ]
}

const ofUnnamed = (pages: ReadonlyArray<ChildPage>): ReadonlyArray<string> => {
  const unnamed = pages.filter(({ unnamedGlyphs }) => (unnamedGlyphs ?? 0) > 0)
  if (unnamed.length === 0) return []
  const glyphs = unnamed.reduce((sum, page) => sum + page.unnamedGlyphs!, 0)
  const has = unnamed.length === 1 ? "has" : "have"
  return [
    `${
      named(numbersOf(unnamed))
    } ${has} ${glyphs} glyphs with unknown names: their text may differ from the printed letters.`
  ]
}

export const ofPages = (pages: ReadonlyArray<ChildPage>, mode: PdfEngine.Mode): ReadonlyArray<string> => [
  ...ofPictures(pages, mode),
  ...ofPlain(pages),
  ...ofCrowded(pages),
  ...ofUnnamed(pages)
]

export const ofUnread = (unread: ReadonlySet<number>): ReadonlyArray<string> => {
  const numbers = [...unread].sort((a, b) => a - b)
  const warnings = numbers.slice(0, MAX_PAGE_WARNINGS).map((number) => `Page ${number} could not be read.`)
  const rest = numbers.length - MAX_PAGE_WARNINGS
  return rest > 0 ? [...warnings, `${rest} more pages could not be read.`] : warnings
}
