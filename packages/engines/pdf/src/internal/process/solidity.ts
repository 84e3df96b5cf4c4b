/**
 * Determines whether pictures of a document hide the content below them. pdf.js drops pictures early, but their
 * dictionaries are readable in the file. If no dictionary names a mask, no picture has transparent parts.
 */

/**
 * Names in a file that show pictures with transparent parts: masks, stencils, and an image format with embedded
 * masks.
 */
const masks = ["/SMask", "/Mask", "/ImageMask", "/IM true", "/JPXDecode"].map((name) => Buffer.from(name))

/** Returns whether all pictures are solid. The file is searched at most once, when a picture first covers text. */
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
