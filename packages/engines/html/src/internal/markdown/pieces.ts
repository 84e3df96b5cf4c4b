/**
 * Joins text that is written in many short strings.
 *
 * @since 0.2.0
 */

/**
 * Maximum number of strings that wait to be joined. Many small linked strings use ten times the memory of their
 * characters.
 */
const MAX_WAITING_PIECES = 4096

/** Joins many short strings, using little more memory than their characters. */
export class Pieces {
  private readonly joined: Array<string> = []
  private readonly waiting: Array<string> = []

  add(piece: string): void {
    if (this.waiting.length >= MAX_WAITING_PIECES) {
      this.joined.push(this.waiting.join(""))
      this.waiting.length = 0
    }
    this.waiting.push(piece)
  }

  get last(): string {
    return this.waiting[this.waiting.length - 1] ?? ""
  }

  replaceLast(piece: string): void {
    this.waiting[this.waiting.length - 1] = piece
  }

  text(): string {
    const rest = this.waiting.join("")
    return this.joined.length === 0 ? rest : this.joined.join("") + rest
  }
}
