/**
 * Keeps pictures that load lazily. A script inserts them, and a `noscript` holds them for readers without scripts.
 *
 * @since 0.1.0
 */
import { isHidden } from "../survey/visible.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import { imageAddress, isPlaceholder } from "../tape/urls.ts"
import { isPixel } from "./images.ts"

const MAX_NODES_TO_LOADED_PICTURE = 24
/** Maximum number of nodes in a `noscript` that holds only a picture. */
const MAX_NODES_OF_NOSCRIPT_PICTURE = 40
const file = /\.(?:jpe?g|png|webp|gif|avif|svg)(?![a-z])/i

/**
 * Replaces placeholders with the pictures in `noscript`. If the same picture is next to the `noscript`, nothing
 * changes.
 */
export const keepUnscripted = (tape: Tape, noscripts: ReadonlyArray<number>, keep: Uint8Array): void => {
  const { end, parent } = tape
  for (const i of noscripts) {
    const p = parent[i]!
    if (keep[i] === 1 || p < 0 || keep[p] === 0 || end[i]! > i + MAX_NODES_OF_NOSCRIPT_PICTURE) continue
    const picture = pictureIn(tape, i)
    if (picture < 0) continue
    const other = pictureBeside(tape, i, keep)
    if (other < 0) {
      if (!isFile(tape, picture)) continue
    } else {
      const address = imageAddress(tape, other)
      if (address !== undefined && !isPlaceholder(address)) continue
      keep[other] = 0
    }
    for (let k = picture; k >= i; k = parent[k]!) keep[k] = 1
  }
}

/** Returns whether an image is not a tracking pixel, which has no alternative text. */
const isFile = (tape: Tape, i: number): boolean =>
  file.test(imageAddress(tape, i)!) && (attr(tape, i, "alt") ?? "").trim() !== ""

/** Returns the only picture; -1 for words, several pictures, or a tracking pixel. */
const pictureIn = (tape: Tape, i: number): number => {
  let found = -1
  for (let k = i + 1; k < tape.end[i]!; k++) {
    const id = tape.tag[k]!
    if (id === Tags.SOURCE) continue
    if (id === Tags.TEXT ? /\S/.test(tape.text[k]!) : Tags.is(id, Tags.INVISIBLE | Tags.EMBEDDED)) return -1
    if (id !== Tags.IMG) continue
    if (found >= 0 || isPixel(tape, k) || isHidden(tape, k)) return -1
    found = k
  }
  if (found < 0) return -1
  const address = imageAddress(tape, found)
  return address !== undefined && !isPlaceholder(address) ? found : -1
}

const pictureBeside = ({ end, n, tag, text }: Tape, i: number, keep: Uint8Array): number => {
  for (let k = i - 1; k >= 0 && k >= i - MAX_NODES_TO_LOADED_PICTURE; k--) {
    if (tag[k] === Tags.TEXT ? /\S/.test(text[k]!) : Tags.is(tag[k]!, Tags.HEADING)) break
    if (tag[k] === Tags.IMG && keep[k] === 1) return k
  }
  for (let k = end[i]!; k < n && k < end[i]! + MAX_NODES_TO_LOADED_PICTURE; k++) {
    if (tag[k] === Tags.TEXT ? /\S/.test(text[k]!) : Tags.is(tag[k]!, Tags.HEADING)) break
    if (tag[k] === Tags.IMG && keep[k] === 1) return k
  }
  return -1
}
