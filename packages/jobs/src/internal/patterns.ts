/** Matches URLs with the caller's patterns in linear time (RE2) and limited memory. */
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Effect from "effect/Effect"
import { RE2JS } from "re2js"

export type Pattern = (text: string) => boolean

/** Uses about 50 MB. Literal patterns are not compiled and do not count. */
const MAX_INSTRUCTIONS = 400_000

/** Compiling this many patterns takes a few milliseconds. The event loop then runs other work. */
const PATTERNS_AT_ONCE = 8

const literal = /^(\^?)((?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])*)(\.\*)?(\$?)$/

const literalOf = (pattern: string): Pattern | undefined => {
  const [, start, path, rest, end] = literal.exec(pattern) ?? []
  if (path === undefined) return undefined
  const text = path.replace(/\\(.)/g, "$1")
  const isWhole = rest === undefined && end !== ""
  if (start !== "") return isWhole ? (tested) => tested === text : (tested) => tested.startsWith(text)
  return isWhole ? (tested) => tested.endsWith(text) : (tested) => tested.includes(text)
}

const compiled = (pattern: string) => Effect.option(Effect.try(() => RE2JS.compile(pattern)))

export const compile = Effect.fnUntraced(function*(
  patterns: ReadonlyArray<string>,
  field: string
): Effect.fn.Return<ReadonlyArray<Pattern>, InvalidRequest.InvalidRequest> {
  const all: Array<Pattern> = []
  let instructions = 0
  for (const [at, pattern] of patterns.entries()) {
    const plain = literalOf(pattern)
    if (plain !== undefined) {
      all.push(plain)
      continue
    }
    if (at % PATTERNS_AT_ONCE === 0) yield* Effect.yieldNow
    const read = yield* compiled(pattern)
    if (read._tag === "None") {
      return yield* InvalidRequest.at(
        [field, at],
        "a regular expression that can be matched in linear time (RE2 syntax: no look-around, no back-references)"
      )
    }
    const expression = read.value
    instructions += expression.programSize()
    if (instructions > MAX_INSTRUCTIONS) {
      return yield* InvalidRequest.at(
        [field, at],
        "shorter or fewer patterns: the patterns up to this one exceed the memory limit of a crawl (repetitions such as " +
          "`{1000}` count once per repetition)"
      )
    }
    all.push((text) => expression.test(text))
  }
  return all
})
