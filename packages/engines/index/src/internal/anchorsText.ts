/** Writes and reads the anchors of a page in a column of its row. */
import type { Anchor } from "@dunlin/text/Anchors"

/** Writes anchors as text. Positions are written as differences, because small numbers need fewer characters. */
export const anchorsToText = (anchors: ReadonlyArray<Anchor> | undefined): string | null => {
  if (anchors === undefined || anchors.length === 0) return null
  let before = 0
  return JSON.stringify(anchors.map(({ end, id, start }) => {
    const row = [id, start - before, end - start]
    before = start
    return row
  }))
}

export const anchorsOfText = (text: string): ReadonlyArray<Anchor> => {
  let before = 0
  return (JSON.parse(text) as ReadonlyArray<readonly [string, number, number]>).map(([id, ahead, length]) => {
    before += ahead
    return { id, start: before, end: before + length }
  })
}
