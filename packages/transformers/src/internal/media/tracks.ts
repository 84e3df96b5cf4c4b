/** A part of a track. It is a file, or a range of a file (both ends inclusive). */
export interface Segment {
  readonly url: string
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** The key's URL and initialisation vector, if the segment is encrypted with AES-128 in CBC mode. */
  readonly key?: { readonly url: string; readonly iv: Uint8Array } | undefined
}

/** A track with audio, picture or both. Its segments form a file when they are concatenated. */
export interface Track {
  readonly segments: ReadonlyArray<Segment>
}

/** The content of a playlist or manifest. */
export type Listing =
  | { readonly _tag: "Tracks"; readonly tracks: ReadonlyArray<Track> }
  /** The URL of the playlist to read instead, and that of one with the audio if the audio is separate. */
  | { readonly _tag: "Playlists"; readonly urls: ReadonlyArray<string> }
  /** The reason why the media cannot be downloaded. */
  | { readonly _tag: "Refused"; readonly why: string }

/** Maximum number of segments in a track. An hour has about 1800. */
export const MAX_SEGMENTS = 20_000

export const refused = (why: string): Listing => ({ _tag: "Refused", why })

/** Returns an absolute http(s) URL; `undefined` for any other. */
export const address = (reference: string, base: string): string | undefined => {
  const url = URL.parse(reference.trim(), base)
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined
}
