/**
 * Checks whether a page contains given quotations.
 *
 * @since 0.3.0
 */
import type { Verdict, VerifyResponse } from "@dunlin/schema/Verify"
import * as Anchors from "@dunlin/text/Anchors"
import * as Quotation from "@dunlin/text/Quotation"
import { createHash } from "node:crypto"

/**
 * The page to which quotations are compared: its Markdown, its URL, and its anchors.
 *
 * @category models
 * @since 0.3.0
 */
export interface Quoted {
  readonly text: string
  readonly url?: string | undefined
  readonly marks?: ReadonlyArray<Anchors.Mark> | undefined
}

/**
 * Returns the verdicts on quotations, in order.
 *
 * **Example** (Check a model's quotations)
 *
 * ```ts
 * import { Verdicts } from "@dunlin/pipeline"
 *
 * const text = "# Pumps\n\nThe operator shall not\nopen the valve by hand."
 * const [part, altered] = Verdicts.of({ text }, ["open the valve by hand", "The operator shall open the valve."])
 * console.log(part?.isFound, part?.isWhole, altered?.isFound) // true false false
 * ```
 *
 * @category checking
 * @since 0.3.0
 */
export const of = (page: Quoted, quotations: ReadonlyArray<string>): ReadonlyArray<Verdict> => {
  const { marks = [], text, url } = page
  const anchors = Anchors.locate(text, marks)
  const verify = Quotation.verifier(text)
  return quotations.map((quotation): Verdict => {
    const verdict = verify(quotation)
    if (!verdict.isFound) {
      const { nearest } = verdict
      return { quotation, isFound: false, ...(nearest && { nearest: text.slice(nearest.start, nearest.end) }) }
    }
    const { fragment, headings, isExact, isWhole, ranges, sentences } = verdict
    const id = Anchors.at(anchors, ranges[0]!.start)
    return {
      quotation,
      isFound: true,
      isExact,
      isWhole,
      ranges,
      sentences: text.slice(sentences.start, sentences.end),
      ...(headings.length === 0 ? {} : { headings }),
      ...(url === undefined ? {} : { link: Anchors.link(url, id === undefined ? { fragment } : { id }) })
    }
  })
}

/**
 * Creates the response for a page: its verdicts, the hash of its Markdown, and its cost.
 *
 * @category checking
 * @since 0.3.0
 */
export const response = (
  page: Quoted & { readonly charged: number; readonly warnings: ReadonlyArray<string> },
  quotations: ReadonlyArray<string>
): VerifyResponse => ({
  success: true,
  data: of(page, quotations),
  hash: createHash("sha256").update(page.text).digest("hex"),
  ...(page.warnings.length === 0 ? {} : { warning: page.warnings.join(" ") }),
  creditsUsed: page.charged
})
