/**
 * Implements `dunlin site`: writes a search page for the readers of a site to a folder, which any web server can
 * serve.
 */
import * as PackageFile from "@dunlin/common/PackageFile"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { fileURLToPath } from "node:url"
import type { IndexEvent } from "../../IndexEvent.ts"
import * as Services from "../../Services.ts"
import * as Heap from "../heap.ts"
import { indexFlags } from "./indexFlags.ts"
import { NothingIndexed } from "./NothingIndexed.ts"
import { clean, inFlags, renderOmitted } from "./output.ts"
import { describeIndex, withProgress } from "./progress.ts"
import { json, settings } from "./root.ts"
import { WrongUsage } from "./WrongUsage.ts"

/** Base URL without `--base-url`. It is never shown. */
const PLACEHOLDER = "https://site.invalid/"

const MAX_PAGES = 10_000

const MISSING_PAGE = "^/404(?:\\.html|/(?:index\\.html)?)?$"

/** Folders of earlier versions, and chunks of earlier scripts. */
const earlier = /^(?:index-[0-9a-f]{12}|search-[\w-]+-[\w-]{8}\.js)$/

const asker = { here: import.meta.url, name: "dunlin", module: "internal/cli/site" }

class SiteNotWritten extends Schema.TaggedError<SiteNotWritten>()("SiteNotWritten", {
  path: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `${this.path} cannot be written: ${this.why}`
  }
}

interface Place {
  readonly base: string | undefined
  readonly root: string | undefined
  readonly script: string
}

const posix = (path: string): string => path.split(sep).join("/")

const placeOf = (target: string, output: string, baseUrl: string | undefined): Place => {
  const isFolder = existsSync(target)
  const inside = relative(resolve(target), resolve(output))
  const isInside = isFolder && !inside.startsWith("..") && resolve(output) !== inside
  const base = baseUrl ?? (isFolder && isInside ? PLACEHOLDER : undefined)
  const slashed = base === undefined || base.endsWith("/") ? base : `${base}/`
  const path = slashed === undefined ? "/" : new URL(slashed).pathname
  const folder = isInside ? posix(inside) : "search"
  return {
    base: slashed,
    root: isInside ? "../".repeat(folder === "" ? 0 : folder.split("/").length) || "./" : undefined,
    script: `${path}${folder === "" ? "" : `${folder}/`}dunlin-search.js`
  }
}

const scripts = Effect.suspend(() => {
  const url = PackageFile.file(asker, "dist/site")
  const folder = url === undefined ? "" : fileURLToPath(url)
  if (folder === "" || !existsSync(join(folder, "dunlin-search.js"))) {
    return Effect.fail(new SiteNotWritten({ path: "dunlin-search.js", why: PackageFile.advice(asker) }))
  }
  return Effect.sync(() =>
    new Map(readdirSync(folder).map((name): [string, Uint8Array] => [name, readFileSync(join(folder, name))]))
  )
})

/** Writes files in order, and removes files of earlier versions last. */
const write = (output: string, files: ReadonlyMap<string, Uint8Array>) => {
  let path = output
  return Effect.try({
    try: () => {
      for (const [name, bytes] of files) {
        path = join(output, name)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, bytes)
      }
      const current = new Set([...files.keys()].map((name) => name.split("/")[0]!))
      for (const name of readdirSync(output)) {
        if (!earlier.test(name) || current.has(name)) continue
        path = join(output, name)
        rmSync(path, { recursive: true, force: true })
      }
    },
    catch: (cause) => new SiteNotWritten({ path, why: cause instanceof Error ? cause.message : String(cause) })
  })
}

