import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { text } from "node:stream/consumers"
import { clean } from "./output.ts"
import { WrongUsage } from "./WrongUsage.ts"

const MAX_SHOWN_CHARACTERS_OF_LINE = 200

export const targets = {
  urls: Argument.String("url").pipe(
    Argument.withDescription("http(s) URLs or file paths; - reads URLs from stdin"),
    Argument.atLeast(0)
  ),
  file: Flag.String("file").pipe(Flag.withDescription("A file with one http(s) URL per line"), Flag.optional)
}

/** A list may be from someone else, so local files are accepted only as arguments. */
const lines = Effect.fnUntraced(function*(source: string, content: string) {
  const found: Array<string> = []
  for (const [number, line] of content.split("\n").entries()) {
    const url = line.trim()
    if (url === "" || url.startsWith("#")) continue
    if (!/^https?:\/\//i.test(url)) {
      const shown = clean(url.slice(0, MAX_SHOWN_CHARACTERS_OF_LINE))
      return yield* new WrongUsage({ message: `${source}: line ${number + 1} is not an http(s) URL: ${shown}` })
    }
    found.push(url)
  }
  return found
})

export const urlsOf = Effect.fnUntraced(function*(flags: {
  readonly urls: ReadonlyArray<string>
  readonly file: Option.Option<string>
}) {
  const found: Array<string> = []
  for (const url of flags.urls) {
    if (url === "-") found.push(...yield* lines("stdin", yield* Effect.promise(() => text(process.stdin))))
    else found.push(url)
  }
  if (Option.isSome(flags.file)) {
    const path = flags.file.value
    const files = yield* FileSystem.FileSystem
    const content = yield* Effect.mapError(
      files.readFileString(path),
      () => new WrongUsage({ message: `--file: ${path} cannot be read` })
    )
    found.push(...yield* lines(`--file ${path}`, content))
  }
  if (found.length === 0) {
    return yield* new WrongUsage({ message: "scrape: give a URL, a file, --file with a list of URLs, or - for stdin" })
  }
  return found
})
