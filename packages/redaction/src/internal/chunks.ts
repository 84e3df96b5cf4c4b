/**
 * Cuts a text into overlapping parts a model can take, and joins what it found in them.
 *
 * @since 0.1.0
 */

/** A part of a text: start and end in UTF-16 units. */
export type Chunk = { readonly start: number; readonly end: number }

const cuts = ["\n\n", "\n", " "]

/** The best place to cut before `limit`: a blank line, a line, a space; never inside a surrogate pair. */
const cutBefore = (text: string, from: number, limit: number): number => {
  for (const cut of cuts) {
    const at = text.lastIndexOf(cut, limit - cut.length)
    if (at > from + (limit - from) / 2) return at + cut.length
  }
  const code = text.charCodeAt(limit - 1)
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit
}

/** Parts of at most `maxLength` units; each begins `overlap` units before the end of the one before. */
export const chunks = (text: string, maxLength: number, overlap: number): ReadonlyArray<Chunk> => {
  const parts: Array<Chunk> = []
  let start = 0
  while (start < text.length) {
    const end = text.length - start <= maxLength ? text.length : cutBefore(text, start, start + maxLength)
    parts.push({ start, end })
    if (end === text.length) break
    const back = Math.max(start + 1, end - overlap)
    const space = text.indexOf(" ", back)
    start = space >= 0 && space + 1 < end ? space + 1 : back
    const code = text.charCodeAt(start)
    if (code >= 0xdc00 && code <= 0xdfff) start++
  }
  return parts
}
