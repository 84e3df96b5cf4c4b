import { MediaExtractor, YtDlp } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { needing } from "../../common/test/components.ts"
import { mediaFolder } from "./mediaFolder.ts"
import { proxyTo, site } from "./mediaSite.ts"

const { leftovers, watchDisk } = mediaFolder()

const setUp = Effect.fnUntraced(function*(options: Partial<YtDlp.Options> = {}) {
  const { url } = yield* site
  const proxy = yield* proxyTo(url)
  const extractor = yield* YtDlp.make({ proxy: Redacted.make(proxy.url), extractors: ["generic", "html5"], ...options })
  const extract = (path: string, kind: "audio" | "video" = "video", timeout = 600_000) =>
    extractor.extract({ url: path.startsWith("/") ? url + path : path, kind, timeout })
  const reasonOf = (path: string, kind: "audio" | "video" = "video", timeout = 600_000) =>
    Effect.map(Effect.flip(extract(path, kind, timeout)), ({ reason }) => reason._tag)
  return { extract, proxy, reasonOf }
})

describe("YtDlp", { concurrent: false }, () => {
  it.live("returns audio as MP3, and the video unchanged", () =>
    Effect.gen(function*() {
      const { extract, proxy } = yield* setUp()
      const audio = yield* extract("/", "audio")
      assert.strictEqual(audio.contentType, "audio/mpeg")
      const head = Buffer.from(audio.bytes.subarray(0, 3))
      assert.isTrue(head.toString("latin1") === "ID3" || (head[0] === 0xFF && (head[1]! & 0xE0) === 0xE0))
      const video = yield* extract("/")
      assert.strictEqual(video.contentType, "video/mp4")
      assert.strictEqual(Buffer.from(video.bytes.subarray(4, 8)).toString("latin1"), "ftyp")
      assert.deepEqual(proxy.refused, [])
      assert.deepEqual(leftovers(), [])
    }).pipe(Effect.scoped), needing("yt-dlp", "ffmpeg"))

  it.live("reads HLS", () =>
    Effect.gen(function*() {
      const { extract } = yield* setUp()
      const video = yield* extract("/hls")
      assert.strictEqual(video.contentType, "video/mp4")
      assert.isAbove(video.bytes.length, 1000)
    }).pipe(Effect.scoped), needing("yt-dlp", "ffmpeg"))

  it.live("reaches no address that the proxy blocks", () =>
    Effect.gen(function*() {
      const { proxy, reasonOf } = yield* setUp()
      for (const path of ["/metadata", "/inner", "/moved"]) {
        assert.include(["Failed", "Unsupported"], yield* reasonOf(path), path)
        assert.match(proxy.refused.join(), /169\.254\.169\.254/, path)
        proxy.refused.length = 0
      }
      assert.include(["Failed", "Unsupported"], yield* reasonOf("/file"))
      assert.deepEqual(leftovers(), [])
    }).pipe(Effect.scoped), needing("yt-dlp", "ffmpeg"))

  it.live(
    "stops an endless stream, and never exceeds its disk limit",
    () =>
      Effect.gen(function*() {
        const maxBytes = 3 * 1024 * 1024
        const { reasonOf } = yield* setUp({ maxBytes })
        const disk = watchDisk()
        const reason = yield* Effect.ensuring(reasonOf("/endless"), Effect.sync(() => disk.stop()))
        assert.strictEqual(reason, "TooLarge")
        assert.isAtMost(disk.most(), maxBytes)
        assert.isAbove(disk.most(), 0)
        assert.deepEqual(leftovers(), [])
      }).pipe(Effect.scoped),
    needing("yt-dlp", "ffmpeg")
  )

  it.live("stops at its timeout, and when interrupted", () =>
    Effect.gen(function*() {
      const { extract, reasonOf } = yield* setUp()
      assert.strictEqual(yield* reasonOf("/silent", "video", 4000), "TookTooLong")
      assert.deepEqual(leftovers(), [])
      const fiber = yield* Effect.forkChild(extract("/silent"))
      while (leftovers().length === 0) yield* Effect.sleep("20 millis")
      yield* Fiber.interrupt(fiber)
      assert.deepEqual(leftovers(), [])
    }).pipe(Effect.scoped), needing("yt-dlp", "ffmpeg"))

  it.live(
    "does not treat a URL as an option, and opens only http",
    () =>
      Effect.gen(function*() {
        const { proxy, reasonOf } = yield* setUp()
        const owned = join(tmpdir(), `dunlin-owned-${process.pid}`)
        for (const url of [`--exec=touch ${owned}`, "file:///etc/passwd", "ytsearch:clip", "-", "ftp://127.0.0.1/"]) {
          assert.strictEqual(yield* reasonOf(url), "Unsupported", url)
        }
        assert.deepEqual(proxy.refused, [])
        assert.isFalse(existsSync(owned))
      }).pipe(Effect.scoped),
    needing("yt-dlp", "ffmpeg")
  )

  it.live(
    "reports a page without media, also for disabled extractors",
    () =>
      Effect.gen(function*() {
        const { reasonOf } = yield* setUp()
        assert.strictEqual(yield* reasonOf("/text"), "Unsupported")
        const strict = yield* setUp({ extractors: ["youtube"] })
        assert.strictEqual(yield* strict.reasonOf("/"), "Unsupported")
      }).pipe(Effect.scoped),
    needing("yt-dlp", "ffmpeg")
  )
})

describe("YtDlp without its programs", () => {
  it.effect("names the missing program", () =>
    Effect.gen(function*() {
      const request = { url: "https://example.com/", kind: "audio", timeout: 1000 } as const
      const withoutYtDlp = yield* YtDlp.make({ proxy: Redacted.make("http://127.0.0.1:9"), ytDlp: "/nowhere/yt-dlp" })
      assert.match((yield* Effect.flip(withoutYtDlp.extract(request))).message, /yt-dlp is missing.*DUNLIN_YT_DLP/)
      const withoutFfmpeg = yield* YtDlp.make({
        proxy: Redacted.make("http://127.0.0.1:9"),
        ytDlp: process.execPath,
        ffmpeg: "/nowhere/ffmpeg"
      })
      assert.match((yield* Effect.flip(withoutFfmpeg.extract(request))).message, /ffmpeg is missing.*DUNLIN_FFMPEG/)
      const none = yield* MediaExtractor.MediaExtractor
      assert.match((yield* Effect.flip(none.extract(request))).message, /yt-dlp/)
    }))
})