export const site = Command.make(
  "site",
  {
    target: Argument.String("target").pipe(
      Argument.withDescription("Folder of a built site, or a URL (with all pages below it)")
    ),
    ...indexFlags({ limit: MAX_PAGES, baseUrl: "the parent of the search folder's URL" }),
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("Output folder (default: the site's folder `search`; for a URL: ./search)"),
      Flag.optional
    ),
    json
  },
  Effect.fn("dunlin.site")(function*({ baseUrl, exclude, include, json, limit, output, target }) {
    if (Option.isSome(baseUrl) && !/^https?:$/.test(URL.parse(baseUrl.value)?.protocol ?? "")) {
      return yield* new WrongUsage({
        message: `--base-url: expected an http(s) URL such as https://docs.example/, got ${clean(baseUrl.value)}`
      })
    }
    const isFolder = existsSync(target)
    const folder = Option.getOrElse(output, () => isFolder ? join(target, "search") : "search")
    const place = placeOf(target, folder, Option.getOrUndefined(baseUrl))
    if (isFolder && place.base === undefined) {
      return yield* new WrongUsage({
        message: "--base-url is missing: it is required when --output is outside the site's folder"
      })
    }
    const box = yield* scripts
    const Indexer = yield* Effect.promise(() => import("../../Indexer.ts"))
    const LocalIndex = yield* Effect.promise(() => import("@dunlin/providers/LocalIndex"))
    const FrozenIndex = yield* Effect.promise(() => import("@dunlin/providers/FrozenIndex"))
    const { OTHER_KIND } = yield* Effect.promise(() => import("../indexer/folder.ts"))
    Heap.letNurseryGrow()
    const fs = yield* FileSystem.FileSystem
    const data = yield* fs.makeTempDirectoryScoped({ prefix: "dunlin-site-" })
    const filename = join(data, "site.sqlite")
    const summary = yield* withProgress((progress) =>
      Effect.gen(function*() {
        const describe = describeIndex(progress)
        const options = {
          limit,
          include,
          exclude: [...exclude, MISSING_PAGE],
          ...(isFolder ? { baseUrl: place.base } : {}),
          // A built site also contains styles, scripts and images. They are skipped without a message.
          onEvent: (event: IndexEvent) => {
            if (event._tag !== "PageSkipped" || event.why !== OTHER_KIND) describe(event)
          }
        }
        const summary = yield* Indexer.run(target, options)
        progress.update("writing the index")
        yield* (yield* LocalIndex.LocalIndex).optimize
        return summary
      })
    ).pipe(
      Effect.provide(LocalIndex.layerIndex({ filename })),
      Effect.provide(Services.layerConfig({
        settings: { ...yield* settings, data, index: "data", provider: ["local"], embeddingsUrl: Option.none() }
      }))
    )
    if (summary.added === 0) return yield* new NothingIndexed({ targets: [target] })
    const index = yield* Effect.promise(() => FrozenIndex.freezeFolder(filename, place))
    const files = new Map([...box, ...index])
    yield* write(folder, files)
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0)
    const skipped = summary.skipped.filter(({ why }) => why !== OTHER_KIND)
    const facts = { pages: summary.added, skipped: skipped.length, files: files.size, bytes, folder }
    if (json) return yield* Console.log(JSON.stringify({ ...facts, skipped, script: place.script }))
    yield* Console.log(
      `${facts.pages} pages are searchable, ${facts.skipped} skipped: ${facts.files} files, ` +
        `${Math.ceil(bytes / 1000)} kB, in ${folder}\n\nInclude the search in your pages:\n\n` +
        `<script type="module" src="${place.script}"></script>\n<dunlin-search></dunlin-search>`
    )
    for (const line of renderOmitted(summary.omitted)) yield* Console.error(line)
    if (summary.warning !== undefined) yield* Console.error(`Warning: ${inFlags(clean(summary.warning))}`)
  }, Effect.scoped)
).pipe(
  Command.withDescription("Add a search box to a static site; the search runs in the browser, without a server"),
  Command.withExamples([{
    command: "dunlin site ./dist --base-url https://docs.example/",
    description: "Index the pages of a built site into ./dist/search"
  }])
)
