// Every figure that the README and the documentation show says what measured it, and when.
//   node .config/figures.mjs            takes the reports of benchmarks that were run here into packages/tools/bench/recorded.json,
//                                       and writes the last section of FIGURES.md from it
//   node .config/figures.mjs --check    finds figures without a command, and commands without commit and date
import { execFileSync } from "node:child_process"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { filesOfPackages } from "./packages.mjs"
import { cell, finish, root } from "./reference.mjs"

const records = join(root, "packages/tools/bench/recorded.json")
const page = join(root, "packages/tools/bench/FIGURES.md")
const heading = "## When each was measured"

/** What is kept of what a run printed: its end, where the tables are. */
const MOST_PRINTED_LINES = 60
const MOST_LETTERS_OF_A_LINE = 240

const read = (file) => readFileSync(join(root, file), "utf8")
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))

/** A number with a unit of measurement, or with the name of a measure: what somebody has measured, not chosen. */
const measured = new RegExp(
  [
    /\d ?(?:ms|µs|us|[kMG]B|MB\/s|(?:pages|requests|queries|texts)(?:\/s| a second)|tokens|modules)\b/,
    /\d s\b/,
    /\b(?:F1|nDCG(?:@\d+)?|ROUGE-\d)\b[^|]*\d/,
    // shares: .966, 97 %, 143 of 143; ratios: 2.7x, a hundred times what, 12 times as fast
    /(?<![\w.])\.\d{3}\b|\d ?%|\b\d[\d,]* of \d[\d,]*\b/,
    /\d(?:\.\d+)?x\b|\b(?:\d+|ten|twenty|hundred|thousand) times (?:what|as)\b/
  ].map(({ source }) => source).join("|")
)

/** Numbers of the same look that are settings and waits: in backticks, or said to be one. */
const chosen =
  /default|timeout|deadline|at most|at least|up to|no more|larger than|wait|delay|retry|limit|every|window|kept back|leaves|forgiven|instead of the|after \d|first \d|within|ends? after|for \d+ s/i

/** Statements of a line, cells of a table each by themselves: what one says is chosen says nothing of the next. */
const statementsOf = (line) => line.split(/(?<=[.;:!?])\s|\|/)

/** Benchmarks that were last run before there were reports; the list only gets shorter. */
const withoutReport = new Set(["fetcher", "serverSoak", "soak"])

/** What measures: a benchmark, or a test that counts. */
const measures = /`npm run bench -- (\w+)|`(?:[\w/-]+\/)?test\/[\w/]+\.test\.ts`|\/test\/[\w/]+\.test\.ts\)/

const plain = (text) => text.replace(/```[^]*?```/g, (code) => code.replace(/[^\n]/g, "")).replace(/`[^`\n]*`/g, "")

/** Parts of a page between headings: each says by itself, or at the head of its page, what measured its figures. */
const sectionsOf = (text) => {
  const parts = text.split(/^(?=#{1,3} )/m)
  let line = 1
  return parts.map((part) => {
    const at = line
    line += part.split("\n").length - 1
    return { at, part }
  })
}

const benchesOf = (text) =>
  text.split("\n").flatMap((line) => {
    const [, first] = /`npm run bench -- (\w+)/.exec(line) ?? []
    if (first === undefined) return []
    // a row of the table may name several: `operators`, `filters`
    const cell = line.startsWith("|") ? line.split("|")[1] ?? "" : ""
    const more = cell.includes("npm run bench")
      ? [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name).filter((name) => benches.has(name))
      : []
    return [...line.matchAll(/`npm run bench -- (\w+)/g)].map(([, name]) => name).concat(more)
  })

