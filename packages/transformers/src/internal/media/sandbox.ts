import * as Effect from "effect/Effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "dunlin-media-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
)

/** Container formats that ffmpeg may open. A playlist that claims to be a video could name any local file. */
export const containers = "mov,mp4,m4a,matroska,webm,ogg,mp3,aac,flac,wav,mpegts,flv,avi,asf"

/** Passes only the paths of programs on, because the environment may contain secrets. */
export const environment = (folder: string): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? "",
  HOME: folder,
  TMPDIR: folder,
  XDG_CONFIG_HOME: folder,
  XDG_CACHE_HOME: folder,
  LC_ALL: "C.UTF-8"
})
