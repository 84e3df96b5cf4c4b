import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { text } from "node:stream/consumers"
import { WrongUsage } from "./WrongUsage.ts"

/** The pages of a command: arguments, a file, or stdin. */
export const targets = {
  urls: Argument.String("url").pipe(
    Argument.withDescription("Pages, http or https URLs, or paths of files; - reads them from stdin"),
    Argument.atLeast(0)
  ),
  file: Flag.String("file").pipe(Flag.withDescription("A file with one URL per line"), Flag.optional)
}

const lines = (content: string): ReadonlyArray<string> =>
  content.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"))

/** Every URL that was given, in its order. */
export const urlsOf = Effect.fnUntraced(function*(flags: {
  readonly urls: ReadonlyArray<string>
  readonly file: Option.Option<string>
}) {
  const found: Array<string> = []
  for (const url of flags.urls) {
    if (url === "-") found.push(...lines(yield* Effect.promise(() => text(process.stdin))))
    else found.push(url)
  }
  if (Option.isSome(flags.file)) {
    const path = flags.file.value
    const files = yield* FileSystem.FileSystem
    const content = yield* Effect.mapError(
      files.readFileString(path),
      () => new WrongUsage({ message: `--file: ${path} cannot be read` })
    )
    found.push(...lines(content))
  }
  if (found.length === 0) {
    return yield* new WrongUsage({ message: "scrape: name a URL, a file, a --file of URLs, or - for stdin" })
  }
  return found
})
