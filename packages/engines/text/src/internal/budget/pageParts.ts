/** Converts positions between a page and a text that consists of parts of the page. */

/** Declares `Budget.Part`. */
export interface Part {
  readonly at: number
  readonly start: number
  readonly end: number
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Returns the page ranges of a passage. There is one for each part that it overlaps. */
export const onPage = <A extends Stretch>(
  { parts, text }: { readonly parts?: ReadonlyArray<Part> | undefined; readonly text: string },
  passage: A
): ReadonlyArray<A> =>
  parts === undefined ? [passage] : parts.flatMap(({ at, end, start }) => {
    const from = Math.max(passage.start, at)
    const to = Math.min(passage.end, at + end - start)
    const words = text.slice(from, to)
    return from >= to || words.trim() === ""
      ? []
      : [{ ...passage, start: start + from - at, end: start + to - at, text: words }]
  })

/** Returns the text position of a page position. */
export const inText = (parts: ReadonlyArray<Part> | undefined, place: number): number => {
  const part = parts?.find(({ end, start }) => start <= place && place < end)
  return part === undefined ? place : part.at + place - part.start
}
