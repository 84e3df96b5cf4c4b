/**
 * Turns offsets that count code points into offsets that count UTF-16 units.
 *
 * @since 0.1.0
 */

/** A function from code point offsets of the text to UTF-16 offsets; undefined outside the text. */
export const codePointOffsets = (text: string): (offset: number) => number | undefined => {
  const inside = (offset: number, length: number) => Number.isInteger(offset) && offset >= 0 && offset <= length
  if (!/[\ud800-\udbff]/.test(text)) return (offset) => inside(offset, text.length) ? offset : undefined
  const units = new Int32Array(text.length + 1)
  let points = 0
  for (let i = 0; i < text.length; points++) {
    units[points] = i
    const code = text.charCodeAt(i)
    const next = text.charCodeAt(i + 1)
    i += code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff ? 2 : 1
  }
  units[points] = text.length
  return (offset) => inside(offset, points) ? units[offset] : undefined
}
