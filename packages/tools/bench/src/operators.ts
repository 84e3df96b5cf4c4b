// Checks query operators, time filters and same-page URLs with hand-made rows: npm run bench -- operators
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { canonical, parse, parseTbs } from "../adapters/query.ts"
import { compare, print } from "./measure.ts"
import { figure } from "./report.ts"
import { prepare } from "./sharedData.ts"

interface Row {
  readonly q: string
  readonly ast: unknown
  readonly warnings?: ReadonlyArray<string>
}

const load = async <A>(...path: ReadonlyArray<string>): Promise<ReadonlyArray<A>> =>
  JSON.parse(await readFile(join(...path), "utf8"))

export const run = async () => {
  const search = await prepare("search")
  const rows = await load<Row>(search, "operators/operators.dev.json")
  const right = rows.filter((row) => isDeepStrictEqual(parse(row.q).ast, row.ast)).length
  figure({ area: "operators", data: "dev", metric: `correct rows, of ${rows.length}`, ours: right })

  const times = await load<{ readonly tbs: string; readonly expect: unknown }>(search, "operators/tbs.dev.json")
  const timesRight = times.filter((row) => isDeepStrictEqual(parseTbs(row.tbs), row.expect ?? null)).length
  figure({ area: "time filters", data: "dev", metric: `correct rows, of ${times.length}`, ours: timesRight })

  const pairs = await load<{ readonly a: string; readonly b: string; readonly same: boolean }>(
    search,
    "urls/pairs.dev.json"
  )
  const merged = pairs.filter((pair) => canonical(pair.a) === canonical(pair.b))
  console.log(
    `same-page URLs: ${merged.filter((pair) => pair.same).length} of ${pairs.filter((pair) => pair.same).length} ` +
      `merged, ${merged.filter((pair) => !pair.same).length} wrongly`
  )
  const queries = rows.map((row) => row.q)
  print(`Parse all ${rows.length} queries`, await compare({ dunlin: () => queries.map(parse) }, { iterations: 50 }))
}
