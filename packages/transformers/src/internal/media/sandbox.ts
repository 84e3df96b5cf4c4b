import * as Effect from "effect/Effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "dunlin-media-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
)

/** Only these container formats are permitted. A playlist that claims to be a video could name any file. */
export const containers = "mov,mp4,m4a,matroska,webm,ogg,mp3,aac,flac,wav,mpegts,flv,avi,asf"

/** Contains only the paths of programs from the host's environment. */
export const environment = (folder: string): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? "",
  HOME: folder,
  TMPDIR: folder,
  XDG_CONFIG_HOME: folder,
  XDG_CACHE_HOME: folder,
  LC_ALL: "C.UTF-8"
})
