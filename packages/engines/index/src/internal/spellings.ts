/** Counts the documents that contain each spelling. */
import { grownInt32, Int32List } from "./growing.ts"
import { type Lexicon, NO_SPELLING } from "./lexicon.ts"
import type { WordSpelling } from "./segment.ts"

export class Spellings {
  private readonly lexicon: Lexicon
  /** For each spelling, the first piece of the last document that was counted, plus one. */
  private last: Int32Array<ArrayBuffer>
  private documents: Int32Array<ArrayBuffer>
  private titles: Int32Array<ArrayBuffer>
  private readonly used = new Int32List()
  private readonly counted = new Int32List()

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon
    this.last = new Int32Array(lexicon.size)
    this.documents = new Int32Array(lexicon.spellings.all.length)
    this.titles = new Int32Array(lexicon.spellings.all.length)
  }

  /** Counts a word. `head` is the first piece of its document. The title must be counted before the text. */
  count(word: number, head: number, isTitle: boolean): void {
    if (word >= this.last.length) this.last = grownInt32(this.last, word + 1)
    if (this.last[word] === head + 1) return
    if (this.last[word] === 0) this.counted.push(word)
    this.last[word] = head + 1
    const spelling = this.lexicon.spellingOf.values[word]!
    if (spelling === NO_SPELLING) return
    if (spelling >= this.documents.length) {
      this.documents = grownInt32(this.documents, spelling + 1)
      this.titles = grownInt32(this.titles, spelling + 1)
    }
    if (this.documents[spelling]!++ === 0) this.used.push(spelling)
    if (isTitle) this.titles[spelling]!++
  }

  /** Removes all counts. Takes time for the counted words, not for all words. */
  clear(): void {
    for (let at = 0; at < this.counted.length; at++) this.last[this.counted.values[at]!] = 0
    for (let at = 0; at < this.used.length; at++) {
      this.documents[this.used.values[at]!] = 0
      this.titles[this.used.values[at]!] = 0
    }
    this.counted.length = 0
    this.used.length = 0
  }

  get size(): number {
    return this.used.length
  }

  /** Returns the spellings in order. */
  *counts(): Generator<WordSpelling> {
    const { all, sorted } = this.lexicon.spellings
    for (const spelling of sorted(this.used.values.subarray(0, this.used.length))) {
      yield { word: all[spelling]!, documents: this.documents[spelling]!, titles: this.titles[spelling]! }
    }
  }
}
