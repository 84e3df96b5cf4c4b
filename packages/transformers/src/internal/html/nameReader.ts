/**
 * The names in the value of a class attribute, one after the other, as numbers.
 *
 * @since 0.1.0
 */

/** White space as `\s` has it. */
const isSpace = (c: number): boolean =>
  c <= 32
    ? c === 32 || (c >= 9 && c <= 13)
    : c >= 160 &&
      (c === 160 || c === 0x1680 || (c >= 0x2000 && c <= 0x200a) || c === 0x2028 || c === 0x2029 || c === 0x202f ||
        c === 0x205f || c === 0x3000 || c === 0xfeff)

/** Values of more characters are not read. */
export const longestValue = 2000

/** Reads one value at a time. */
class NameReader {
  /** The characters of the value. */
  readonly codes = new Uint16Array(longestValue)
  /** Where the name begins and ends. */
  from = 0
  to = 0
  /** The name has a colon or a bracket, as variants and values of utility classes have. */
  isUtility = false
  private length = 0
  private left = 0

  /** Begins with a value, of which so many names are read. */
  read(value: string, most: number): void {
    this.length = value.length > longestValue ? 0 : value.length
    for (let k = 0; k < this.length; k++) this.codes[k] = value.charCodeAt(k)
    this.from = 0
    this.to = -1
    this.left = this.length === 0 ? 0 : most
  }

  /** Takes all of a value as one name. */
  readWhole(value: string): void {
    this.read(value, 1)
    this.from = 0
    this.to = this.length
    this.isUtility = value.includes(":") || value.includes("[")
  }

  /** Goes to the next name, which is empty in front of white space at the edge; `false` when there is none. */
  next(): boolean {
    const { codes, length } = this
    let k = this.to + 1
    if (k > 0) { while (k < length && isSpace(codes[k]!)) k++ }
    if (k > length || this.left-- <= 0) return false
    this.from = k
    this.isUtility = false
    for (; k < length && !isSpace(codes[k]!); k++) {
      const c = codes[k]!
      if (c === 58 || c === 91) this.isUtility = true
    }
    this.to = k
    return true
  }
}

/** The one reader; it is done with a value before it begins with another. */
export const reader = new NameReader()
