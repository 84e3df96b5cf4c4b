/**
 * Downloads media that a page names: files, HLS and DASH. `ffmpeg` only joins or converts files on the disk. Players
 * that build their URLs in scripts also need `YtDlp`.
 *
 * @since 0.1.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import { find } from "@dunlin/pdf/Program"
import type { Blob } from "@dunlin/schema/RawPage"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { lstat, readFile } from "node:fs/promises"
import { join } from "node:path"
import * as Dash from "../internal/media/dash.ts"
import * as Download from "../internal/media/download.ts"
import * as Hls from "../internal/media/hls.ts"
import { runGroup } from "../internal/media/runGroup.ts"
import { containers, environment, temporaryFolder } from "../internal/media/sandbox.ts"
import type { Listing, Track } from "../internal/media/tracks.ts"
import * as Media from "./MediaExtractor.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The name or path of ffmpeg. Video files do not need it.
   *
   * @default "ffmpeg"
   */
  readonly ffmpeg?: string | undefined
  /**
   * The maximum bytes of a file. While it is created, up to twice as much is on the disk.
   *
   * @default 268435456 (256 MiB)
   */
  readonly maxBytes?: number | undefined
  /**
   * The maximum number of concurrent extractions.
   *
   * @default 2
   */
  readonly concurrency?: number | undefined
}

const fail = (reason: Media.MediaError["reason"]) => Effect.fail(new Media.MediaError({ reason }))

const MAX_NESTED_PLAYLISTS = 3

const MAX_TRACKS = 2

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024

const stopped = (maxBytes: number) => ({ why }: Download.Stopped): Media.MediaError =>
  new Media.MediaError({
    reason: why === "too large"
      ? new Media.TooLarge({ limit: maxBytes })
      : why === "no media"
      ? new Media.Unsupported({})
      : new Media.Failed()
  })

const tracksOf = Effect.fnUntraced(function*(
  net: ReturnType<typeof Download.make>,
  { kind: form, text, url }: Extract<Download.Found, { readonly _tag: "Listing" }>,
  kind: Media.MediaRequest["kind"],
  toError: (stopped: Download.Stopped) => Media.MediaError
): Effect.fn.Return<ReadonlyArray<Track>, Media.MediaError> {
  const open: Array<{ readonly url: string; readonly listing: Listing }> = [
    { url, listing: form === "Hls" ? Hls.read(text, url, kind) : Dash.read(text, url, kind) }
  ]
  const tracks: Array<Track> = []
  for (let read = 0; open.length > 0; read++) {
    const { listing } = open.shift()!
    if (listing._tag === "Refused") return yield* fail(new Media.Unsupported({ detail: listing.why }))
    if (listing._tag === "Tracks") tracks.push(...listing.tracks)
    else {
      for (const next of listing.urls) {
        if (read >= MAX_NESTED_PLAYLISTS) return yield* fail(new Media.Unsupported({}))
        const body = yield* Effect.mapError(net.listing(next), toError)
        open.push({ url: next, listing: Hls.read(body, next, kind) })
      }
    }
  }
  return tracks.slice(0, MAX_TRACKS)
})

const formsOf = (kind: Media.MediaRequest["kind"], files: number) => {
  const maps = files > 1 ? ["-map", "0:v:0", "-map", "1:a:0"] : ["-map", "0:v:0", "-map", "0:a:0?"]
  return kind === "audio"
    ? [{ name: "media.mp3", contentType: "audio/mpeg", args: ["-map", `${files - 1}:a:0`, "-b:a", "192k"] }]
    : [
      { name: "media.mp4", contentType: "video/mp4", args: [...maps, "-c", "copy", "-movflags", "+faststart"] },
      // MP4 does not support every codec, but Matroska does.
      { name: "media.mkv", contentType: "video/x-matroska", args: [...maps, "-c", "copy"] }
    ]
}

