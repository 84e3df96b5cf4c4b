/** Makes tokens of a shape: every character of a class is as likely as any other, as in a token of a provider. */

/** Numbers that are the same each time. */
export const numbers = (seed: number) => (below: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
  return (seed >>> 8) % below
}

const span = (from: string, to: string): string =>
  Array.from(
    { length: to.charCodeAt(0) - from.charCodeAt(0) + 1 },
    (_, i) => String.fromCharCode(from.charCodeAt(0) + i)
  ).join("")

const escapes: Record<string, string> = {
  d: span("0", "9"),
  w: `${span("a", "z")}${span("A", "Z")}${span("0", "9")}_`
}

/** The characters of `[…]`, whose end is given as well. */
const classAt = (source: string, at: number): { readonly set: string; readonly end: number } => {
  let set = ""
  let i = at + 1
  for (; source[i] !== "]"; i++) {
    if (source[i] === "\\") set += escapes[source[++i]!] ?? source[i]
    else if (source[i + 1] === "-" && source[i + 2] !== "]") {
      set += span(source[i]!, source[i + 2]!)
      i += 2
    } else set += source[i]
  }
  // a sign that pads stands at the end of a token
  return { set: set.length > 2 ? set.replace("=", "") : set, end: i + 1 }
}

/** The part of a source between the bracket at a position and the one that closes it. */
const groupAt = (source: string, at: number): { readonly inner: string; readonly end: number } => {
  let depth = 0
  let i = at
  for (; i < source.length; i++) {
    if (source[i] === "\\") i++
    else if (source[i] === "[") i = classAt(source, i).end - 1
    else if (source[i] === "(") depth++
    else if (source[i] === ")" && --depth === 0) break
  }
  return { inner: source.slice(at + 1, i), end: i + 1 }
}

const alternatives = (source: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let from = 0
  for (let i = 0; i <= source.length; i++) {
    if (source[i] === "\\") i++
    else if (source[i] === "[") i = classAt(source, i).end - 1
    else if (source[i] === "(") i = groupAt(source, i).end - 1
    else if (i === source.length || source[i] === "|") {
      found.push(source.slice(from, i))
      from = i + 1
    }
  }
  return found
}

/** Repetitions beyond the fewest, where a shape leaves them open. */
const most = 12

/** A token that fits an expression but for what it demands to follow. */
export const tokenOf = (source: string, next: (below: number) => number): string => {
  const choices = alternatives(source)
  const chosen = choices[next(choices.length)]!
  let token = ""
  for (let i = 0; i < chosen.length;) {
    let one: () => string
    if (chosen[i] === "(") {
      const { end, inner } = groupAt(chosen, i)
      i = end
      one = /^\?(?:[=!]|<)/.test(inner) ? () => "" : () => tokenOf(inner.replace(/^\?:/, ""), next)
    } else if (chosen[i] === "[") {
      const { end, set } = classAt(chosen, i)
      i = end
      one = () => set[next(set.length)]!
    } else {
      const set = chosen[i] === "\\" ? escapes[chosen[++i]!] ?? chosen[i]! : chosen[i]!
      i++
      one = () => set[next(set.length)]!
    }
    const times = /^(?:\{(\d+)(,?)(\d*)\}|([?*+]))/.exec(chosen.slice(i))
    let count = 1
    if (times !== null) {
      const least = times[4] === undefined ? Number(times[1]) : times[4] === "+" ? 1 : 0
      const last = times[4] === "?" ? 1 : times[3] !== undefined && times[3] !== "" ? Number(times[3]) : least + most
      count = times[2] === "" ? least : least + next(Math.min(most, last - least) + 1)
      i += times[0].length
    }
    for (let n = 0; n < count; n++) token += one()
  }
  return token
}
