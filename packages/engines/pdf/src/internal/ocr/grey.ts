/** Reads grey pictures in the format of `pdftoppm`: binary PGM. */

const header = /^P5\s+(\d{1,6})\s+(\d{1,6})\s+255\s/

export const MAX_HEADER_BYTES = 64

export interface Grey {
  readonly width: number
  readonly height: number
  readonly start: number
  readonly bytes: Uint8Array
}

export const greyOf = (bytes: Uint8Array): Grey | undefined => {
  const match = header.exec(Buffer.from(bytes.subarray(0, MAX_HEADER_BYTES)).toString("latin1"))
  if (match === null) return undefined
  const [width, height, start] = [Number(match[1]), Number(match[2]), match[0].length]
  return bytes.length < start + width * height ? undefined : { width, height, start, bytes }
}

export const rows = ({ bytes, start, width }: Grey, from: number, to: number): Uint8Array =>
  Buffer.concat([
    Buffer.from(`P5 ${width} ${to - from} 255\n`),
    bytes.subarray(start + from * width, start + to * width)
  ])
