/** Counts the steps that expressions take back, on the engine that runs them. */
import { setFlagsFromString } from "node:v8"

type Limited = (source: string, flags: string, limit: number) => RegExp

setFlagsFromString("--allow-natives-syntax")
/** Makes an expression that finds nothing once it took more steps back than the limit. */
const limited = new Function("p", "f", "l", "return %NewRegExpWithBacktrackLimit(p, f, l)") as Limited
setFlagsFromString("--no-allow-natives-syntax")

const unit =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x..|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|[^]/gu

/** The same expression with a second way, which never fits, in all that repeats: the engine counts no step of a plain loop. */
const counted = (source: string): string => {
  const parts = source.match(unit) ?? []
  return parts.map((part, at) =>
    /^[*+?{]$/.test(parts[at + 1] ?? "") && !/^(?:[)*+?}]$|\()/.test(part) ? `(?:${part}|(?!))` : part
  ).join("")
}

/** An expression as it was applied. */
export interface Applied {
  readonly source: string
  readonly flags: string
  readonly text: string
  readonly from: number
}

/** The expressions that a function applies to texts of some length or longer. */
export const applied = (least: number, run: () => void): ReadonlyArray<Applied> => {
  const found = new Map<string, Applied>()
  const { exec } = RegExp.prototype
  Reflect.set(RegExp.prototype, "exec", function(this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const { flags, source } = this
    if (text.length - from >= least) found.set(`${source} ${flags} ${from} ${text}`, { source, flags, text, from })
    return exec.call(this, text)
  })
  try {
    run()
  } finally {
    Reflect.set(RegExp.prototype, "exec", exec)
  }
  return [...found.values()]
}

const known = new Map<string, RegExp>()

/** Whether an expression takes more steps back than the limit before it has its answer. */
export const exceeds = ({ flags, from, source, text }: Applied, limit: number): boolean => {
  const key = `${limit} ${flags} ${source}`
  // Where it fits nowhere, it fits the end of the text: nothing found means that the limit was reached.
  const end = flags.includes("y") ? "" : "(?![^])"
  const expression = known.get(key) ?? limited(`(?:${counted(source)})|${end}`, flags, limit)
  known.set(key, expression)
  expression.lastIndex = from
  return expression.exec(text) === null
}
