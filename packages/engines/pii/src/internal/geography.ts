/**
 * Finds the names of places. It runs only if the caller sets `recall`.
 *
 * @since 0.2.0
 */
import type { Add } from "./addressText.ts"
import { within } from "./offsets.ts"
import { places, placesByFirstWord } from "./places.ts"
import { NUMBERS_PER_CAPITAL, type Scan } from "./scan.ts"

const SCORE_OF_PLACE_NAME = 0.55

const notPlace = new Set(
  "Mobile Reading Nice Bath Of March Best Same Most Orange Price Split Buy Young Man Male Chad Central Union Enterprise Independence Liberty Normal Universal"
    .split(" ")
)

export const geography = (scan: Scan, add: Add): void => {
  const { capitals, text } = scan
  const known = places()
  const longer = placesByFirstWord()
  let reached = 0
  for (let i = 0; i < capitals.length; i += NUMBERS_PER_CAPITAL) {
    const start = capitals.at[i]!
    if (start < reached) continue
    const word = text.slice(start, capitals.at[i + 1]!)
    let found = ""
    for (const place of longer.get(word) ?? []) {
      if (
        place.length > found.length && text.startsWith(place, start) && !/\p{L}/u.test(text[start + place.length] ?? "")
      ) found = place
    }
    if (found === "" && word.length > 2 && known.has(word) && !notPlace.has(word)) found = word
    if (found === "" || within(scan.urls, start) || within(scan.code, start)) continue
    add(start, start + found.length, SCORE_OF_PLACE_NAME, "place")
    reached = start + found.length
  }
}
