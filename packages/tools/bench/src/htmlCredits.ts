// Authors and publication dates on annotated pages: npm run bench -- htmlCredits [--split=dev|fresh]
// [--corpus=wcxb|traf] [--misses]
// Rules are developed on the `dev` split, and accepted or rejected by their result on `fresh`. `--misses` lists misses
// on dev only, because inspected pages are no longer fresh. A page with no annotated author may still name one, so
// authors found there are reported separately, not as wrong.
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import * as Html from "../../../engines/html/src/Html.ts"
import * as Charset from "../../../transformers/src/html/Charset.ts"
import { figure } from "./report.ts"
import { folder } from "./sharedData.ts"

/**
 * Maximum difference in milliseconds between two dates that count as equal. Annotations are days, and pages use their
 * own time zones.
 */
const NEAR_ENOUGH = 36 * 3600 * 1000

interface Row {
  readonly id: string
  readonly split: string
  readonly url?: string
  readonly author?: null | string | ReadonlyArray<string> | { readonly name?: string }
  readonly date?: string | null
}

interface Counts {
  authors: number
  found: number
  wrong: number
  named: number
  dates: number
  right: number
  otherDay: number
}

const words = (name: string): string =>
  name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()

const authorsOf = ({ author }: Row): ReadonlyArray<string> => {
  const given = typeof author === "string"
    ? author
    : Array.isArray(author)
    ? author.join(";")
    : (author as { readonly name?: string } | null | undefined)?.name
  return (given ?? "").split(/;|,| and | und /).map(words).filter((name) => name !== "")
}

const count = (row: Row, { author, published }: Html.Credits, counts: Counts): string | undefined => {
  const expected = authorsOf(row)
  const name = words(author?.value ?? "")
  const isFound = expected.some((one) => name.includes(one) || (name !== "" && one.includes(name)))
  if (expected.length === 0) counts.named += name === "" ? 0 : 1
  else {
    counts.authors++
    if (isFound) counts.found++
    else if (name !== "") counts.wrong++
  }
  if (row.date != null && row.date !== "") {
    counts.dates++
    if (published !== undefined) {
      const distance = Math.abs(Date.parse(published.value) - Date.parse(row.date))
      if (distance <= NEAR_ENOUGH) counts.right++
      else counts.otherDay++
    }
  }
  return expected.length > 0 && !isFound ? `${row.id}: ${expected.join(" | ")}; ${JSON.stringify(author)}` : undefined
}

const percent = (part: number, whole: number): number => whole === 0 ? 0 : Math.round(1000 * part / whole) / 10

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  for (const corpus of option("corpus")?.split(",") ?? ["wcxb", "traf"]) {
    const pages = join(folder, "html/data", corpus)
    const rows = (await readFile(join(pages, "index.jsonl"), "utf8")).trim().split("\n").map((line) =>
      JSON.parse(line) as Row
    )
    for (const split of ["dev", "fresh"] as const) {
      if (option("split") !== undefined && option("split") !== split) continue
      const counts: Counts = { authors: 0, found: 0, wrong: 0, named: 0, dates: 0, right: 0, otherDay: 0 }
      for (const row of rows) {
        if (row.split !== split) continue
        const bytes = gunzipSync(await readFile(join(pages, "html", `${row.id}.html.gz`)))
        const page = Html.parse(Charset.decode(bytes, undefined).text, row.url || undefined)
        const missed = count(row, Html.credits(page), counts)
        if (missed !== undefined && split === "dev" && args.includes("--misses")) console.log(missed)
      }
      const { authors, dates, found, named, otherDay, right, wrong } = counts
      const area = `credits, ${corpus}`
      console.log(
        `${area} ${split}: author found on ${found} of ${authors} pages that have one, wrong on ${wrong}; `
          + `an author was also reported for ${named} pages without one; `
          + `date found on ${right} of ${dates} pages that have one, wrong on ${otherDay}`
      )
      figure({ area, metric: "authors found, %", data: split, ours: percent(found, authors) })
      figure({ area, metric: "correct authors, of those found, %", data: split, ours: percent(found, found + wrong) })
      figure({ area, metric: "dates found, %", data: split, ours: percent(right, dates) })
    }
  }
}
