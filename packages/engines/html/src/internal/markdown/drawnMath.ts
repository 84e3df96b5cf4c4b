/**
 * Converts formulas that exist only as drawings: KaTeX without MathML, MathJax as CHTML or SVG. Their structure is in
 * element names and vertical offsets.
 *
 * @since 0.3.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape } from "../tape/tape.ts"

const MAX_NODES_OF_DRAWN_FORMULA = 20_000

/** Minimum vertical offset of a superscript. KaTeX writes subscripts with a smaller one. */
const MIN_RAISE_OF_SUPERSCRIPT_EM = 2.9

const hasClass = (tape: Tape, i: number, name: string): boolean =>
  (attr(tape, i, "class") ?? "").split(/\s+/).includes(name)

export const drawnTex = (tape: Tape, i: number): { readonly tex: string; readonly isBlock: boolean } | undefined => {
  const { attrsAt, end, parent, tag } = tape
  if (
    tag[i] !== Tags.SPAN && tag[i] !== Tags.UNKNOWN || attrsAt[i] === attrsAt[i + 1] ||
    end[i]! - i > MAX_NODES_OF_DRAWN_FORMULA
  ) {
    return undefined
  }
  const isKatex = tag[i] === Tags.SPAN && hasClass(tape, i, "katex")
  if (!isKatex && nameOf(tape, i) !== "mjx-container") return undefined
  for (let k = i + 1; k < end[i]!; k++) if (tag[k] === Tags.MATH) return undefined
  const tex = (isKatex ? katexIn(tape, i) : mathJaxIn(tape, i)).replace(/\s+/g, " ").trim()
  if (tex === "") return undefined
  const isBlock = isKatex
    ? parent[i]! >= 0 && hasClass(tape, parent[i]!, "katex-display")
    : attr(tape, i, "display") === "true"
  return { tex, isBlock }
}

const childrenOf = ({ end, tag }: Tape, i: number): Array<number> => {
  const out: Array<number> = []
  for (let c = i + 1; c < end[i]!; c = end[c]!) if (tag[c] !== Tags.TEXT) out.push(c)
  return out
}

const script = (sign: "^" | "_", body: string): string => body === "" ? "" : `${sign}{${body}}`

const stackIn = (tape: Tape, i: number): ReadonlyArray<{ readonly node: number; readonly raise: number }> => {
  for (let k = i + 1; k < tape.end[i]!; k++) {
    if (tape.tag[k] !== Tags.SPAN || !hasClass(tape, k, "vlist")) continue
    return childrenOf(tape, k).map((node) => ({
      node,
      raise: -Number(/(?:^|;)\s*top:\s*(-?[\d.]+)em/.exec(attr(tape, node, "style") ?? "")?.[1] ?? 0)
    })).filter(({ raise }) => raise !== 0).toSorted((one, other) => other.raise - one.raise)
  }
  return []
}

const katexIn = (tape: Tape, i: number): string => {
  const { end, tag, text } = tape
  const inside = (i: number): string => {
    let out = ""
    for (let c = i + 1; c < end[i]!; c = end[c]!) out += read(c)
    return out
  }
  const read = (i: number): string => {
    if (tag[i] === Tags.TEXT) return text[i]!.replace(/[\u200b\u2061]/g, "")
    const classes = (attr(tape, i, "class") ?? "").split(/\s+/)
    const is = (name: string) => classes.includes(name)
    if (is("mspace")) return " "
    if (is("strut") || is("pstrut") || is("vlist-s") || is("frac-line") || tag[i] === Tags.SVG) return ""
    if (is("msupsub")) {
      const parts = stackIn(tape, i)
      const above = parts.filter(({ raise }) => raise >= MIN_RAISE_OF_SUPERSCRIPT_EM).map(({ node }) => inside(node))
      const below = parts.filter(({ raise }) => raise < MIN_RAISE_OF_SUPERSCRIPT_EM).map(({ node }) => inside(node))
      return script("_", below.join("")) + script("^", above.join(""))
    }
    if (is("mfrac")) {
      const [above = "", below = ""] = stackIn(tape, i).map(({ node }) => inside(node)).filter((part) => part !== "")
      return `\\frac{${above}}{${below}}`
    }
    if (is("sqrt")) {
      const root = stackIn(tape, i).map(({ node }) => inside(node)).find((part) => part !== "") ?? ""
      return `\\sqrt{${root}}`
    }
    if (is("op-limits")) {
      const parts = stackIn(tape, i).map(({ node }) => ({ node, body: inside(node) }))
      const at = parts.findIndex(({ node }) => holdsClass(tape, node, "op-symbol") || holdsClass(tape, node, "mop"))
      if (at < 0) return parts.map(({ body }) => body).join("")
      return parts[at]!.body + script("_", parts.slice(at + 1).map(({ body }) => body).join("")) +
        script("^", parts.slice(0, at).map(({ body }) => body).join(""))
    }
    return is("mrel") || is("mbin") ? ` ${inside(i)} ` : inside(i)
  }
  return inside(i)
}

