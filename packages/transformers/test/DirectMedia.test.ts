import { DirectMedia, Html, MediaExtractor, MediaSources } from "@dunlin/transformers"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { HttpClient, HttpClientError } from "effect/http"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { needing } from "../../common/test/components.ts"
import { until } from "../../common/test/until.ts"
import { mediaFolder } from "./mediaFolder.ts"
import { site } from "./mediaSite.ts"

const { folder, leftovers, watchDisk } = mediaFolder()

/** The streams of a file and how long it is, as ffprobe sees them. */
const probe = (bytes: Uint8Array) => {
  const path = join(folder, "probed")
  writeFileSync(path, bytes)
  const { format, streams } = JSON.parse(
    execFileSync("ffprobe", ["-v", "error", "-of", "json", "-show_format", "-show_streams", path], { encoding: "utf8" })
  )
  return {
    format: String(format.format_name),
    seconds: Number(format.duration),
    bitrate: Number(format.bit_rate),
    codecs: (streams as ReadonlyArray<{ readonly codec_name: string }>).map(({ codec_name }) => codec_name).toSorted()
  }
}

/** A client that reaches one origin alone, and remembers what else was asked of it. */
const guarded = Effect.fnUntraced(function*(allowed: string) {
  const refused: Array<string> = []
  const client = Context.get(yield* Layer.build(NodeHttpClient.layerUndici), HttpClient.HttpClient)
  const guard = HttpClient.make((request, url) => {
    if (url.origin === allowed) return client.execute(request)
    refused.push(url.href)
    return Effect.fail(
      new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request }) })
    )
  })
  return { guard, refused }
})

const extractorFor = Effect.fnUntraced(function*(url: string, options: DirectMedia.Options = {}) {
  const { guard, refused } = yield* guarded(url)
  const extractor = yield* DirectMedia.make(options).pipe(Effect.provideService(HttpClient.HttpClient, guard))
  const extract = (path: string, kind: "audio" | "video" = "video", timeout = 600_000) =>
    extractor.extract({ url: `${url}/page`, sources: [URL.parse(path, url)!.href], kind, timeout })
  const reasonOf = (path: string, kind: "audio" | "video" = "video", timeout = 600_000) =>
    Effect.map(Effect.flip(extract(path, kind, timeout)), ({ reason }) => reason._tag)
  return { extract, extractor, reasonOf, refused }
})

const setUp = Effect.fnUntraced(function*(options: DirectMedia.Options = {}) {
  const { url } = yield* site
  return { url, ...(yield* extractorFor(url, options)) }
})

/** A server of a test's own. */
const listen = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(listener)
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

