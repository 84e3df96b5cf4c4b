/** Connects passage selection to bench/search/highlights. */
import * as Passages from "@dunlin/transformers/Passages"

/** The best `k` passages, best first; offsets in UTF-16. */
export const select = (
  text: string,
  query: string,
  k: number
): Array<{ readonly start: number; readonly end: number }> =>
  Passages.select(text, query, k).map(({ end, start }) => ({ start, end }))
