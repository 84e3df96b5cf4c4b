/**
 * Parses the styles in `style` attributes. Equal texts are parsed once.
 *
 * @since 0.2.0
 */
import { uncommented } from "./brackets.ts"
import { type Declaration, declarationsOf } from "./declarations.ts"

const suspicious =
  /none|hidden|collapse|opacity|clip|font|zoom|indent|transform|scale|translate|colou?r|-\d|:\s*\.?0|\d{4}|var\(/i

export class InlineStyles {
  private readonly numbers = new Map<string, number>()
  private readonly suspect: Array<boolean> = [false]
  private readonly texts: Array<string> = [""]
  private readonly read: Array<ReadonlyArray<Declaration> | undefined> = [nothing]
  private readonly nodes: number
  private numberOf: Int32Array | undefined

  constructor(nodes: number) {
    this.nodes = nodes
  }

  add(i: number, text: string): boolean {
    const of = this.numberOf ??= new Int32Array(this.nodes)
    if (of[i] !== 0) return false
    let number = this.numbers.get(text)
    if (number === undefined) {
      number = this.texts.length
      this.numbers.set(text, number)
      this.texts.push(text)
      this.read.push(undefined)
      this.suspect.push(suspicious.test(text))
    }
    of[i] = number
    return this.suspect[number]!
  }

  of(i: number): ReadonlyArray<Declaration> {
    const number = this.numberOf === undefined ? 0 : this.numberOf[i]!
    // A brace in a style attribute is an ordinary character.
    return this.read[number] ??= declarationsOf(uncommented(this.texts[number]!).replace(/[{}]/g, " "))
  }
}

const nothing: ReadonlyArray<Declaration> = []