const convert = Effect.fnUntraced(function*(
  ffmpegName: string,
  maxBytes: number,
  folder: string,
  kind: Media.MediaRequest["kind"],
  paths: ReadonlyArray<string>
): Effect.fn.Return<Blob, Media.MediaError> {
  const ffmpeg = find(ffmpegName)
  if (ffmpeg === undefined) return yield* fail(Media.missing("ffmpeg", "DUNLIN_FFMPEG"))
  const inputs = paths.flatMap((path) => [
    "-protocol_whitelist",
    "file,pipe",
    "-format_whitelist",
    containers,
    "-i",
    path
  ])
  for (const { args, contentType, name } of formsOf(kind, paths.length)) {
    const ended = yield* runGroup({
      command: ffmpeg,
      args: ["-nostdin", "-hide_banner", "-v", "error", "-y", ...inputs, ...args, join(folder, name)],
      folder,
      env: environment(folder),
      maxFile: maxBytes
    })
    if (ended.isTooLarge || /File too large/.test(ended.output)) {
      return yield* fail(new Media.TooLarge({ limit: maxBytes }))
    }
    if (ended.code === 0) return { contentType, bytes: yield* bytesOf(join(folder, name)) }
  }
  return yield* fail(new Media.Failed())
})

/**
 * Builds the extractor. The client decides which URLs may be reached. Provide the guarded client of the fetcher, with a
 * byte limit above `maxBytes`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<Media.Extractor, never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
  const toError = stopped(maxBytes)
  const ffmpeg = options.ffmpeg ?? "ffmpeg"
  const places = yield* FairSemaphore.make(options.concurrency ?? 2, { keepsLast: true })

  const extractFrom = Effect.fnUntraced(
    function*(
      source: string,
      { kind, url }: Media.MediaRequest
    ): Effect.fn.Return<Blob, Media.MediaError, Scope.Scope> {
      const folder = yield* temporaryFolder
      const budget: Download.Budget = { left: maxBytes }
      const net = Download.make(client, referer(url, source))
      const found = yield* net.load(source, (extension) => join(folder, `source.${extension}`), budget).pipe(
        Effect.mapError(toError)
      )
      if (found._tag === "File") {
        if (kind === "video" && found.kind.contents === "audio") return yield* fail(new Media.Unsupported({}))
        const isWanted = kind === "video" || found.kind.extension === "mp3"
        return isWanted
          ? { contentType: found.kind.contentType, bytes: yield* bytesOf(found.path) }
          : yield* convert(ffmpeg, maxBytes, folder, kind, [found.path])
      }
      const tracks = yield* tracksOf(net, found, kind, toError)
      const paths = yield* Effect.forEach(tracks, (track, index) => {
        const path = join(folder, `track${index}`)
        return Effect.as(net.save(track, path, budget), path)
      }).pipe(Effect.mapError(toError))
      return yield* convert(ffmpeg, maxBytes, folder, kind, paths)
    },
    Effect.scoped
  )

  /** If all sources fail, the error is that of the first, most likely one. */
  const extractFirst = Effect.fnUntraced(
    function*(request: Media.MediaRequest): Effect.fn.Return<Blob, Media.MediaError> {
      let failure = new Media.MediaError({ reason: new Media.Unsupported({}) })
      for (const source of request.sources ?? []) {
        const taken = yield* Effect.result(extractFrom(source, request))
        if (taken._tag === "Success") return taken.success
        const isMore = failure.reason._tag === "Unsupported" && failure.reason.detail === undefined
        if (isMore) failure = taken.failure
      }
      return yield* failure
    }
  )

  return {
    extract: (request) =>
      extractFirst(request).pipe(
        places.withPermit,
        Effect.timeoutOrElse({
          duration: Duration.max(Duration.fromInputUnsafe(request.timeout), Duration.millis(1)),
          orElse: () => fail(new Media.TookTooLong())
        })
      )
  }
})

/** For other hosts the referrer only contains the page's origin, as is the default of browsers. */
const referer = (page: string, source: string): string => {
  const [from, to] = [URL.parse(page), URL.parse(source)]
  if (from === null) return ""
  return from.origin === to?.origin ? from.origin + from.pathname : `${from.origin}/`
}

const bytesOf = (path: string): Effect.Effect<Uint8Array, Media.MediaError> =>
  Effect.promise(() => lstat(path)).pipe(
    Effect.flatMap(({ size }) => size > 0 ? Effect.promise(() => readFile(path)) : fail(new Media.Failed())),
    Effect.map((bytes) => new Uint8Array(bytes))
  )

/**
 * Provides the extractor.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<never, never, HttpClient.HttpClient> =>
  Layer.effect(Media.MediaExtractor, make(options))
