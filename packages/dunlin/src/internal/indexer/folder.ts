import * as Feed from "@dunlin/providers/Feed"
import type { IndexDocument } from "@dunlin/providers/LocalIndex"
import * as Html from "@dunlin/transformers/Html"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { readdir, readFile, stat } from "node:fs/promises"
import { basename, extname, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { IndexEvent } from "../../IndexEvent.ts"
import { InvalidTarget } from "../../InvalidTarget.ts"

const readable = new Set([".html", ".htm", ".md", ".markdown", ".txt"])
const largest = 20 * 1024 * 1024

/** Reads the HTML, Markdown and text files of a folder and its subfolders, hidden ones and `node_modules` excepted. */
export const readFolder = Effect.fnUntraced(function*(
  target: string,
  tell: (event: IndexEvent) => Effect.Effect<void>
) {
  const path = resolve(target)
  const files = yield* Effect.tryPromise({
    try: () => list(path),
    catch: () =>
      new InvalidTarget({ target, why: "it is neither an http(s) URL nor a folder or file that can be read" })
  })
  return Stream.fromIterable(files).pipe(
    Stream.mapEffect(
      (file) =>
        Effect.tryPromise({ try: () => readFile(file, "utf8"), catch: () => "it cannot be read" }).pipe(
          Effect.map((text) => [toDocument(file, text)]),
          Effect.tap(([document]) => {
            const { title, url } = document!
            return tell({ _tag: "PageIndexed", url, title, waiting: 0 })
          }),
          Effect.catch((why) =>
            Effect.as(tell({ _tag: "PageSkipped", url: pathToFileURL(file).href, why, waiting: 0 }), [])
          )
        ),
      { concurrency: 4 }
    ),
    Stream.flatMap(Stream.fromIterable)
  )
})

const list = async (path: string): Promise<ReadonlyArray<string>> => {
  const info = await stat(path)
  if (info.isFile()) return [path]
  const files: Array<string> = []
  const folders = [path]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue
      const child = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(child)
      else if (entry.isFile() && readable.has(extname(entry.name).toLowerCase())) {
        if ((await stat(child)).size <= largest) files.push(child)
      }
    }
  }
  return files.sort()
}

const toDocument = (file: string, text: string): IndexDocument => {
  const url = pathToFileURL(file).href
  if (!/\.html?$/i.test(file)) {
    return Feed.fromMarkdown(text, { url, name: basename(file) })
  }
  const parsed = Html.parse(text, url)
  const { markdown } = Html.markdown(parsed, Html.mainContent(parsed), { removeBase64Images: true })
  return { url, title: Html.metadata(parsed).title ?? url, text: markdown }
}
