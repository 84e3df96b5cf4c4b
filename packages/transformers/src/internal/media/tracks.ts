/** A part of a track: a file, or a range of one (both ends inclusive). */
export interface Segment {
  readonly url: string
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** The key's URL and vector, if the segment is encrypted with AES-128 in CBC mode. */
  readonly key?: { readonly url: string; readonly iv: Uint8Array } | undefined
}

/** Audio, picture or both: its segments form a file when concatenated. */
export interface Track {
  readonly segments: ReadonlyArray<Segment>
}

/** The content of a playlist or manifest. */
export type Listing =
  | { readonly _tag: "Tracks"; readonly tracks: ReadonlyArray<Track> }
  /** The playlist to read instead, and one with the audio if it is separate. */
  | { readonly _tag: "Playlists"; readonly urls: ReadonlyArray<string> }
  /** Why it cannot be downloaded. */
  | { readonly _tag: "Refused"; readonly why: string }

/** Maximum segments of a track; an hour has about 1800. */
export const MAX_SEGMENTS = 20_000

export const refused = (why: string): Listing => ({ _tag: "Refused", why })

/** Returns an absolute http(s) URL; undefined for any other. */
export const address = (reference: string, base: string): string | undefined => {
  const url = URL.parse(reference.trim(), base)
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined
}
