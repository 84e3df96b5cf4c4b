/** A piece of a track: a file, or a range of one (both ends inclusive). */
export interface Segment {
  readonly url: string
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** Encrypted with AES-128 in CBC mode, by the key at this address. */
  readonly key?: { readonly url: string; readonly iv: Uint8Array } | undefined
}

/** Sound, picture or both: its segments one after the other are a file. */
export interface Track {
  readonly segments: ReadonlyArray<Segment>
}

/** The content of a playlist or manifest. */
export type Listing =
  | { readonly _tag: "Tracks"; readonly tracks: ReadonlyArray<Track> }
  /** The playlist to read instead, and one with the sound, when that is apart. */
  | { readonly _tag: "Playlists"; readonly urls: ReadonlyArray<string> }
  /** Why it cannot be taken. */
  | { readonly _tag: "Refused"; readonly why: string }

/** Most segments of a track; an hour has about 1800. */
export const maxSegments = 20_000

export const refused = (why: string): Listing => ({ _tag: "Refused", why })

/** An absolute address over http or https; undefined for any other. */
export const address = (reference: string, base: string): string | undefined => {
  const url = URL.parse(reference.trim(), base)
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined
}
