import type { Dialect } from "./dialectModel.ts"
import { group, type Need, type Piece } from "./piece.ts"

export interface Shortened {
  readonly text: string
  readonly isCut: boolean
  readonly left: ReadonlyArray<Piece>
}

interface Cost {
  readonly characters: number
  readonly words: number
  readonly booleans: number
}

const nothing: Cost = { characters: 0, words: 0, booleans: 0 }

/** Removes pieces by `need`, highest first. Of pieces with equal need, the last one is removed first. */
export const shorten = (all: ReadonlyArray<Piece>, dialect: Dialect): Shortened => {
  const { booleans = Infinity, characters = Infinity, words = Infinity } = dialect.limits ?? {}
  const total = { characters: -1, words: 0, booleans: 0 }
  const pieces = all.map((piece): { piece: Piece; cost: Cost } => ({ piece, cost: costOf(piece.text) }))
  for (const { cost } of pieces) add(total, cost, 1)
  const tooLong = () => total.characters > characters || total.words > words || total.booleans > booleans
  const onlyBooleans = () => total.characters <= characters && total.words <= words
  const left: Array<Piece> = []
  const order = pieces.map((_, index) => index).sort((a, b) => all[b]!.need - all[a]!.need || b - a)
  const replace = (index: number, text: string, alternatives: ReadonlyArray<string>): void => {
    const entry = pieces[index]!
    add(total, entry.cost, -1)
    entry.cost = text === "" ? nothing : costOf(text)
    if (text !== "") add(total, entry.cost, 1)
    entry.piece = { ...entry.piece, text, alternatives }
  }
  const leaveOut = (from: Need, to: Need): void => {
    for (const index of order) {
      const { cost, piece } = pieces[index]!
      if (piece.need > from || piece.need < to || piece.text === "") continue
      if (!tooLong()) return
      // Removing a piece without operators does not reduce the number of operators.
      if ((onlyBooleans() && cost.booleans === 0) || isOnly(pieces, index)) continue
      left.push(piece)
      replace(index, "", [])
    }
  }
  const trim = (): void => {
    for (const index of order) {
      while (tooLong() && pieces[index]!.piece.alternatives.length > 1) {
        const { piece } = pieces[index]!
        const alternatives = piece.alternatives.slice(0, -1)
        left.push({ ...piece, text: piece.alternatives[alternatives.length]!, alternatives: [] })
        replace(index, group(alternatives), alternatives)
      }
    }
  }
  leaveOut(5, 3)
  trim()
  leaveOut(2, 0)
  const whole = pieces.map(({ piece }) => piece.text).filter((text) => text !== "").join(" ")
  const text = tooLong() ? cut(whole, characters, words) : whole
  return { text, isCut: text !== whole, left }
}

const isOnly = (pieces: ReadonlyArray<{ readonly piece: Piece }>, index: number): boolean =>
  pieces.every(({ piece }, other) => other === index || piece.text === "" || piece.negative)

const add = (total: { characters: number; words: number; booleans: number }, cost: Cost, sign: 1 | -1): void => {
  total.characters += sign * (cost.characters + 1)
  total.words += sign * cost.words
  total.booleans += sign * cost.booleans
}

const costOf = (text: string): Cost => {
  const words = text.split(" ")
  return {
    characters: codePoints(text),
    words: words.length,
    booleans: words.filter((word) => word === "OR" || word === "AND" || word === "NOT").length +
      (text.startsWith("-") ? 1 : 0)
  }
}

const codePoints = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

const cut = (text: string, characters: number, words: number): string => {
  const few = text.split(" ").slice(0, words).join(" ")
  const points = Array.from(few)
  if (points.length <= characters && few === text) return text
  // Leaves space for a closing quotation mark.
  const short = points.slice(0, characters - 1).join("").trimEnd()
  return (short.split("\"").length - 1) % 2 === 0 ? short : `${short}"`
}
