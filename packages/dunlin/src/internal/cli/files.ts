/** Writes the files of a page to disk, because their links work only on a server. */
import { ArtifactStore } from "@dunlin/cache/ArtifactStore"
import type { Document } from "@dunlin/schema/Document"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { dataFolder } from "../dataFolder.ts"
import { WrongUsage } from "./WrongUsage.ts"

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "application/pdf": "pdf",
  "audio/mpeg": "mp3",
  "video/mp4": "mp4",
  "video/webm": "webm"
}

const nameOf = (url: string): string =>
  (URL.parse(url)?.hostname ?? "page").replace(/^www\./, "").replace(/[^\w.-]+/g, "-").slice(0, 100)

export const output = Flag.String("output").pipe(
  Flag.withAlias("o"),
  Flag.withDescription("Folder for screenshots, audio and video"),
  Flag.withDefault(".")
)

const write = (folder: string, name: string, extension: string, bytes: Uint8Array): string => {
  for (let number = 1;; number++) {
    const path = join(folder, `${name}${number === 1 ? "" : `-${number}`}.${extension}`)
    try {
      writeFileSync(path, bytes, { flag: "wx" })
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
  }
}

export const saveFiles = Effect.fnUntraced(function*<A extends Document>(document: A, url: string, output: string) {
  const fields = (["screenshot", "audio", "video"] as const).filter((field) => typeof document[field] === "string")
  if (fields.length === 0) return document
  const folder = resolve(output)
  yield* dataFolder(folder, "--output")
  const artifacts = yield* ArtifactStore
  const saved: { [Field in typeof fields[number]]?: string } = {}
  for (const field of fields) {
    const artifact = yield* Effect.option(artifacts.open(document[field] ?? ""))
    if (artifact._tag === "None") continue
    const { bytes, contentType } = artifact.value
    saved[field] = yield* Effect.try({
      try: () => write(folder, `${nameOf(url)}-${field}`, extensions[contentType] ?? "bin", bytes),
      catch: (error) =>
        new WrongUsage({ message: `--output: cannot write to ${folder} (${(error as NodeJS.ErrnoException).code})` })
    })
  }
  return { ...document, ...saved }
})
