// Compares the processor time of a fixed list of small tasks between this tree and another commit:
// `npm run bench -- beside BASE [--only=httpStub,htmlWarm] [--turns=11]`
//
// The base commit is checked out and installed in a scratch folder, which is removed afterwards. Both commits do the
// same work in alternating turns. Other load on the machine only makes a turn slower, so read the ratio of the lowest
// turns, then the median. A row more than 10 % slower in both is reported at the end, and sets the exit code.
import { type Contender, probe, type Server, server } from "./beside/contenders.ts"
import { openSite } from "./beside/material.ts"
import { isDearer, type Outcome, outcomeOf } from "./beside/outcome.ts"
import { checkOut, ownTree, type Tree } from "./beside/tree.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

interface Row {
  readonly what: string
  readonly start: (tree: Tree) => Promise<Contender>
  /** Number of turns before those that are measured. Code that ran more often is better compiled. */
  readonly warm: number
}

const probed = (name: string, what: string, warm: number): readonly [string, Row] => [
  name,
  { what, warm, start: (tree) => probe(tree, name) }
]

const PAGES_OF_SITE = 80
const HTTP_WARM_TURNS = 4

const rows: ReadonlyMap<string, Row> = new Map([
  ["httpBare", { what: "HTTP, bare node:http", warm: HTTP_WARM_TURNS, start: (tree) => server(tree, "bare") }],
  ["httpStub", { what: "HTTP, stub searcher", warm: HTTP_WARM_TURNS, start: (tree) => server(tree, "stub") }],
  ["httpWhole", { what: "HTTP, whole pipeline", warm: HTTP_WARM_TURNS, start: (tree) => server(tree, "pipeline") }],
  probed("decodeSmall", "decode a small request", 3),
  probed("decodeLarge", "decode a large request", 3),
  probed("htmlWarm", "HTML page, warm", 3),
  probed("htmlCold", "HTML page, fresh process", 1),
  probed("pdf", "PDF", 2),
  probed("indexing", "index 85 pages", 2),
  probed("search", "search of 85 pages", 3),
  probed("redaction", "redact 20 kB", 3),
  ["crawl", { what: "crawl, per page", warm: 2, start: (tree) => crawl(tree) }],
  probed("firstSearch", "first search from sources, fresh process", 1),
  probed("help", "dunlin --help, fresh process", 1)
])

const crawl = async (tree: Tree): Promise<Contender> => {
  const site = await openSite(PAGES_OF_SITE)
  const contender = await probe(tree, "crawl", site.url)
  const stop = () => {
    contender.stop()
    site.close()
  }
  return { ...contender, stop }
}

/**
 * Runs both commits in alternating turns. The commit that starts alternates too, so that slow changes of the
 * machine's speed affect both.
 */
const measure = async ({ start, warm }: Row, trees: readonly [Tree, Tree], turns: number) => {
  const contenders: Array<Contender> = []
  try {
    for (const tree of trees) contenders.push(await start(tree))
    const samples: readonly [Array<number>, Array<number>] = [[], []]
    for (let turn = -warm; turn < turns; turn++) {
      for (const at of turn % 2 === 0 ? [0, 1] as const : [1, 0] as const) {
        const milliseconds = await contenders[at]!.turn()
        if (turn >= 0) samples[at].push(milliseconds)
      }
    }
    const [, own] = contenders
    return { outcome: outcomeOf(...samples), last: (own as Partial<Server>).last?.() }
  } finally {
    for (const { stop } of contenders) stop()
  }
}

const print = (outcomes: ReadonlyMap<string, Outcome>, base: Tree) => {
  console.log(`\n| CPU in ms | ${base.name} | this tree | ratio, median | quartiles | ratio of the lowest |`)
  console.log("| --- | --- | --- | --- | --- | --- |")
  for (const [what, { base, from, lowest, own, ratio, to }] of outcomes) {
    console.log(
      `| ${what} | ${base.toPrecision(3)} | ${own.toPrecision(3)} | ${ratio.toFixed(2)} | ` +
        `${from.toFixed(2)} to ${to.toFixed(2)} | ${lowest.toFixed(2)} |`
    )
  }
  const bare = outcomes.get(rows.get("httpBare")!.what)
  for (const name of ["httpStub", "httpWhole"]) {
    const { what } = rows.get(name)!
    const outcome = outcomes.get(what)
    if (bare === undefined || outcome === undefined) continue
    const [before, after] = [outcome.base / bare.base, outcome.own / bare.own]
    console.log(`${what}, CPU as a multiple of bare: ${before.toFixed(2)} before, ${after.toFixed(2)} now`)
  }
}

const record = (what: string, { lowest }: Outcome, base: Tree) =>
  figure({
    area: what,
    metric: "CPU time relative to the base commit, minimum of the turns",
    ours: Number(lowest.toFixed(3)),
    peer: { name: base.name, value: 1 }
  })

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const revision = args.find((arg) => !arg.startsWith("--"))
  const turns = Number(optionOf(args, "turns") ?? 11)
  const names = optionOf(args, "only")?.split(",") ?? [...rows.keys()]
  const unknown = names.filter((name) => !rows.has(name))
  if (revision === undefined || unknown.length > 0) {
    const reason = revision === undefined ? "the base commit is missing" : `there is no row ${unknown.join(", ")}`
    throw new Error(`${reason}: npm run bench -- beside BASE [--only=${[...rows.keys()].join(",")}] [--turns=11]`)
  }
  const base = checkOut(revision)
  const removed = () => {
    base.remove()
    process.exit(1)
  }
  process.once("SIGINT", removed).once("SIGTERM", removed)
  try {
    const outcomes = new Map<string, Outcome>()
    for (const name of names) {
      const row = rows.get(name)!
      const { last, outcome } = await measure(row, [base, ownTree()], turns)
      outcomes.set(row.what, outcome)
      const latency = last === undefined
        ? ""
        : `; ${last.perSecond.toFixed(0)} requests/s, p99 ${last.p99.toFixed(1)} ms`
      console.error(`${row.what}: ${outcome.lowest.toFixed(2)}${latency}`)
    }
    print(outcomes, base)
    for (const [what, outcome] of outcomes) record(what, outcome, base)
    const dearer = [...outcomes].filter(([, outcome]) => isDearer(outcome))
    if (dearer.length === 0) return
    console.log(`More than 10 % dearer: ${dearer.map(([what]) => what).join(", ")}`)
    process.exitCode = 1
  } finally {
    base.remove()
  }
}
