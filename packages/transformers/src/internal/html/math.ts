/**
 * Formulas, written once, as TeX.
 *
 * @since 0.1.0
 */
import * as Tags from "./tags.ts"
import { attr, nameOf, type Tape, textOf } from "./tape.ts"

const wrap = (source: string, block: boolean): string | undefined => {
  const body = source.trim().replace(/^\{\\(?:displaystyle|textstyle)\s*([\s\S]*)\}$/, "$1").replace(/\s*\n\s*/g, " ")
    .trim()
  if (body === "") return undefined
  return block ? `$$${body}$$` : `$${body}$`
}

/** TeX of a `<math>` element: its annotation, else a plain reading of its presentation. */
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

/** Whether an image is the picture of a formula, with its TeX as alternative text. */
export const isFormulaPicture = (tape: Tape, i: number): boolean =>
  (attr(tape, i, "class") ?? "").includes("mwe-math-fallback-image") ||
  /^\{\\(?:displaystyle|textstyle)/.test(attr(tape, i, "alt") ?? "")

/** TeX of the picture of a formula; `undefined` when the formula itself stands beside it. */
export const texPicture = (tape: Tape, i: number): string | undefined => {
  const p = tape.parent[i]!
  for (let k = i - 1; k > p && k > i - 400; k--) if (tape.tag[k] === Tags.MATH) return undefined
  return wrap(attr(tape, i, "alt") ?? "", (attr(tape, i, "class") ?? "").includes("display"))
}

/** TeX of a MathJax script element, or `undefined`. */
export const texScript = (tape: Tape, i: number): string | undefined => {
  const type = attr(tape, i, "type")
  if (type === undefined || !type.startsWith("math/tex")) return undefined
  const source = i + 1 < tape.end[i]! ? tape.text[i + 1]! : ""
  return wrap(source, /mode=display/.test(type))
}

/** A reading of presentation MathML for formulas without TeX: scripts, fractions, roots, and the letters themselves. */
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
      case "annotation":
      case "annotation-xml":
        return ""
      case "mi":
      case "mn":
      case "mo":
      case "mtext":
      case "ms":
        return textOf(tape, i).trim()
      default:
        return parts(i).filter((s) => s !== "").join(" ")
    }
  }
  return read(root)
}
