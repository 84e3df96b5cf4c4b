/** Converts positions between a page and a text that consists of parts of the page. */

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

/** Returns the places of a passage on its page: one range for each part that it overlaps. */
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

export const inText = (parts: ReadonlyArray<Part> | undefined, place: number): number => {
  const part = parts?.find(({ end, start }) => start <= place && place < end)
  return part === undefined ? place : part.at + place - part.start
}
