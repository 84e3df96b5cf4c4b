import { address, type Listing, MAX_SEGMENTS, refused, type Segment } from "./tracks.ts"

type Attributes = ReadonlyMap<string, string>

const attributesOf = (line: string): Attributes => {
  const found = new Map<string, string>()
  for (const { 1: name, 2: value } of line.slice(line.indexOf(":") + 1).matchAll(/([A-Z0-9-]+)=("[^"]*"|[^,]*)/g)) {
    found.set(name!, value!.replace(/^"|"$/g, ""))
  }
  return found
}

export const read = (playlist: string, base: string, kind: "audio" | "video"): Listing => {
  const lines = playlist.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "")
  return lines.some((line) => line.startsWith("#EXT-X-STREAM-INF:")) ? master(lines, base, kind) : media(lines, base)
}

/** Selects the variant with the best picture, or only the audio if it is separate. */
const master = (lines: ReadonlyArray<string>, base: string, kind: "audio" | "video"): Listing => {
  const variants = lines.flatMap((line, index) => {
    if (!line.startsWith("#EXT-X-STREAM-INF:")) return []
    const attributes = attributesOf(line)
    const next = lines.slice(index + 1).find((other) => !other.startsWith("#"))
    const url = next === undefined ? undefined : address(next, base)
    return url === undefined ? [] : [{ url, attributes, bandwidth: Number(attributes.get("BANDWIDTH") ?? 0) }]
  }).toSorted((left, right) => right.bandwidth - left.bandwidth)
  const sounds = lines.filter((line) => line.startsWith("#EXT-X-MEDIA:")).map(attributesOf)
    .filter((attributes) => attributes.get("TYPE") === "AUDIO" && attributes.has("URI"))
  const best = variants[0]
  if (best === undefined) return refused("its playlist contains no downloadable media")
  const group = sounds.filter((sound) => sound.get("GROUP-ID") === best.attributes.get("AUDIO"))
  const sound = group.find((one) => one.get("DEFAULT") === "YES") ?? group[0]
  const soundUrl = sound === undefined ? undefined : address(sound.get("URI")!, base)
  if (kind === "audio") {
    const alone = variants.find(({ attributes }) =>
      /^(?:mp4a|ac-3|ec-3|opus|mp3)[^,]*$/i.test(attributes.get("CODECS") ?? "")
    )
    return { _tag: "Playlists", urls: [soundUrl ?? alone?.url ?? variants.at(-1)!.url] }
  }
  return { _tag: "Playlists", urls: soundUrl === undefined ? [best.url] : [best.url, soundUrl] }
}

const media = (lines: ReadonlyArray<string>, base: string): Listing => {
  // Without an end marker, the stream is endless.
  if (!lines.includes("#EXT-X-ENDLIST")) return refused("it is a live stream")
  const segments: Array<Segment> = []
  let sequence = 0
  let key: { readonly url: string; readonly iv: string | undefined } | undefined
  let range: string | undefined
  let behind = { url: "", end: -1 }
  const add = (reference: string, bytes: string | undefined, isMap: boolean): boolean => {
    const url = address(reference, base)
    if (url === undefined) return false
    const [length, offset] = (bytes ?? "").split("@").map(Number)
    const start = bytes === undefined ? 0 : offset ?? (behind.url === url ? behind.end + 1 : 0)
    const end = start + (length ?? 0) - 1
    if (bytes !== undefined) {
      if (!(end >= start && start >= 0 && Number.isSafeInteger(end))) return false
      behind = { url, end }
    }
    segments.push({
      url,
      ...(bytes === undefined ? {} : { range: { start, end } }),
      ...(key === undefined || isMap ? {} : { key: { url: key.url, iv: vector(key.iv, sequence) } })
    })
    return true
  }
  for (const line of lines) {
    if (line.startsWith("#EXT-X-MEDIA-SEQUENCE:")) sequence = Number(line.slice(22)) || 0
    else if (line.startsWith("#EXT-X-KEY:")) {
      const attributes = attributesOf(line)
      const method = attributes.get("METHOD") ?? "NONE"
      if (method === "NONE") key = undefined
      else {
        const url = address(attributes.get("URI") ?? "", base)
        const isPlain = (attributes.get("KEYFORMAT") ?? "identity") === "identity"
        if (method !== "AES-128" || !isPlain || url === undefined) return refused("it is copy-protected")
        key = { url, iv: attributes.get("IV") }
      }
    } else if (line.startsWith("#EXT-X-MAP:")) {
      const attributes = attributesOf(line)
      if (!add(attributes.get("URI") ?? "", attributes.get("BYTERANGE"), true)) {
        return refused("its playlist is damaged")
      }
    } else if (line.startsWith("#EXT-X-BYTERANGE:")) range = line.slice(17)
    else if (!line.startsWith("#")) {
      if (!add(line, range, false)) return refused("its playlist is damaged")
      if (segments.length > MAX_SEGMENTS) return refused("it has too many segments")
      range = undefined
      sequence++
    }
  }
  return segments.length === 0 ? refused("its playlist is empty") : { _tag: "Tracks", tracks: [{ segments }] }
}

/** The vector is given, or it is the number of the segment (RFC 8216, 5.2). */
const vector = (given: string | undefined, sequence: number): Uint8Array => {
  const bytes = Buffer.alloc(16)
  if (given !== undefined && /^0x[0-9a-f]{1,32}$/i.test(given)) {
    bytes.write(given.slice(2).padStart(32, "0"), "hex")
  } else bytes.writeUInt32BE(sequence % 2 ** 32, 12)
  return bytes
}
