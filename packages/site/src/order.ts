/** The order in which results are shown: that of the index, with pages that mention everything last. */
import type { FrozenHit } from "@dunlin/providers/FrozenIndex"

/** Long lists, in which every word is somewhere. They answer whoever names them. */
const lists: ReadonlySet<string> = new Set([
  "benchmarks",
  "benchmarks-in-full",
  "project/changelog",
  "reference/contract"
])

/** Shorter words of a title, such as `of`, name nothing. */
const LEAST_LETTERS_OF_A_NAME = 4

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/\p{L}+/gu) ?? []

const isNamed = (title: string, query: string): boolean => {
  const asked = new Set(wordsOf(query))
  return wordsOf(title).some((word) => word.length >= LEAST_LETTERS_OF_A_NAME && asked.has(word))
}

/** `url` of the hits are paths of the site. */
export const inOrder = (hits: ReadonlyArray<FrozenHit>, query: string): ReadonlyArray<FrozenHit> => {
  const isLast = ({ title, url }: FrozenHit) => lists.has(url.replace(/\.html$/, "")) && !isNamed(title, query)
  return [...hits.filter((hit) => !isLast(hit)), ...hits.filter(isLast)]
}
