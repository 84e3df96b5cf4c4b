/**
 * Finds declarative shadow trees. A template inside an element has the content that is shown instead of the element's
 * children.
 *
 * @since 0.3.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape } from "../tape/tape.ts"

/** Elements that may have a shadow tree, in addition to those with a hyphen (DOM, "valid shadow host name"). */
const shadowHosts: ReadonlySet<string> = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" ")
)

const isShadowRoot = (tape: Tape, i: number, host: number): boolean => {
  const mode = attr(tape, i, "shadowrootmode")?.toLowerCase()
  if (mode !== "open" && mode !== "closed") return false
  const name = nameOf(tape, host)
  return name.includes("-") || shadowHosts.has(name)
}

/** Returns the templates that are shadow trees, in order. Only the first template of an element counts. */
export const shadowRootsOf = (tape: Tape): ReadonlyArray<number> => {
  const roots: Array<number> = []
  if (!tape.names.includes("shadowrootmode")) return roots
  const hosts = new Set<number>()
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] !== Tags.TEMPLATE) continue
    const host = tape.parent[i]!
    if (host < 0 || hosts.has(host) || !isShadowRoot(tape, i, host)) {
      // The content of another template is not shown.
      i = tape.end[i]! - 1
      continue
    }
    hosts.add(host)
    roots.push(i)
  }
  return roots
}

export const slotNameOf = (tape: Tape, i: number): string =>
  tape.tag[i] === Tags.TEXT ? "" : attr(tape, i, "slot") ?? ""

export const lettersBefore = (tape: Tape, roots: ReadonlyArray<number>): Int32Array => {
  const { end, n, tag, text } = tape
  const letters = new Int32Array(n + 1)
  const shown = roots.length === 0 ? undefined : new Set(roots)
  let silent = 0
  for (let i = 0; i < n; i++) {
    const counts = tag[i] === Tags.TEXT && i >= silent
    letters[i + 1] = letters[i]! + (counts ? text[i]!.trim().length : 0)
    const isSilent = Tags.is(tag[i]!, Tags.INVISIBLE) && tag[i] !== Tags.HEAD && shown?.has(i) !== true
    if (isSilent) silent = Math.max(silent, end[i]!)
  }
  return letters
}
