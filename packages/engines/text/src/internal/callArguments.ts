/** Finds the arguments of calls in a query, such as `translate(-50%, -50%)`, whose minus signs exclude nothing. */
import * as Unit from "../Unit.ts"

/** Matches an argument after a hyphen: a number, or a plain name at the end. */
const beginsArgument = /-(?:\.?\d|[\p{L}_][\p{L}\p{N}_]*[,)])/uy

const opensCall = /[\p{L}\p{N}_]\([^()]*$/u

export class CallArguments {
  private readonly text: string
  /** End of the arguments of the last call that was found. */
  private end = 0
  private callsLeft = true

  constructor(text: string) {
    this.text = text
  }

  /**
   * Finds the arguments of a call. It starts at a word that opens a parenthesis after a letter or digit, and does not
   * close it.
   */
  find(start: number, word: string): void {
    const end = start + word.length
    if (end <= this.end || !this.callsLeft || !opensCall.test(word)) return
    let open = 0
    for (let at = start; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at)
      if (code === Unit.OPEN_PARENTHESIS) open++
      else if (code === Unit.CLOSE_PARENTHESIS && --open <= 0 && at >= end) {
        this.end = at
        return
      }
    }
    // A bracket that is not closed in the rest of the text is not searched again, so no text is scanned twice.
    this.callsLeft = false
  }

  /**
   * Returns whether a minus is part of an argument: it follows a parenthesis or a comma. The minus of an exclusion
   * follows a space.
   */
  isArgument(position: number): boolean {
    const { text } = this
    if (position >= this.end) return false
    let before = position - 1
    while (text.charCodeAt(before) === Unit.SPACE) before--
    const code = text.charCodeAt(before)
    if (code !== Unit.COMMA && !(code === Unit.OPEN_PARENTHESIS && before === position - 1)) return false
    beginsArgument.lastIndex = position
    return beginsArgument.test(text)
  }
}