describe(
  "DirectMedia",
  { concurrent: false },
  () => {
    it.live("returns files: video unchanged, audio as MP3", () =>
      Effect.gen(function*() {
        const { extract, reasonOf, url } = yield* setUp()
        const video = yield* extract("/clip.mp4")
        assert.strictEqual(video.contentType, "video/mp4")
        const response = yield* Effect.promise(() => fetch(`${url}/clip.mp4`))
        assert.deepEqual(
          Buffer.from(video.bytes),
          Buffer.from(yield* Effect.promise(() => response.arrayBuffer()))
        )
        const audio = yield* extract("/clip.mp4", "audio")
        assert.strictEqual(audio.contentType, "audio/mpeg")
        const { bitrate, codecs, format, seconds } = probe(audio.bytes)
        assert.deepEqual({ codecs, format }, { codecs: ["mp3"], format: "mp3" })
        assert.closeTo(seconds, 1, 0.1)
        assert.closeTo(bitrate, 192_000, 20_000)
        const own = yield* extract("/clip.mp3", "audio")
        assert.strictEqual(probe(own.bytes).format, "mp3")
        assert.strictEqual(yield* reasonOf("/clip.mp3"), "Unsupported")
        assert.deepEqual(leftovers(), [])
      }).pipe(Effect.scoped), needing("ffmpeg"))

    for (
      const [name, path, length] of [
        ["HLS", "/clip.m3u8", 1],
        ["HLS with encrypted segments", "/coded.m3u8", 4],
        ["HLS with the sound apart, in fragments of MP4", "/master.m3u8", 4],
        ["DASH by number", "/number.mpd", 4],
        ["DASH with a timeline", "/time.mpd", 4],
        ["DASH by ranges, also of a server that knows none", "/single.mpd", 4]
      ] as const
    ) {
      it.live(`accepts ${name}`, () =>
        Effect.gen(function*() {
          const { extract, refused } = yield* setUp()
          const video = yield* extract(path)
          assert.strictEqual(video.contentType, "video/mp4")
          const picture = probe(video.bytes)
          assert.deepEqual(picture.codecs, [
            "aac",
            path === "/clip.m3u8" || path === "/coded.m3u8" ? "mpeg2video" : "mpeg4"
          ])
          assert.closeTo(picture.seconds, length, 0.3)
          const audio = yield* extract(path, "audio")
          const sound = probe(audio.bytes)
          assert.deepEqual(sound.codecs, ["mp3"])
          assert.closeTo(sound.seconds, length, 0.3)
          assert.deepEqual(refused, [])
          assert.deepEqual(leftovers(), [])
        }).pipe(Effect.scoped), needing("ffmpeg"))
    }

    it.live("rejects live and protected streams with the reason", () =>
      Effect.gen(function*() {
        const texts: Record<string, string> = {
          "/live.m3u8": "#EXTM3U\n#EXTINF:1,\nclip0.ts\n",
          "/drm.m3u8": "#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\"\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST\n",
          "/live.mpd": "<?xml version=\"1.0\"?><MPD type=\"dynamic\"></MPD>",
          "/drm.mpd":
            "<MPD><Period duration=\"PT1S\"><AdaptationSet contentType=\"video\"><ContentProtection/><Representation " +
            "id=\"0\"/></AdaptationSet></Period></MPD>",
          "/circle.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\ncircle.m3u8\n",
          "/many.mpd":
            "<MPD><Period duration=\"PT9999999S\"><AdaptationSet contentType=\"video\"><SegmentTemplate media=\"$Number$\" " +
            "duration=\"1\"/><Representation id=\"0\"/></AdaptationSet></Period></MPD>",
          "/deep.mpd": `<MPD>${"<a>".repeat(50_000)}${"</b>".repeat(50_000)}`,
          "/text": "Just a text."
        }
        const url = yield* listen((request, response) => void response.end(texts[request.url ?? ""] ?? ""))
        const { extract } = yield* extractorFor(url)
        const said = yield* Effect.forEach(Object.keys(texts), (path) =>
          Effect.map(Effect.flip(extract(path)), ({ message, reason }) => `${path} ${reason._tag}: ${message}`))
        const cannot = "Unsupported: the page's media cannot be downloaded:"
        assert.deepEqual(said, [
          `/live.m3u8 ${cannot} it is a live stream`,
          `/drm.m3u8 ${cannot} it is copy-protected`,
          `/live.mpd ${cannot} it is a live stream`,
          `/drm.mpd ${cannot} it is copy-protected`,
          "/circle.m3u8 Unsupported: the page contains no downloadable media",
          `/many.mpd ${cannot} its manifest is damaged`,
          `/deep.mpd ${cannot} its manifest is damaged`,
          "/text Unsupported: the page contains no downloadable media"
        ])
      }).pipe(Effect.scoped), needing("ffmpeg"))

    it.live(
      "reaches nothing that the client blocks, by redirect, playlist, key, or manifest",
      () =>
        Effect.gen(function*() {
          const inner = "http://169.254.169.254/latest/meta-data/"
          const texts: Record<string, string> = {
            "/list.m3u8": `#EXTM3U\n#EXTINF:1,\n${inner}a.ts\n#EXT-X-ENDLIST\n`,
            "/variant.m3u8": `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${inner}v.m3u8\n`,
            "/key.m3u8": `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${inner}key"\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST\n`,
            "/manifest.mpd":
              `<MPD><Period duration="PT1S"><BaseURL>${inner}</BaseURL><AdaptationSet contentType="video">` +
              "<Representation id=\"0\"/></AdaptationSet></Period></MPD>"
          }
          const url = yield* listen((request, response) => {
            if (request.url === "/moved.mp4") return void response.writeHead(302, { location: inner }).end()
            if (request.url === "/file.mp4") {
              return void response.writeHead(302, { location: "file:///etc/passwd" }).end()
            }
            response.end(texts[request.url ?? ""] ?? Buffer.alloc(400, 0x47))
          })
          const { reasonOf, refused } = yield* extractorFor(url)
          for (const path of ["/moved.mp4", ...Object.keys(texts)]) {
            assert.strictEqual(yield* reasonOf(path), "Failed", path)
            assert.strictEqual(refused.length, 1, path)
            assert.isTrue(refused.pop()?.startsWith(inner))
          }
          assert.strictEqual(yield* reasonOf("/file.mp4"), "Failed")
          assert.strictEqual(yield* reasonOf("file:///etc/passwd"), "Failed")
          assert.deepEqual(leftovers(), [])
        }).pipe(Effect.scoped),
      needing("ffmpeg")
    )

    it.live(
      "stops an endless stream, and never exceeds its disk limit",
      () =>
        Effect.gen(function*() {
          const maxBytes = 3 * 1024 * 1024
          const mp4 = Buffer.concat([Buffer.from("\0\0\0\x18ftypisom"), Buffer.alloc(256 * 1024)])
          let open = 0
          const url = yield* listen((request, response) => {
            if (request.url === "/list.m3u8") {
              return void response.end("#EXTM3U\n#EXTINF:1,\nendless.ts\n#EXT-X-ENDLIST\n")
            }
            if (request.url === "/part.m3u8") {
              return void response.end("#EXTM3U\n#EXT-X-BYTERANGE:9@5\n#EXTINF:1,\nendless.ts\n#EXT-X-ENDLIST\n")
            }
            open++
            response.writeHead(200)
            if (request.url !== "/endless.html") response.write(mp4)
            const more = setInterval(() => response.write(Buffer.alloc(256 * 1024, 32)), 2)
            response.on("close", () => {
              clearInterval(more)
              open--
            })
          })
          const { reasonOf } = yield* extractorFor(url, { maxBytes })
          const disk = watchDisk()
          yield* Effect.addFinalizer(() => Effect.sync(() => disk.stop()))
          assert.strictEqual(yield* reasonOf("/endless.mp4"), "TooLarge")
          assert.strictEqual(yield* reasonOf("/list.m3u8"), "TooLarge")
          // Nine bytes of it were asked for: no more is read, whatever the server sends.
          assert.strictEqual(yield* reasonOf("/part.m3u8"), "Failed")
          assert.strictEqual(yield* reasonOf("/endless.html"), "Unsupported")
          assert.isAtMost(disk.most(), maxBytes)
          assert.isAbove(disk.most(), 0)
          assert.deepEqual(leftovers(), [])
          yield* until(() => open === 0)
        }).pipe(Effect.scoped),
      needing("ffmpeg")
    )

    it.live("stops at its timeout, and when interrupted", () =>
      Effect.gen(function*() {
        let asked = 0
        const url = yield* listen((_, response) => {
          asked++
          response.writeHead(200)
          response.write(Buffer.concat([Buffer.from("\0\0\0\x18ftypisom"), Buffer.alloc(2000)]))
        })
        const { extract, reasonOf } = yield* extractorFor(url)
        assert.strictEqual(yield* reasonOf("/silent.mp4", "video", 1000), "TookTooLong")
        const before = asked
        const fiber = yield* Effect.forkChild(extract("/silent.mp4"))
        yield* until(() => asked > before)
        yield* Fiber.interrupt(fiber)
        assert.deepEqual(leftovers(), [])
      }).pipe(Effect.scoped), needing("ffmpeg"))

    it.live("opens no file that a disguised playlist names", () =>
      Effect.gen(function*() {
        // The beginning of an MP4 with a playlist behind it, and a playlist as a segment.
        const list = "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"
        const url = yield* listen((request, response) =>
          void response.end(
            request.url === "/list.m3u8"
              ? "#EXTM3U\n#EXTINF:1,\nsegment.ts\n#EXT-X-ENDLIST\n"
              : request.url === "/segment.ts"
              ? list
              : Buffer.concat([Buffer.from("\0\0\0\x18ftypisom"), Buffer.from(list)])
          )
        )
        const { reasonOf } = yield* extractorFor(url)
        assert.strictEqual(yield* reasonOf("/list.m3u8", "audio"), "Failed")
        assert.strictEqual(yield* reasonOf("/disguised.mp4", "audio"), "Failed")
      }).pipe(Effect.scoped), needing("ffmpeg"))

    it.live("tries the sources in order", () =>
      Effect.gen(function*() {
        const { extractor, url } = yield* setUp()
        const sources = [`${url}/text`, `${url}/nowhere.mp4`, `${url}/clip.mp4`]
        const { contentType } = yield* extractor.extract({ url, sources, kind: "video", timeout: 300_000 })
        assert.strictEqual(contentType, "video/mp4")
        const error = yield* Effect.flip(extractor.extract({ url, kind: "video", timeout: 300_000 }))
        assert.strictEqual(error.reason._tag, "Unsupported")
      }).pipe(Effect.scoped), needing("ffmpeg"))
  }
)

