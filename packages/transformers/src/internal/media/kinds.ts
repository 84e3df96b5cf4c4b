/** Detects the type of a media file by its first bytes. */
export type Kind =
  | {
    readonly _tag: "File"
    readonly extension: string
    readonly contentType: string
    readonly contents: "audio" | "any"
  }
  | { readonly _tag: "Hls" }
  | { readonly _tag: "Dash" }

export const SNIFFED_BYTES = 1024

const PACKET = 188
/** First byte of each packet of a transport stream. */
const SYNC = 0x47

/** An MP4 file has its type name after the length of the first box. */
const typeIn = (text: string): string => text.slice("0000".length, "0000ftyp".length)
const brandIn = (text: string): string => text.slice("0000ftyp".length, "0000ftypM4A ".length)

// Each frame starts with eleven set bits, the version, and the layer, by which MP3 differs from AAC.
const ALL_SET = 0xff
const MP3 = { mask: 0xe6, is: 0xe2 }
const AAC = { mask: 0xf6, is: 0xf0 }

const isFrame = (head: Uint8Array, { is, mask }: typeof MP3): boolean => head[0] === ALL_SET && (head[1]! & mask) === is

const file = (extension: string, contentType: string, holds: "audio" | "any" = "any"): Kind => ({
  _tag: "File",
  extension,
  contentType,
  contents: holds
})

export const kindOf = (head: Uint8Array): Kind | undefined => {
  const text = Buffer.from(head.subarray(0, SNIFFED_BYTES)).toString("latin1")
  const start = text.replace(/^(?:\xEF\xBB\xBF)?\s*/, "")
  if (start.startsWith("#EXTM3U")) return { _tag: "Hls" }
  if (start.startsWith("<") && /<(?:\w{1,20}:)?MPD[\s>]/.test(text)) return { _tag: "Dash" }
  if (typeIn(text) === "ftyp") {
    const brand = brandIn(text)
    return brand.startsWith("M4A") || brand.startsWith("M4B")
      ? file("m4a", "audio/mp4", "audio")
      : brand === "qt  "
      ? file("mov", "video/quicktime")
      : file("mp4", "video/mp4")
  }
  if (text.startsWith("\x1A\x45\xDF\xA3")) {
    return text.includes("webm") ? file("webm", "video/webm") : file("mkv", "video/x-matroska")
  }
  if (text.startsWith("OggS")) {
    return text.includes("theora")
      ? file("ogv", "video/ogg")
      : file("ogg", "audio/ogg", "audio")
  }
  if (text.startsWith("fLaC")) return file("flac", "audio/flac", "audio")
  if (text.startsWith("RIFF")) {
    return brandIn(text) === "WAVE"
      ? file("wav", "audio/wav", "audio")
      : brandIn(text).startsWith("AVI")
      ? file("avi", "video/x-msvideo")
      : undefined
  }
  if (text.startsWith("FLV\x01")) return file("flv", "video/x-flv")
  if (head[0] === SYNC && head[PACKET] === SYNC) return file("ts", "video/mp2t")
  if (text.startsWith("ID3") || isFrame(head, MP3)) {
    return file("mp3", "audio/mpeg", "audio")
  }
  return isFrame(head, AAC) ? file("aac", "audio/aac", "audio") : undefined
}