const holdsClass = (tape: Tape, i: number, name: string): boolean => {
  for (let k = i; k < tape.end[i]!; k++) if (tape.tag[k] === Tags.SPAN && hasClass(tape, k, name)) return true
  return false
}

const letterOf = (tape: Tape, i: number): string => {
  const code = /(?:^|\s)mjx-c([0-9A-F]{1,6})(?=$|[\s.])/.exec(attr(tape, i, "class") ?? "")?.[1] ??
    attr(tape, i, "data-c")
  if (code === undefined || !/^[0-9A-F]{1,6}$/i.test(code)) return ""
  const point = Number.parseInt(code, 16)
  return point > 0x10_ff_ff ? "" : String.fromCodePoint(point).normalize("NFKC").replace("\u2212", "-")
}

const mathJaxIn = (tape: Tape, i: number): string => {
  const kindOf = (i: number): string => attr(tape, i, "data-mml-node") ?? nameOf(tape, i).replace(/^mjx-/, "")
  const parts = (i: number): Array<number> =>
    childrenOf(tape, i).filter((c) =>
      !/^(?:[nd]?strut|line|spacer|nstrut|dstrut|rect|surd|stretchy-v)$/.test(kindOf(c))
    )
  const inside = (i: number): string => parts(i).map(read).join("")
  const find = (i: number, kind: string): number => {
    for (let k = i + 1; k < tape.end[i]!; k++) if (tape.tag[k] !== Tags.TEXT && kindOf(k) === kind) return k
    return -1
  }
  const bodyOf = (i: number, kind: string): string => {
    const at = find(i, kind)
    return at < 0 ? "" : inside(at)
  }
  const scripts = (i: number, kind: string): string => {
    const [base, ...rest] = parts(i)
    const isDrawn = attr(tape, i, "data-mml-node") !== undefined
    const [first, second] = isDrawn ? rest : rest.flatMap(parts)
    const written = (at: number | undefined) => at === undefined ? "" : read(at)
    const own = base === undefined ? "" : read(base)
    if (kind === "msup") return own + script("^", written(first))
    if (kind === "msub") return own + script("_", written(first))
    // CHTML writes the superscript first.
    return isDrawn
      ? own + script("_", written(first)) + script("^", written(second))
      : own + script("_", written(second)) + script("^", written(first))
  }
  const limits = (i: number, kind: string): string => {
    if (attr(tape, i, "data-mml-node") !== undefined) {
      const [base, first, second] = parts(i).map(read)
      const over = kind === "mover" ? first : second
      return (base ?? "") + script("_", kind === "mover" ? "" : first ?? "") + script("^", over ?? "")
    }
    const base = bodyOf(i, "base")
    return base + script("_", bodyOf(i, "under")) + script("^", bodyOf(i, "over"))
  }
  const read = (i: number): string => {
    const kind = kindOf(i)
    const own = letterOf(tape, i)
    if (own !== "") return own
    switch (kind) {
      case "msup":
      case "msub":
      case "msubsup":
        return scripts(i, kind)
      case "munder":
      case "mover":
      case "munderover":
        return limits(i, kind)
      case "mfrac": {
        const num = find(i, "num")
        const [above, below] = num >= 0 ? [inside(num), bodyOf(i, "den")] : parts(i).map(read)
        return `\\frac{${above ?? ""}}{${below ?? ""}}`
      }
      case "msqrt": {
        const box = find(i, "box")
        return `\\sqrt{${box >= 0 ? inside(box) : parts(i).slice(0, 1).map(read).join("")}}`
      }
      case "mo":
        return /^[=<>\u2264\u2265\u2260+\u00b1-]$/.test(inside(i)) ? ` ${inside(i)} ` : inside(i)
      case "mspace":
        return " "
      case "assistive-mml":
        return ""
      default:
        return inside(i)
    }
  }
  return inside(i)
}