describe("MediaSources", () => {
  it("lists declared media before players, and decoration last", () => {
    const page = Html.parse(
      `<head><meta property="og:video" content="/shared.mp4"><meta property="og:audio" content="javascript:alert(1)">
      <script type="application/ld+json">{"@type": "VideoObject", "contentUrl": "https://cdn.example/declared.mp4"}</script>
      </head><video autoplay muted loop src="/background.mp4"></video>
      <video controls><source src="a.webm"><source src="a.mp4"></video><audio src="/sound.mp3"></audio>
      <source src="/stray.mp4"><video src="blob:x"></video><video src="/shared.mp4"></video>`,
      "https://example.com/page/"
    )
    assert.deepEqual(MediaSources.fromPage(page), [
      "https://cdn.example/declared.mp4",
      "https://example.com/shared.mp4",
      "https://example.com/page/a.webm",
      "https://example.com/page/a.mp4",
      "https://example.com/sound.mp3",
      "https://example.com/background.mp4"
    ])
  })

  it("takes linear time for pages full of media", () => {
    const page = Html.parse(
      Array.from({ length: 1000 }, (_, index) => `<video src="/${index}.mp4">`).join(""),
      "https://example.com/"
    )
    assert.strictEqual(MediaSources.fromPage(page).length, 8)
  })
})

