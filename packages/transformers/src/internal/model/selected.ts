/** Selection from the text of a page without a model, as one pure function, so that it can run in a thread. */
import * as Passages from "@dunlin/text/Passages"
import * as Summary from "../../model/Summary.ts"
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
  /** To how many tokens the text is cut, once for each of what is to be kept above all; undefined is parts from all over it. */
  readonly cut?: { readonly tokens: number; readonly abouts: ReadonlyArray<string | undefined> } | undefined
}

export interface Selected {
  readonly answer?: string | undefined
  readonly highlights?: string | undefined
  readonly summary?: string | undefined
  /** The parts that the text was cut to, in the order of `abouts`. */
  readonly cuts?: ReadonlyArray<pageText.PageText> | undefined
}

export const selected = ({ cut, isSummarised, markdown, query, question }: Selection): Selected => ({
  ...(question === undefined ? {} : { answer: answer(markdown, question) }),
  ...(query === undefined ? {} : { highlights: Passages.highlight(markdown, query) }),
  ...(isSummarised === true ? { summary: Summary.extract(markdown) } : {}),
  ...(cut === undefined ? {} : { cuts: cut.abouts.map((about) => pageText.within(markdown, cut.tokens, about)) })
})