const pages = [
  "README.md",
  ...globSync("docs/**/*.md", { cwd: root }),
  ...filesOfPackages("{README,FIGURES}.md")
]
  .filter((file) => !/node_modules|docs\/reference\/|docs\/explanation\/decisions\//.test(file))
  .sort()

const benches = new Set(
  globSync("packages/tools/bench/src/*.ts", { cwd: root }).map((file) => /(\w+)\.ts$/.exec(file)?.[1])
)

const check = (recorded) => {
  const faults = []
  let figures = 0
  for (const file of pages) {
    const text = readFileSync(join(root, file), "utf8")
    for (const { at, part } of sectionsOf(text)) {
      if (part.startsWith(heading)) continue
      const isSaid = measures.test(part)
      for (const [offset, line] of plain(part).split("\n").entries()) {
        const found = statementsOf(line).find((statement) => measured.test(statement) && !chosen.test(statement))
        if (found === undefined) continue
        figures++
        if (!isSaid) {
          faults.push(
            `${file}:${at + offset}: this figure names no benchmark and no test: ${found.trim().slice(0, 120)}`
          )
        }
      }
    }
    for (const bench of new Set(benchesOf(text))) {
      if (!benches.has(bench)) faults.push(`${file}: there is no benchmark ${bench}`)
      else if (recorded[bench] === undefined) {
        faults.push(
          `${file}: packages/tools/bench/recorded.json has no date and commit of \`npm run bench -- ${bench}\``
        )
      }
    }
  }
  for (const [bench, { commit, date, written }] of Object.entries(recorded)) {
    if (withoutReport.has(bench) !== (written === true)) {
      faults.push(
        written
          ? `packages/tools/bench/recorded.json: ${bench} has no report: run \`npm run bench -- ${bench}\``
          : `.config/figures.mjs: ${bench} has a report, and is no longer one of those without`
      )
    }
    if (!/^[0-9a-f]{7}$/.test(commit) || !/^\d{4}-\d\d-\d\d$/.test(date)) {
      faults.push(`packages/tools/bench/recorded.json: ${bench} has no commit and date`)
    }
  }
  return { faults, figures }
}

const rows = (head, lines) => [`| ${head.join(" | ")} |`, `| ${head.map(() => "---").join(" | ")} |`, ...lines, ""]

/** The first sentence of a benchmark's source: what it measures. */
const purposeOf = (bench) => {
  const [head] = /^(?:\/\/[^\n]*\n)+|^\/\*\*[^]*?\*\//.exec(read(`packages/tools/bench/src/${bench}.ts`)) ?? [""]
  const text = head.replace(/^\s*(?:\/\/|\/?\*+\/?)/gm, "").replace(/\*\/$/, "").replace(/\s+/g, " ").trim()
  return text.split(/(?::|\.)? *`?npm run bench --|\. |:$|\.$/)[0].trim()
}

/** No measurement here is precise to more than four digits. Counts stay as they are. */
const rounded = (value) => Number.isInteger(value) ? value : Number(value.toPrecision(4))

const kindOfData = { dev: "development", fresh: "held-out" }

const figuresOf = (bench, figures) => {
  const hasAreas = new Set(figures.map(({ area }) => area)).size > 1
  const hasData = figures.some(({ data }) => data !== undefined)
  const head = [
    hasAreas || figures[0].area === bench ? "measured" : figures[0].area,
    ...(hasData ? ["data"] : []),
    "Dunlin",
    ...(figures.some(({ peer }) => peer !== undefined) ? ["peer"] : [])
  ]
  return rows(
    head,
    figures.map(({ area, data, metric, ours, peer }) => {
      const cells = [
        hasAreas ? `${area}: ${metric}` : metric,
        ...(hasData ? [kindOfData[data] ?? "-"] : []),
        rounded(ours),
        ...(head.includes("peer") ? [peer === undefined ? "-" : `${peer.name}: ${rounded(peer.value)}`] : [])
      ]
      return `| ${cells.map(cell).join(" | ")} |`
    })
  )
}

const sectionOf = ([bench, { command, commit, date, figures, machine }]) => [
  `### ${bench}`,
  "",
  `${purposeOf(bench)}.`,
  "",
  ...figuresOf(bench, figures),
  `\`${command ?? `npm run bench -- ${bench}`}\` on ${date}, commit ${commit}, ${machine}.`,
  ""
]

const table = (recorded) => {
  const all = Object.entries(recorded)
  const hasFigures = ([, { figures = [] }]) => figures.length > 0
  return [
    heading,
    "",
    "`node .config/figures.mjs` writes this section. `packages/tools/bench/recorded.json` has the versions of the peers, and the output of each run.",
    "",
    "Rules were chosen on development data, and not on held-out data.",
    "",
    ...all.filter(hasFigures).flatMap(sectionOf),
    "### Other runs",
    "",
    "The figures of these runs are in the sections above, or only in their output.",
    "",
    ...rows(
      ["benchmark", "date", "commit", "machine"],
      all.filter((entry) => !hasFigures(entry)).map(([bench, { commit, date, machine }]) =>
        `| \`${bench}\` | ${date} | ${commit} | ${cell(machine ?? "not recorded")} |`
      )
    )
  ].join("\n")
}

/** Benchmarks that a page names and that have no report: the commit that wrote down what the page says. */
const complete = (recorded) => {
  for (const file of pages) {
    for (const bench of benchesOf(readFileSync(join(root, file), "utf8"))) {
      if (recorded[bench] !== undefined || !benches.has(bench)) continue
      const wrote = [`-Gnpm run bench -- ${bench}`, "--", file]
      const said = execFileSync("git", ["log", "-1", "--abbrev=7", "--format=%h %cs", ...wrote], {
        cwd: root,
        encoding: "utf8"
      })
      const [commit, date] = said.trim().split(" ")
      recorded[bench] = { commit, date, written: true }
    }
  }
}

const record = (recorded) => {
  for (const file of globSync("packages/tools/bench/results/*.json", { cwd: root })) {
    const { bench, changed, command, commit, date, figures, machine, node, peers, printed } = readJson(join(root, file))
    if (changed) {
      throw new Error(`${file}: files were changed when it ran, so its commit does not say what was measured`)
    }
    recorded[bench] = {
      command,
      commit: commit.slice(0, 7),
      date: date.slice(0, 10),
      machine: `${machine.processors} x ${machine.processor}${
        machine.load === undefined ? "" : `, load ${machine.load}`
      }, Node ${node.slice(1)}`,
      beside: peers ?? {},
      figures,
      printed: printed.slice(-MOST_PRINTED_LINES).map((line) => line.slice(0, MOST_LETTERS_OF_A_LINE))
    }
  }
  complete(recorded)
  const sorted = Object.fromEntries(Object.entries(recorded).toSorted(([one], [other]) => one < other ? -1 : 1))
  writeFileSync(records, `${JSON.stringify(sorted, null, 2)}\n`)
  return sorted
}

const squash = (text) => text.replace(/[ -]+/g, " ")

const recorded = process.argv.includes("--check") ? readJson(records) : record(readJson(records))
const text = readFileSync(page, "utf8")
// the last section of its page
const start = text.indexOf(heading)
const body = start < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, start)
const current = start < 0 ? "" : text.slice(start)
const { faults, figures } = check(recorded)
if (process.argv.includes("--check")) {
  // the formatter pads tables
  if (squash(current) !== squash(table(recorded))) {
    faults.push("the table of packages/tools/bench/FIGURES.md is out of date: run `node .config/figures.mjs`")
  }
} else writeFileSync(page, body + table(recorded))
finish(
  faults,
  `figures: ${figures} lines with figures, by ${Object.keys(recorded).length} benchmarks with commit and date`
)
