/** What of a question is looked for: words that say nothing in any documentation are left out, and it is asked as a question. */

/** Words that people ask with, beside the stop words of the index. The last line was chosen by questions that are known. */
const filler = new Set(
  ("use using used work works working want wants need needs get gets getting make way possible please help thing something " +
    "anything there any some let like also just " +
    "without instead of one two about over again more than much many").split(" ")
)

/** Whoever writes an operator here asks about it; there are no sites or files to filter. */
const withoutOperators = (text: string): string => text.replace(/(?<=\w):(?=\S)/g, " ").replace(/(?<=^|\s)-(?=\w)/g, "")

/** `html2md` as `html to md`, for when nobody has the word as it is written. */
export const spelledOut = (text: string): string => text.replace(/(?<=\p{L})2(?=\p{L})/gu, " to ")

/** What is written as only names in code are: `DUNLIN_PORT`, `onlyMainContent`, `UnexpectedCall`. */
const isName = (word: string): boolean => /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(word)

/** Names in code of a question, each once. */
export const namesIn = (question: string): ReadonlyArray<string> => [
  ...new Set([...question.matchAll(/[\p{L}\p{N}_]+/gu)].map(([word]) => word).filter(isName))
]

const isFiller = (word: string): boolean => filler.has(word.toLowerCase().replace(/[?.,!]+$/, ""))

/**
 * What stands in quotation marks is meant as it stands. The mark at the end says that one passage has the answer: pages
 * that are merely like the best ones are no answer.
 */
export const leanOf = (question: string): string => {
  const text = question.trim()
  if (text.includes("\"")) return text
  const telling = withoutOperators(text).split(/\s+/).filter((word) => !isFiller(word)).join(" ")
  return `${telling === "" ? text : telling.replace(/\?+$/, "")}?`
}
