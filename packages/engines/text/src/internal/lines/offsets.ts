/** Builds a text from ranges of a source text, and records the source of each range. */

export interface Offsets {
  readonly sourceOf: (place: number) => number
  /** Returns the position of a character; that of the next one if the text does not contain it. */
  readonly placeOf: (source: number) => number
}

export interface Writer {
  readonly copy: (from: number, to: number) => void
  readonly add: (character: string, at: number) => void
  readonly length: () => number
  readonly finish: () => { readonly text: string; readonly offsets: Offsets }
}

const countUpTo = (numbers: ReadonlyArray<number>, value: number): number => {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}

export const writer = (source: string): Writer => {
  const pieces: Array<string> = []
  // The starts of the ranges, in the text and in the source. Both ascend.
  const places: Array<number> = []
  const sources: Array<number> = []
  let length = 0
  const note = (at: number) => {
    places.push(length)
    sources.push(at)
  }
  return {
    copy: (from, to) => {
      if (to <= from) return
      note(from)
      pieces.push(source.slice(from, to))
      length += to - from
    },
    add: (character, at) => {
      note(at)
      pieces.push(character)
      length += character.length
    },
    length: () => length,
    finish: () => {
      const text = pieces.join("")
      return {
        text,
        offsets: {
          sourceOf: (place) => {
            const at = countUpTo(places, place) - 1
            return at < 0 ? 0 : Math.min(source.length, sources[at]! + place - places[at]!)
          },
          placeOf: (wanted) => {
            const at = countUpTo(sources, wanted) - 1
            if (at < 0) return 0
            const end = places[at + 1] ?? text.length
            return Math.min(end, places[at]! + wanted - sources[at]!)
          }
        }
      }
    }
  }
}
