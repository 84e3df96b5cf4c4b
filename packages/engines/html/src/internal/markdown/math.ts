/**
 * Converts each formula to TeX, and writes it once.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape, textOf } from "../tape/tape.ts"
import { drawnTex } from "./drawnMath.ts"

const NODES_TO_FORMULA = 400
const NODES_TO_OUTPUT = 4000
/** Number of siblings before a script that may be the output of its formula: a preview, a frame and separators. */
const SIBLINGS_TO_OUTPUT = 4
const TOO_LONG_FOR_FORMULA = 5000

const wrap = (source: string, block: boolean): string | undefined => {
  const body = source.trim().replace(/^\{\\(?:displaystyle|textstyle)\s*([\s\S]*)\}$/, "$1").replace(/\s*\n\s*/g, " ")
    .trim()
  if (body === "") return undefined
  return block ? `$$${body}$$` : `$${body}$`
}

/** Returns the TeX of a formula: its annotation, or else its converted presentation MathML. */
export const tex = (tape: Tape, i: number): string | undefined => {
  const block = attr(tape, i, "display") === "block"
  const given = attr(tape, i, "alttext") ?? attr(tape, i, "data-tex")
  for (let k = i + 1; k < tape.end[i]!; k++) {
    if (tape.tag[k] !== Tags.UNKNOWN || nameOf(tape, k) !== "annotation") continue
    if (/x-tex|latex/i.test(attr(tape, k, "encoding") ?? "")) return wrap(textOf(tape, k), block)
  }
  if (given !== undefined) return wrap(given, block)
  return wrap(presentation(tape, i), block)
}

const services: ReadonlyArray<RegExp> = [
  /\bcodecogs\.com\/[\w.]+\?(.+)$/,
  /\bwp\.com\/latex\.php\?(?:.*&)?latex=([^&]+)/,
  /\/chart\?(?=.*\bcht=tx)(?:.*&)?chl=([^&]+)/,
  /\/render\/math\?(?:.*&)?math=([^&]+)/,
  /\b(?:upmath\.me|tex\.s2cms\.(?:com|ru))\/(?:svg|png)\/(.+)$/,
  /\bmath\.(?:vercel\.app|now\.sh)\/?\?(?:.*&)?from=([^&]+)/,
  /\bzhihu\.com\/equation\?(?:.*&)?tex=([^&]+)/,
  /\/(?:mimetex|mathtex)(?:\.cgi)?\?(.+)$/
]

const service = /codecogs|latex|\/math|upmath|tex\.s2cms|mathtex|mimetex|tex=|cht=tx|\bmath\.(?:vercel|now)/

