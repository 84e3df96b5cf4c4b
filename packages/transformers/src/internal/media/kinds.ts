/** What the beginning of a file says it is. */
export type Kind =
  | { readonly _tag: "File"; readonly extension: string; readonly contentType: string; readonly holds: "audio" | "any" }
  | { readonly _tag: "Hls" }
  | { readonly _tag: "Dash" }

/** Bytes that are enough to tell. */
export const headLength = 1024

const file = (extension: string, contentType: string, holds: "audio" | "any" = "any"): Kind => ({
  _tag: "File",
  extension,
  contentType,
  holds
})

/** Tells media from anything else by its first bytes, whatever the server calls it; undefined when it is none. */
export const kindOf = (head: Uint8Array): Kind | undefined => {
  const text = Buffer.from(head.subarray(0, headLength)).toString("latin1")
  const start = text.replace(/^(?:\xEF\xBB\xBF)?\s*/, "")
  if (start.startsWith("#EXTM3U")) return { _tag: "Hls" }
  if (start.startsWith("<") && /<(?:\w{1,20}:)?MPD[\s>]/.test(text)) return { _tag: "Dash" }
  if (text.slice(4, 8) === "ftyp") {
    const brand = text.slice(8, 12)
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
    return text.slice(8, 12) === "WAVE"
      ? file("wav", "audio/wav", "audio")
      : text.slice(8, 11) === "AVI"
      ? file("avi", "video/x-msvideo")
      : undefined
  }
  if (text.startsWith("FLV\x01")) return file("flv", "video/x-flv")
  if (head[0] === 0x47 && head[188] === 0x47) return file("ts", "video/mp2t")
  if (text.startsWith("ID3") || (head[0] === 0xFF && (head[1]! & 0xE6) === 0xE2)) {
    return file("mp3", "audio/mpeg", "audio")
  }
  return head[0] === 0xFF && (head[1]! & 0xF6) === 0xF0 ? file("aac", "audio/aac", "audio") : undefined
}
