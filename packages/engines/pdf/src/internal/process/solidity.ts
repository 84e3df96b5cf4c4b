/**
 * Whether pictures of a document hide what is below them.
 *
 * pdf.js leaves pictures out before anything is known of them. Their dictionaries stand in the file as they are, though:
 * a stream is never part of another one, and names are not encrypted. Where none of them names a mask, none has holes.
 */

/** Masks, stencils, and pictures of a kind that has its mask inside. */
const masks = ["/SMask", "/Mask", "/ImageMask", "/IM true", "/JPXDecode"].map((name) => Buffer.from(name))

/** Asked when a picture lies over text; the file is looked through once. */
export const solidity = (bytes: Uint8Array): () => boolean => {
  let answer: boolean | undefined
  return () => {
    if (answer === undefined) {
      const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      answer = file.length > 0 && !masks.some((name) => file.includes(name))
    }
    return answer
  }
}
