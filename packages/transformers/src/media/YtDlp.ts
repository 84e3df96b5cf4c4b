/**
 * Downloads media with `yt-dlp` and `ffmpeg`, as child processes that only reach the network through a proxy.
 *
 * @since 0.1.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Secret from "@dunlin/common/Secret"
import { find } from "@dunlin/pdf/Program"
import type { Blob } from "@dunlin/schema/RawPage"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { lstat, readdir, readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { type Ended, runGroup } from "../internal/media/runGroup.ts"
import { containers, environment, temporaryFolder } from "../internal/media/sandbox.ts"
import * as Media from "./MediaExtractor.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The proxy that decides which URLs may be reached, as `http://user:password@host:port`. Use the egress proxy of the
   * fetcher.
   */
  readonly proxy: Secret.Secret
  /**
   * The name or path of yt-dlp.
   *
   * @default "yt-dlp"
   */
  readonly ytDlp?: string | undefined
  /**
   * The name or path of ffmpeg.
   *
   * @default "ffmpeg"
   */
  readonly ffmpeg?: string | undefined
  /**
   * The names of the yt-dlp extractors that may be used.
   *
   * @default all of its own choice; without `generic` in versions before 2023.11.14, which pages could make connect to
   * an address of their choice (CVE-2023-46121)
   */
  readonly extractors?: ReadonlyArray<string> | undefined
  /**
   * The maximum bytes of a file. While it is created, up to three times as much is on the disk.
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

/**
 * Builds the extractor. It looks up its programs at every call, so a program can be installed without a restart.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<Media.Extractor> {
  const maxBytes = options.maxBytes ?? 256 * 1024 * 1024
  const places = yield* FairSemaphore.make(options.concurrency ?? 2, { keepsLast: true })

  const extractWithin = Effect.fnUntraced(
    function*({ kind, url }: Media.MediaRequest): Effect.fn.Return<Blob, Media.MediaError, Scope.Scope> {
      const ytDlp = find(options.ytDlp ?? "yt-dlp")
      if (ytDlp === undefined) return yield* fail(Media.missing("yt-dlp", "DUNLIN_YT_DLP"))
      const ffmpeg = find(options.ffmpeg ?? "ffmpeg")
      if (ffmpeg === undefined) return yield* fail(Media.missing("ffmpeg", "DUNLIN_FFMPEG"))
      const address = URL.parse(url)
      if (address === null || !/^https?:$/.test(address.protocol)) return yield* fail(new Media.Unsupported({}))
      const folder = yield* temporaryFolder
      const run = (args: ReadonlyArray<string>) =>
        runGroup({
          command: ytDlp,
          args,
          folder,
          env: { ...environment(folder), ...throughProxy(Secret.text(options.proxy, "proxy")) },
          maxFile: maxBytes
        })
      const extractors = options.extractors ?? (yield* safeExtractors(run))
      const ended = yield* run([
        ["--ignore-config", "--no-cache-dir", "--no-exec", "--no-playlist", "--playlist-items", "1"],
        ["--max-downloads", "1", "--no-progress", "--quiet", "--no-warnings", "--no-mtime", "--no-continue"],
        ["--use-extractors", extractors.join(","), "--ffmpeg-location", ffmpeg],
        ["--socket-timeout", "15", "--retries", "1", "--fragment-retries", "1", "--extractor-retries", "0"],
        ["--abort-on-unavailable-fragments", "--max-filesize", String(maxBytes)],
        // Only yt-dlp itself uses the network.
        ["--downloader", "native", "--downloader", "dash,m3u8:native", "--hls-prefer-native"],
        ["--postprocessor-args", `ffmpeg_i:-protocol_whitelist file,pipe -format_whitelist ${containers}`],
        kind === "audio"
          ? ["--format", "bestaudio/best", "--extract-audio", "--audio-format", "mp3"]
          : ["--format", "bestvideo*+bestaudio/best"],
        ["--paths", folder, "--output", "media.%(ext)s", "--", address.href]
      ].flat())
      const made = yield* Effect.promise(() => fileIn(folder, kind, maxBytes))
      if (made === "too large") return yield* fail(new Media.TooLarge({ limit: maxBytes }))
      return made ?? (yield* fail(reasonOf(ended, maxBytes)))
    },
    Effect.scoped
  )

  return {
    extract: (request) =>
      extractWithin(request).pipe(
        places.withPermit,
        Effect.timeoutOrElse({
          duration: Duration.max(Duration.fromInputUnsafe(request.timeout), Duration.millis(1)),
          orElse: () => fail(new Media.TookTooLong())
        })
      )
  }
})

/**
 * Sends the program and its children through the proxy. Unlike arguments, an environment is not visible to other
 * users, so the password stays secret.
 */
const throughProxy = (proxy: string): Readonly<Record<string, string>> => ({
  PYTHONNOUSERSITE: "1",
  http_proxy: proxy,
  https_proxy: proxy,
  no_proxy: ""
})

const safeExtractors = (run: (args: ReadonlyArray<string>) => Effect.Effect<Ended>) =>
  Effect.map(
    run(["--ignore-config", "--version"]),
    ({ output }) => output.trim() >= "2023.11.14" ? ["default"] : ["default", "-generic"]
  )

const types: Readonly<Record<string, string>> = {
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".m4v": "video/mp4",
  ".webm": "video/webm",
  ".mkv": "video/x-matroska",
  ".mov": "video/quicktime",
  ".flv": "video/x-flv",
  ".avi": "video/x-msvideo",
  ".ts": "video/mp2t",
  ".ogv": "video/ogg"
}

const fileIn = async (
  folder: string,
  kind: Media.MediaRequest["kind"],
  maxBytes: number
): Promise<Blob | "too large" | undefined> => {
  for (const name of await readdir(folder)) {
    const contentType = types[extname(name)]
    if (!/^media\.[a-z0-9]+$/.test(name) || contentType?.startsWith(kind) !== true) continue
    const path = join(folder, name)
    const { size } = await lstat(path)
    if (size > maxBytes) return "too large"
    if (size > 0) return { contentType, bytes: new Uint8Array(await readFile(path)) }
  }
  return undefined
}

const reasonOf = ({ code, isTooLarge, output }: Ended, limit: number): Media.MediaError["reason"] => {
  if (isTooLarge || /File too large|larger than max-filesize|Errno 27/i.test(output)) {
    return new Media.TooLarge({ limit })
  }
  if (code === null && output === "") return new Media.Unavailable({ detail: "the program yt-dlp does not start" })
  return /Unsupported URL|No video formats|no suitable extractor|Requested format is not available/i.test(output)
    ? new Media.Unsupported({})
    : new Media.Failed()
}

/**
 * Provides the extractor. Without the programs, extraction fails with the missing one.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<never> => Layer.effect(Media.MediaExtractor, make(options))
