/**
 * Finds the `id`s of a page's HTML in its Markdown, and creates links to passages.
 *
 * @since 0.3.0
 */
import { candidatesOf, declaredIn, wordsOf } from "./internal/anchors/anchoredLines.ts"
import { mark } from "./internal/diff/myers.ts"
import type * as Quotation from "./Quotation.ts"

/**
 * An `id` of a page and its part of the Markdown. The part ends at the next heading of the same level; for a target in
 * a text, at the next heading. Offsets count UTF-16 code units.
 *
 * @category models
 * @since 0.3.0
 */
export interface Anchor {
  readonly id: string
  readonly start: number
  readonly end: number
}

/**
 * An `id` of an HTML page, with the words at its position. A heading without one has an empty `id`.
 *
 * @category models
 * @since 0.3.0
 */
export interface Mark {
  readonly id: string
  readonly kind: "heading" | "text"
  readonly words: string
}

/**
 * Returns the positions of a page's `id`s in its Markdown, in order. Words are compared by letters and digits, in page
 * order. An `id` whose words are not found is omitted, so that no passage gets a wrong one. `<a id="x">` and `{#x}` in
 * the Markdown are also anchors.
 *
 * **Example** (The section of a passage)
 *
 * ```ts
 * import { Anchors } from "@dunlin/text"
 *
 * const page = "## Food\n\nWorms.\n\n## Nests\n\nOn the ground."
 * const anchors = Anchors.locate(page, [
 *   { id: "food", kind: "heading", words: "Food" },
 *   { id: "nests", kind: "heading", words: "Nests" }
 * ])
 * console.log(Anchors.at(anchors, page.indexOf("On the ground"))) // nests
 * ```
 *
 * @category locating
 * @since 0.3.0
 */
export const locate = (text: string, marks: ReadonlyArray<Mark>): ReadonlyArray<Anchor> => {
  const declared = declaredIn(text)
  if (declared.length === 0 && marks.every(({ id }) => id === "")) return []
  const { candidates, headings, keyOf } = candidatesOf(text, marks)
  const ids = new Map<string, number>()
  const numbered = (keys: ReadonlyArray<string>) =>
    Int32Array.from(keys, (key) => {
      const number = ids.get(key) ?? ids.size
      ids.set(key, number)
      return number
    })
  const left = numbered(marks.map(keyOf))
  const right = numbered(candidates.map(({ key }) => key))
  const isLost = new Uint8Array(left.length)
  const isOther = new Uint8Array(right.length)
  mark(left, right, isLost, isOther)
  const found: Array<{ readonly id: string; readonly start: number; readonly level: number }> = [...declared]
  let next = 0
  marks.forEach(({ id }, at) => {
    if (isLost[at] === 1) return
    while (isOther[next] === 1) next++
    const { level, start } = candidates[next++]!
    if (id !== "") found.push({ id, start, level })
  })
  return scoped(found.toSorted((x, y) => x.start - y.start || y.level - x.level), headings, text.length)
}

/**
 * Returns marks for the known anchors of a Markdown text. {@link locate} finds them in a slightly different text, for
 * example with another title or with redactions.
 *
 * @category locating
 * @since 0.3.0
 */
export const marksOf = (text: string, anchors: ReadonlyArray<Anchor>): ReadonlyArray<Mark> => {
  if (anchors.length === 0) return []
  const ids = new Map(anchors.map(({ id, start }) => [start, id]))
  return wordsOf(text).flatMap(({ isHeading, start, words }): ReadonlyArray<Mark> => {
    const id = ids.get(start) ?? ""
    return isHeading ? [{ id, kind: "heading", words }] : id === "" ? [] : [{ id, kind: "text", words }]
  })
}

const scoped = (
  found: ReadonlyArray<{ readonly id: string; readonly start: number; readonly level: number }>,
  headings: ReadonlyArray<{ readonly start: number; readonly level: number }>,
  length: number
): ReadonlyArray<Anchor> => {
  const out: Array<Anchor> = []
  let after = headings.length
  const nextOf: Array<number> = Array.from({ length: MAX_LEVEL + 1 }, () => length)
  for (let at = found.length - 1; at >= 0; at--) {
    const { id, level, start } = found[at]!
    while (after > 0 && headings[after - 1]!.start > start) {
      const heading = headings[--after]!
      for (let below = heading.level; below <= MAX_LEVEL; below++) nextOf[below] = heading.start
    }
    out.push({ id, start, end: nextOf[level === 0 ? MAX_LEVEL : level]! })
  }
  return out.reverse()
}

const MAX_LEVEL = 6

/**
 * Returns the `id` for a position: that of the last anchor before the position whose part contains the position.
 * `undefined` if none exists.
 *
 * @category locating
 * @since 0.3.0
 */
export const at = (anchors: ReadonlyArray<Anchor>, place: number): string | undefined => {
  let low = 0
  let high = anchors.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (anchors[middle]!.start <= place) low = middle + 1
    else high = middle
  }
  for (let index = low - 1; index >= 0; index--) if (anchors[index]!.end > place) return anchors[index]!.id
  return undefined
}

/**
 * Returns the anchors of a range of a page.
 *
 * @category locating
 * @since 0.3.0
 */
export const within = (
  anchors: ReadonlyArray<Anchor>,
  parts: ReadonlyArray<Quotation.Range>
): ReadonlyArray<Anchor> =>
  anchors.filter((anchor) => parts.some(({ end, start }) => anchor.start < end && start < anchor.end))

const plainSigns = /%(?:21|24|26|27|28|29|2A|2B|2C|2F|3A|3B|3D|3F|40)/gi

/**
 * Returns the URL of a passage: with the `id` of its section, or else with its words (a text fragment).
 *
 * **Example** (Link to a section, or to words)
 *
 * ```ts
 * import { Anchors } from "@dunlin/text"
 *
 * const url = "https://example.com/dunlin"
 * console.log(Anchors.link(url, { id: "food" })) // https://example.com/dunlin#food
 * console.log(Anchors.link(url, { fragment: "#:~:text=Worms." })) // https://example.com/dunlin#:~:text=Worms.
 * ```
 *
 * @category linking
 * @since 0.3.0
 */
export const link = (
  url: string,
  { fragment, id }: { readonly id?: string | undefined; readonly fragment?: string | undefined }
): string => {
  const page = url.replace(/#.*$/s, "")
  if (id === undefined) return `${page}${fragment ?? ""}`
  return `${page}#${encodeURIComponent(id.toWellFormed()).replace(plainSigns, (sign) => decodeURIComponent(sign))}`
}
