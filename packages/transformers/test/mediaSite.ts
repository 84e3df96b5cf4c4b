import { Effect, type Scope } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { listen } from "./listen.ts"

/** One second of a test picture with a tone, as MP4 and as HLS and DASH: seven runs of ffmpeg. */
const record = (): ReadonlyMap<string, Buffer> => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-clip-"))
  try {
    const ffmpeg = (...args: ReadonlyArray<string>) =>
      execFileSync("ffmpeg", ["-v", "error", "-y", ...args], { cwd: folder, stdio: "pipe" })
    ffmpeg(
      ...[["-f", "lavfi", "-i", "testsrc=d=1:s=160x120:r=10", "-f", "lavfi", "-i", "sine=d=1"], [
        "-c:v",
        "mpeg4",
        "-c:a",
        "aac",
        "-shortest",
        "clip.mp4"
      ]].flat()
    )
    // In transport streams MPEG-4 Visual does not say how large it is.
    const stream = ["-c:v", "mpeg2video", "-c:a", "aac"]
    ffmpeg("-i", "clip.mp4", ...stream, "-f", "hls", "-hls_time", "1", "clip.m3u8")
    ffmpeg("-i", "clip.mp4", "-vn", "-c:a", "libmp3lame", "clip.mp3")
    // HLS in fragments of MP4, encrypted, with the sound apart; and DASH by number, by time, and by ranges of one file.
    const long = ["-f", "lavfi", "-i", "testsrc=d=4:s=160x120:r=10", "-f", "lavfi", "-i", "sine=d=4", "-g", "10"]
    const hls = ["-f", "hls", "-hls_time", "1", "-hls_list_size", "0"]
    const codecs = ["-c:v", "mpeg4", "-c:a", "aac"]
    writeFileSync(join(folder, "secret.key"), "0123456789abcdef")
    writeFileSync(join(folder, "key.info"), "secret.key\nsecret.key\n")
    ffmpeg(
      ...long,
      ...stream,
      ...hls,
      "-hls_key_info_file",
      "key.info",
      "coded.m3u8"
    )
    const apart = ["-var_stream_map", "v:0,agroup:sound a:0,agroup:sound,default:yes", "-master_pl_name", "master.m3u8"]
    const maps = ["-map", "0:v", "-map", "1:a"]
    ffmpeg(
      ...long,
      ...maps,
      ...codecs,
      ...hls,
      "-hls_segment_type",
      "fmp4",
      ...apart,
      "apart%v.m3u8"
    )
    for (const [name, timeline] of [["number", "0"], ["time", "1"]] as const) {
      ffmpeg(
        ...long,
        ...maps,
        ...codecs,
        "-f",
        "dash",
        "-seg_duration",
        "1",
        "-use_timeline",
        timeline,
        "-init_seg_name",
        `${name}-$RepresentationID$-init.m4s`,
        "-media_seg_name",
        `${name}-$RepresentationID$-$Number%05d$.m4s`,
        `${name}.mpd`
      )
    }
    ffmpeg(...long, ...maps, ...codecs, "-f", "dash", "-seg_duration", "1", "-single_file", "1", "single.mpd")
    return new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let recorded: ReadonlyMap<string, Buffer> | undefined
/** What all sites of this process serve. */
const files = () => recorded ??= record()

const types: Record<string, string> = {
  ".mp4": "video/mp4",
  ".mp3": "audio/mpeg",
  ".ts": "video/mp2t",
  ".m3u8": "application/vnd.apple.mpegurl",
  ".mpd": "application/dash+xml"
}

const page = (video: string) => `<!doctype html><title>Clip</title><h1>Clip</h1><video controls src="${video}"></video>`

/** A site with a clip and with traps; `url` is its address. */
export const site: Effect.Effect<{ readonly url: string }, never, Scope.Scope> = Effect.gen(function*() {
  const clips = yield* Effect.sync(files)
  const port = yield* listen((request, response) => {
    const path = request.url ?? "/"
    const file = clips.get(path)
    if (file !== undefined) {
      const contentType = types[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream"
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? []
      // One of the files is served whole whatever is asked: some servers know no ranges.
      const isPart = from !== undefined && !path.includes("stream1")
      const part = isPart ? file.subarray(Number(from), to === "" ? undefined : Number(to) + 1) : file
      response.writeHead(isPart ? 206 : 200, { "content-type": contentType, "content-length": part.length })
      return void response.end(request.method === "HEAD" ? undefined : part)
    }
    const moved: Record<string, string> = {
      "/metadata": "http://169.254.169.254/latest/meta-data/clip.mp4",
      "/file": "file:///etc/passwd",
      "/metadata.mp4": "http://169.254.169.254/latest/meta-data/"
    }
    if (moved[path] !== undefined) return void response.writeHead(302, { location: moved[path] }).end()
    if (path === "/endless.mp4") {
      response.writeHead(200, { "content-type": "video/mp4" })
      if (request.method === "HEAD") return void response.end()
      const more = setInterval(() => response.write(Buffer.alloc(256 * 1024)), 2)
      return void response.on("close", () => clearInterval(more))
    }
    if (path === "/silent.mp4") {
      response.writeHead(200, { "content-type": "video/mp4" })
      return void (request.method === "HEAD" ? response.end() : response.write(Buffer.alloc(1024)))
    }
    const pages: Record<string, string> = {
      "/": page("/clip.mp4"),
      "/hls": page("/clip.m3u8"),
      "/dash": page("/number.mpd"),
      "/endless": page("/endless.mp4"),
      "/silent": page("/silent.mp4"),
      "/inner": page("http://169.254.169.254/latest/meta-data/clip.mp4"),
      "/moved": page("/metadata.mp4"),
      "/text": "<!doctype html><title>Text</title><p>No clip here.</p>"
    }
    const found = pages[path]
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "text/html" }).end(found)
  })
  return { url: `http://127.0.0.1:${port}` }
})

/** A proxy that reaches one address alone, and remembers what else was asked of it. */
export const proxyTo = Effect.fnUntraced(function*(
  allowed: string
): Effect.fn.Return<{ readonly url: string; readonly refused: Array<string> }, never, Scope.Scope> {
  const refused: Array<string> = []
  const port = yield* listen((incoming, response) => {
    const target = URL.parse(incoming.url ?? "")
    if (target?.origin !== allowed) {
      refused.push(incoming.url ?? "")
      return void response.writeHead(403).end()
    }
    const forwarded = request(target, { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on("error", () => response.destroy())
    response.on("close", () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  return { url: `http://127.0.0.1:${port}`, refused }
})
