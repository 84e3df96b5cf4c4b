/** What is selected from the text of a page without a model, as one pure function, so that it can run in a thread. */
import * as Summary from "../../model/Summary.ts"
import * as Passages from "../../text/Passages.ts"
import * as pageText from "./pageText.ts"
import { answer } from "./quoted.ts"

export interface Selection {
  readonly markdown: string
  /** A question that sentences of the page answer. */
  readonly question?: string | undefined
  /** What passages are about. */
  readonly query?: string | undefined
  /** Whether a summary of sentences is wanted. */
  readonly isSummarised?: boolean | undefined
  /** To how many tokens the text is cut, and what is to be kept above all. */
  readonly cut?: { readonly tokens: number; readonly about: string | undefined } | undefined
}

export interface Selected {
  readonly answer?: string | undefined
  readonly highlights?: string | undefined
  readonly summary?: string | undefined
  readonly text?: string | undefined
}

export const selected = ({ cut, isSummarised, markdown, query, question }: Selection): Selected => ({
  ...(question === undefined ? {} : { answer: answer(markdown, question) }),
  ...(query === undefined ? {} : { highlights: Passages.highlight(markdown, query) }),
  ...(isSummarised === true ? { summary: Summary.extract(markdown) } : {}),
  ...(cut === undefined ? {} : { text: pageText.within(markdown, cut.tokens, cut.about).text })
})
