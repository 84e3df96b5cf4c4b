/**
 * Finds the pages of frames that are part of the page, in the attribute `srcdoc`.
 *
 * @since 0.3.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"

/** Maximum number of frames per page. The browser engine has the same limit. */
export const MAX_FRAMES = 20
/** Maximum depth of frames in frames. The browser engine has the same limit. */
export const MAX_DEPTH_OF_FRAMES = 3
/** Minimum width and height, in pixels, of a frame that may show text. */
const MIN_FRAME_PX = 40
/** Minimum letters of a frame that is read. Frames with fewer are buttons or players. */
export const MIN_FRAME_LETTERS = 40

const isSmall = (size: string | undefined): boolean => {
  const pixels = /^\s*(\d+)/.exec(size ?? "")?.[1]
  return pixels !== undefined && !/%\s*$/.test(size!) && Number(pixels) < MIN_FRAME_PX
}

export const sourceOfFrame = (tape: Tape, i: number): string | undefined => {
  if (tape.tag[i] !== Tags.IFRAME || isSmall(attr(tape, i, "width")) || isSmall(attr(tape, i, "height"))) {
    return undefined
  }
  const source = attr(tape, i, "srcdoc")
  return source === undefined || source.length < MIN_FRAME_LETTERS ? undefined : source
}

export const isOfFrameAlone = (tape: Tape, i: number): boolean =>
  Tags.is(tape.tag[i]!, Tags.INVISIBLE) &&
  !(tape.tag[i] === Tags.SCRIPT && /ld\+json/i.test(attr(tape, i, "type") ?? ""))
