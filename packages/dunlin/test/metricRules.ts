/** The rules of `promtool check metrics` for names, types and help of metrics, so that they hold where it is not installed. */

export interface Family {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labels: ReadonlySet<string>
}

/** Units that are not base units, and their base units. */
const BASE_UNITS: Readonly<Record<string, string>> = {
  milliseconds: "seconds",
  microseconds: "seconds",
  nanoseconds: "seconds",
  minutes: "seconds",
  hours: "seconds",
  days: "seconds",
  kilobytes: "bytes",
  megabytes: "bytes",
  gigabytes: "bytes",
  bits: "bytes",
  percent: "ratio"
}

const ABBREVIATIONS = ["s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d"]

const TYPES = ["counter", "gauge", "histogram", "summary", "untyped"]

/** The families of a text in the format of Prometheus. */
export const familiesOf = (text: string): ReadonlyArray<Family> => {
  const families = new Map<string, { type: string; help: string; labels: Set<string> }>()
  const of = (name: string) => {
    const known = families.get(name) ?? { type: "untyped", help: "", labels: new Set<string>() }
    families.set(name, known)
    return known
  }
  for (const line of text.split("\n")) {
    const [, keyword, about = "", rest = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? []
    if (keyword === "HELP") of(about).help = rest
    else if (keyword === "TYPE") of(about).type = rest
    else if (line !== "" && !line.startsWith("#")) {
      const [, name = "", labels = ""] = /^([^{\s]+)(?:\{(.*)\})?\s/.exec(line) ?? []
      const short = name.replace(/_(?:bucket|sum|count)$/, "")
      const family = families.has(short) ? of(short) : of(name)
      for (const [, label] of labels.matchAll(/([a-zA-Z_]\w*)="/g)) family.labels.add(label!)
    }
  }
  return [...families].map(([name, family]) => ({ name, ...family }))
}

/** What promtool would say of a family. */
const problemsOfFamily = ({ help, labels, name, type }: Family): ReadonlyArray<string> => {
  const words = name.split("_")
  const isDistribution = type === "histogram" || type === "summary"
  const unit = words.find((word) => word in BASE_UNITS)
  const abbreviation = words.find((word) => ABBREVIATIONS.includes(word))
  const kind = words.find((word) => TYPES.includes(word))
  const found: ReadonlyArray<readonly [isBroken: boolean, problem: string]> = [
    [help.trim() === "", "no help text"],
    [!/^[a-z][a-z0-9_]*$/.test(name), "a name of lower-case words and underscores"],
    [type === "counter" && !name.endsWith("_total"), "a counter ends in _total"],
    [type !== "counter" && name.endsWith("_total"), "only a counter ends in _total"],
    [!isDistribution && /_(?:count|sum|bucket)$/.test(name), "only a distribution ends in _count, _sum or _bucket"],
    [type !== "histogram" && labels.has("le"), "only a histogram has the label le"],
    [type !== "summary" && labels.has("quantile"), "only a summary has the label quantile"],
    [unit !== undefined, `the base unit of ${unit} is ${BASE_UNITS[unit ?? ""]}`],
    [abbreviation !== undefined, `the unit ${abbreviation} is written out`],
    [kind !== undefined, `the type ${kind} is no part of the name`],
    [[...labels].some((label) => !/^[a-z][a-z0-9_]*$/.test(label)), "labels of lower-case words and underscores"]
  ]
  return found.filter(([isBroken]) => isBroken).map(([, problem]) => `${name}: ${problem}`)
}

export const problemsOf = (text: string): ReadonlyArray<string> => familiesOf(text).flatMap(problemsOfFamily)
