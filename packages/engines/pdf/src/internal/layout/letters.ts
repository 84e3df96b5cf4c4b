/** Letters with a smaller code are counted in an array, and others in a map. */
const ASCII_LETTERS = 128

const isCounted = /[\p{L}\p{N}]/u
const isAsciiOnly = /^[\0-\x7f]*$/

const isAsciiLetter = (code: number): boolean =>
  code >= 48 && code <= 57 || code >= 65 && code <= 90 || code >= 97 && code <= 122

export class Letters {
  total = 0
  private readonly ascii = new Uint32Array(ASCII_LETTERS)
  private readonly others = new Map<string, number>()

  static of(texts: Iterable<string>): Letters {
    const letters = new Letters()
    for (const text of texts) letters.add(text)
    return letters
  }

  add(text: string): void {
    // A ligature counts as its letters, and an accented letter as its base letter, however it is drawn.
    const plain = isAsciiOnly.test(text) ? text : text.normalize("NFKD")
    for (const letter of plain) {
      const code = letter.charCodeAt(0)
      if (code < ASCII_LETTERS) {
        if (!isAsciiLetter(code)) continue
        this.ascii[code]!++
      } else {
        if (!isCounted.test(letter)) continue
        this.others.set(letter, (this.others.get(letter) ?? 0) + 1)
      }
      this.total++
    }
  }

  missingIn(other: Letters): number {
    let missing = 0
    for (let code = 0; code < ASCII_LETTERS; code++) {
      missing += Math.max(0, this.ascii[code]! - other.ascii[code]!)
    }
    for (const [letter, count] of this.others) missing += Math.max(0, count - (other.others.get(letter) ?? 0))
    return missing
  }
}
