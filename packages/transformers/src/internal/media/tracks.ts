export interface Segment {
  readonly url: string
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** The segment is encrypted with AES-128 in CBC mode. */
  readonly key?: { readonly url: string; readonly iv: Uint8Array } | undefined
}

export interface Track {
  readonly segments: ReadonlyArray<Segment>
}

export type Listing =
  | { readonly _tag: "Tracks"; readonly tracks: ReadonlyArray<Track> }
  | { readonly _tag: "Playlists"; readonly urls: ReadonlyArray<string> }
  | { readonly _tag: "Refused"; readonly why: string }

/** An hour of media has about 1,800 segments. */
export const MAX_SEGMENTS = 20_000

export const refused = (why: string): Listing => ({ _tag: "Refused", why })

export const address = (reference: string, base: string): string | undefined => {
  const url = URL.parse(reference.trim(), base)
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined
}