describe("MediaExtractor.orElse", () => {
  const failing = (reason: MediaExtractor.MediaError["reason"]): MediaExtractor.Extractor => ({
    extract: () => Effect.fail(new MediaExtractor.MediaError({ reason }))
  })
  const taking: MediaExtractor.Extractor = {
    extract: ({ timeout }) => Effect.succeed({ contentType: `video/${String(timeout)}`, bytes: new Uint8Array(1) })
  }
  const request = { url: "https://example.com/", kind: "video", timeout: 1000 } as const

  it.effect("tries the next extractor if the first finds or loads nothing, within one timeout", () =>
    Effect.gen(function*() {
      for (const reason of [new MediaExtractor.Unsupported({}), new MediaExtractor.Failed()]) {
        const { contentType } = yield* MediaExtractor.orElse(failing(reason), taking).extract(request)
        assert.strictEqual(contentType, "video/1000")
      }
      for (
        const reason of [
          new MediaExtractor.TooLarge({ limit: 1 }),
          new MediaExtractor.Unsupported({ detail: "it is a live stream" })
        ]
      ) {
        const error = yield* Effect.flip(MediaExtractor.orElse(failing(reason), taking).extract(request))
        assert.strictEqual(error.reason, reason)
      }
    }))

  it.effect("reports what was tried if the next one is missing", () =>
    Effect.gen(function*() {
      const missing = failing(MediaExtractor.missing("yt-dlp", "DUNLIN_YT_DLP"))
      const error = yield* Effect.flip(
        MediaExtractor.orElse(failing(new MediaExtractor.Unsupported({})), missing).extract(request)
      )
      assert.match(error.message, /^the page links no media directly, and program yt-dlp is missing/)
      const failed = yield* Effect.flip(
        MediaExtractor.orElse(failing(new MediaExtractor.Failed()), missing).extract(request)
      )
      assert.strictEqual(failed.reason._tag, "Failed")
    }))
})