const partWithBackslash = /(?:[?&][\w-]*=|[?&/])([^?&#/=]*(?:%5[Cc]|\\)[^&#]*?)(?:\.(?:gif|png|svg))?(?:[&#]|$)/

const drawing = /\\(?:dpi\{\d+\}|bg_\w+|fn_\w+|inline|huge|large|small|tiny)\s*/g

const texOfAddress = (tape: Tape, i: number): string | undefined => {
  const address = attr(tape, i, "src") ?? ""
  if (address.length >= 2 * TOO_LONG_FOR_FORMULA) return undefined
  if (service.test(address)) {
    for (const one of services) {
      const written = one.exec(address)?.[1]
      if (written !== undefined) return decodedTex(written)
    }
  }
  const written = partWithBackslash.exec(address)?.[1]
  const source = written === undefined ? undefined : decodedTex(written)
  return source !== undefined && command.test(source) ? source : undefined
}

const decodedTex = (written: string): string | undefined => {
  try {
    return decodeURIComponent(written.replace(/\+/g, "%20")).replace(drawing, "").trim()
  } catch {
    return undefined
  }
}

/** Classes of pictures whose alternative text is TeX: MediaWiki, WordPress, Moodle, Canvas, QuickLaTeX. */
const texClass =
  /mwe-math-fallback-image|(?:^|\s)(?:latex\w*|tex|texrender|equation_image|ql-img-(?:inline|displayed)-formula)(?=$|\s)/
/** Classes of pictures whose alternative text may be TeX or a description. */
const mathClass = /(?:^|\s)(?:equation|formula|math)(?=$|\s)/
const command =
  /\\(?:[dt]?frac|sqrt|sum|int|prod|lim|left|right|begin|displaystyle|textstyle|math(?:bb|bf|cal|it|rm)|operatorname|cdots?|ldots|times|infty|partial|nabla|alpha|beta|gamma|delta|epsilon|theta|lambda|sigma|omega|leq|geq|neq|approx|equiv|rightarrow|Rightarrow|overline)(?![A-Za-z])/
const MAX_HEIGHT_OF_LINE_PICTURE = 48
/** Matches a word of prose. Names of variables and functions in formulas are shorter. */
const word = /\p{L}{4,}/u

const formulaOfAlt = (tape: Tape, i: number): string =>
  (attr(tape, i, "alt") ?? "").trim().replace(/^LaTeX:\s*/, "").replace(
    /^(?:\${1,2}([^$]+)\${1,2}|\\\(([^]+)\\\)|\\\[([^]+)\\\])$/,
    (_all, dollars?: string, round?: string, square?: string) => dollars ?? round ?? square ?? ""
  )

const isEquation = (alt: string): boolean => /[=^]/.test(alt) && !word.test(alt.replace(/\\[a-zA-Z]+/g, ""))

export const isFormulaPicture = (tape: Tape, i: number): boolean => {
  const name = attr(tape, i, "class") ?? ""
  if (texOfAddress(tape, i) !== undefined || texClass.test(name)) return true
  const alt = formulaOfAlt(tape, i)
  if (alt === "" || alt.length >= TOO_LONG_FOR_FORMULA) return false
  const height = Number.parseInt(attr(tape, i, "height") ?? "", 10)
  return command.test(alt) || (mathClass.test(name) || height <= MAX_HEIGHT_OF_LINE_PICTURE) && isEquation(alt)
}

/** Returns whether an element is a formula without `<math>`, as KaTeX writes it with `output: "html"`. */
export const isOnlyFormula = (tape: Tape, i: number): boolean => {
  const { end, parent, tag } = tape
  const around = parent[i]!
  if (around < 0 || !(attr(tape, i, "class") ?? "").split(" ").includes("katex-html")) return false
  for (let k = around + 1; k < end[around]!; k++) if (tag[k] === Tags.MATH) return false
  return true
}

const sources = ["data-tex", "data-latex", "data-math", "data-katex"]

export const texAttribute = (tape: Tape, i: number): string | undefined => {
  const { attrsAt, end, tag } = tape
  if (attrsAt[i] === attrsAt[i + 1] || tag[i] === Tags.MATH) return undefined
  for (const name of sources) {
    const source = attr(tape, i, name)
    if (source === undefined || source.trim() === "" || source.length >= TOO_LONG_FOR_FORMULA) continue
    for (let k = i + 1; k < end[i]!; k++) if (tag[k] === Tags.MATH) return undefined
    return wrap(source, tag[i] === Tags.DIV || /display|block/i.test(attr(tape, i, "class") ?? ""))
  }
  const drawn = drawnTex(tape, i)
  return drawn === undefined ? undefined : wrap(drawn.tex, drawn.isBlock)
}

export const texPicture = (tape: Tape, i: number): string | undefined => {
  const p = tape.parent[i]!
  for (let k = i - 1; k > p && k > i - NODES_TO_FORMULA; k--) if (tape.tag[k] === Tags.MATH) return undefined
  return wrap(texOfAddress(tape, i) ?? formulaOfAlt(tape, i), (attr(tape, i, "class") ?? "").includes("display"))
}

export const isTexScript = (tape: Tape, i: number): boolean =>
  /^math\/(?:la|ka)?tex\b/.test(attr(tape, i, "type") ?? "")

export const texScript = (tape: Tape, i: number): string | undefined => {
  if (!isTexScript(tape, i)) return undefined
  const source = i + 1 < tape.end[i]! ? tape.text[i + 1]! : ""
  return wrap(source, /mode=display/.test(attr(tape, i, "type")!))
}

/** Returns the elements in which MathJax 2 rendered a formula. The script with the TeX follows them. */
export const rendered = (tape: Tape, script: number): ReadonlyArray<number> => {
  const { end, parent, tag } = tape
  const p = parent[script]!
  const out: Array<number> = []
  // Siblings of the script are read from the nearest one. MathJax writes a preview and a frame before it.
  const from = p < 0 ? 0 : p + 1
  const siblings: Array<number> = []
  for (let k = script - 1, steps = 0; k >= from && steps < NODES_TO_OUTPUT; k--, steps++) {
    if (parent[k] === p) siblings.push(k)
    if (siblings.length > SIBLINGS_TO_OUTPUT) break
  }
  for (const k of siblings) {
    if (end[k]! > script || tag[k] === Tags.TEXT) continue
    if (attr(tape, k, "class")?.startsWith("MathJax") !== true) break
    out.push(k)
  }
  return out
}

const openings = [["\\(", "\\)", false], ["\\[", "\\]", true], ["$$", "$$", true]] as const

/** Returns the formulas of a text, as TeX between the delimiters of MathJax and KaTeX; `undefined` if it has none. */
export const unrendered = (
  s: string
): ReadonlyArray<{ readonly words: string } | { readonly formula: string }> | undefined => {
  if (!s.includes("\\(") && !s.includes("\\[") && !s.includes("$$")) return undefined
  const out: Array<{ readonly words: string } | { readonly formula: string }> = []
  let from = 0
  let at = 0
  const missing = new Set<string>()
  while (at < s.length) {
    const found = openings.find(([open, close]) => s.startsWith(open, at) && !missing.has(close))
    if (found === undefined) {
      at++
      continue
    }
    const [open, close, block] = found
    const stop = s.indexOf(close, at + open.length)
    if (stop < 0) {
      missing.add(close)
      continue
    }
    const source = s.slice(at + open.length, stop)
    // Two dollar signs may be an amount or shell code.
    const formula = open !== "$$" || /[\\^_{]/.test(source) ? wrap(source, block) : undefined
    if (formula !== undefined && source.length < TOO_LONG_FOR_FORMULA) {
      if (at > from) out.push({ words: s.slice(from, at) })
      out.push({ formula })
      from = stop + close.length
    }
    at = stop + close.length
  }
  if (out.length === 0) return undefined
  if (from < s.length) out.push({ words: s.slice(from) })
  return out
}

const accents: Record<string, string> = {
  "\u00af": "bar",
  "\u203e": "overline",
  "_": "overline",
  "^": "hat",
  "\u02c6": "hat",
  "~": "tilde",
  "\u02dc": "tilde",
  "\u2192": "vec",
  "\u20d7": "vec",
  "\u02d9": "dot",
  "\u00a8": "ddot"
}

const presentation = (tape: Tape, root: number): string => {
  const { end, tag, text } = tape
  const parts = (i: number): Array<string> => {
    const out: Array<string> = []
    for (let c = i + 1; c < end[i]!; c = end[c]!) if (tag[c] !== Tags.TEXT) out.push(read(c))
    return out
  }
  const read = (i: number): string => {
    if (tag[i] === Tags.TEXT) return text[i]!.trim()
    const name = nameOf(tape, i)
    switch (name) {
      case "mfrac": {
        const [a, b] = parts(i)
        return `\\frac{${a ?? ""}}{${b ?? ""}}`
      }
      case "msup": {
        const [a, b] = parts(i)
        return `${a ?? ""}^{${b ?? ""}}`
      }
      case "msub":
      case "munder": {
        const [a, b] = parts(i)
        return `${a ?? ""}_{${b ?? ""}}`
      }
      case "mover": {
        const [a, b] = parts(i)
        if (b !== undefined && Object.hasOwn(accents, b)) return `\\${accents[b]}{${a ?? ""}}`
        return `${a ?? ""}^{${b ?? ""}}`
      }
      case "msubsup":
      case "munderover": {
        const [a, b, c] = parts(i)
        return `${a ?? ""}_{${b ?? ""}}^{${c ?? ""}}`
      }
      case "msqrt":
        return `\\sqrt{${parts(i).join(" ")}}`
      case "mroot": {
        const [a, b] = parts(i)
        return `\\sqrt[${b ?? ""}]{${a ?? ""}}`
      }
      case "mtable": {
        const body = parts(i).join(" \\\\ ")
        return `\\begin{matrix} ${body} \\end{matrix}`
      }
      case "mtr":
        return parts(i).join(" & ")
      case "mfenced":
        return `${attr(tape, i, "open") ?? "("}${parts(i).join(", ")}${attr(tape, i, "close") ?? ")"}`
      case "mtext": {
        const s = textOf(tape, i).trim()
        return s === "" ? "" : `\\text{${s.replace(/[{}\\]/g, "")}}`
      }
      case "mphantom":
      case "annotation":
      case "annotation-xml":
        return ""
      case "mi":
      case "mn":
      case "mo":
      case "ms":
        return textOf(tape, i).trim()
      default:
        return parts(i).filter((s) => s !== "").join(" ")
    }
  }
  return read(root)
}
