/** Selects text of a page without a model. It is a pure function that can run in a thread. */
import * as Passages from "@dunlin/text/Passages"
import * as Summary from "../../model/Summary.ts"
import * as pageText from "./pageText.ts"
import { answer } from "./quoted.ts"

export interface Selection {
  readonly markdown: string
  readonly question?: string | undefined
  readonly query?: string | undefined
  readonly isSummarised?: boolean | undefined
  readonly cut?: { readonly tokens: number; readonly abouts: ReadonlyArray<string | undefined> } | undefined
}

export interface Selected {
  readonly answer?: string | undefined
  readonly highlights?: string | undefined
  readonly summary?: string | undefined
  readonly cuts?: ReadonlyArray<pageText.PageText> | undefined
}

export const selected = ({ cut, isSummarised, markdown, query, question }: Selection): Selected => ({
  ...(question === undefined ? {} : { answer: answer(markdown, question) }),
  ...(query === undefined ? {} : { highlights: Passages.highlight(markdown, query) }),
  ...(isSummarised === true ? { summary: Summary.extract(markdown) } : {}),
  ...(cut === undefined ? {} : { cuts: cut.abouts.map((about) => pageText.within(markdown, cut.tokens, about)) })
})
