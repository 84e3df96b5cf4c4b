/** Prepares a question for the search: removes filler words and marks it as a question. */

/**
 * Filler words of questions, in addition to the stop words of the index. The last line was chosen with known
 * questions.
 */
const filler = new Set(
  ("use using used work works working want wants need needs get gets getting make way possible please help thing something " +
    "anything there any some let like also just " +
    "without instead of one two about over again more than much many").split(" ")
)

/**
 * Removes operators from a question, because they are what the question is about: the documentation has no sites or
 * files to filter.
 */
const withoutOperators = (text: string): string => text.replace(/(?<=\w):(?=\S)/g, " ").replace(/(?<=^|\s)-(?=\w)/g, "")

/** `html2md` becomes `html to md`, if no page contains the word as written. */
export const spelledOut = (text: string): string => text.replace(/(?<=\p{L})2(?=\p{L})/gu, " to ")

/** Returns whether a word is a code name: `DUNLIN_PORT`, `onlyMainContent`, `UnexpectedCall`. */
const isName = (word: string): boolean => /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(word)

export const namesIn = (question: string): ReadonlyArray<string> => [
  ...new Set([...question.matchAll(/[\p{L}\p{N}_]+/gu)].map(([word]) => word).filter(isName))
]

const isFiller = (word: string): boolean => filler.has(word.toLowerCase().replace(/[?.,!]+$/, ""))

/**
 * Returns the question for the index. In quotation marks, it stays unchanged. Otherwise a question mark is added, so
 * that the index ranks by the best passage instead of by similarity to other pages.
 */
export const leanOf = (question: string): string => {
  const text = question.trim()
  if (text.includes("\"")) return text
  const telling = withoutOperators(text).split(/\s+/).filter((word) => !isFiller(word)).join(" ")
  return `${telling === "" ? text : telling.replace(/\?+$/, "")}?`
}
