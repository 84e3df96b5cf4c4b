/** Formats page numbers for warnings. */

/** Limit for the ranges that a warning names, because a document may have thousands. */
const MAX_RANGES = 20

export const named = (pages: ReadonlyArray<number>): string => {
  const ranges: Array<{ readonly from: number; to: number }> = []
  for (const number of [...pages].sort((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range !== undefined && range.to === number - 1) range.to = number
    else ranges.push({ from: number, to: number })
  }
  const shown = ranges.slice(0, MAX_RANGES).map(({ from, to }) => from === to ? `${from}` : `${from} to ${to}`)
  const all = ranges.length > shown.length ? [...shown, "more"] : shown
  const list = all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`
  return pages.length === 1 ? `Page ${list}` : `Pages ${list}`
}
