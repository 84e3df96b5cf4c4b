// Every figure that the README and the documentation show says what measured it, and when.
//   node .config/figures.mjs --record   takes the reports of benchmarks that were run here into packages/bench/recorded.json
//   node .config/figures.mjs            writes the table of FIGURES.md from it
//   node .config/figures.mjs --check    finds figures without a command, and commands without commit and date
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { cell, finish, root } from "./reference.mjs"

const records = join(root, "packages/bench/recorded.json")
const page = join(root, "packages/bench/FIGURES.md")
const heading = "## When each was measured"

const read = (file) => JSON.parse(readFileSync(file, "utf8"))

/** A number with a unit of measurement, or with the name of a measure: what somebody has measured, not chosen. */
const measured =
  /\d ?(?:ms|µs|MB\/s|pages\/s|requests\/s|queries\/s)\b|\b(?:F1|nDCG(?:@\d+)?|ROUGE-\d)\b[^|]*\d|\d(?:\.\d+)?x\b|\d ?%/

/** Numbers of the same look that are settings and waits: in backticks, or said to be one. */
const chosen = /default|timeout|at most|wait|delay|retry|limit|every|window|kept back|after \d|first \d|within/i

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
  ...globSync(["docs/**/*.md", "packages/*/README.md", "packages/*/FIGURES.md"], { cwd: root })
]
  .filter((file) => !/node_modules|docs\/reference\/|docs\/explanation\/decisions\//.test(file))
  .sort()

const benches = new Set(
  globSync("packages/bench/src/*.ts", { cwd: root }).map((file) => /(\w+)\.ts$/.exec(file)?.[1])
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
        if (!measured.test(line) || chosen.test(line)) continue
        figures++
        if (!isSaid) {
          faults.push(`${file}:${at + offset}: this figure names no benchmark and no test: ${line.slice(0, 120)}`)
        }
      }
    }
    for (const bench of new Set(benchesOf(text))) {
      if (!benches.has(bench)) faults.push(`${file}: there is no benchmark ${bench}`)
      else if (recorded[bench] === undefined) {
        faults.push(`${file}: packages/bench/recorded.json has no date and commit of \`npm run bench -- ${bench}\``)
      }
    }
  }
  for (const [bench, { commit, date }] of Object.entries(recorded)) {
    if (!/^[0-9a-f]{7}$/.test(commit) || !/^\d{4}-\d\d-\d\d$/.test(date)) {
      faults.push(`packages/bench/recorded.json: ${bench} has no commit and date`)
    }
  }
  return { faults, figures }
}

const table = (recorded) =>
  [
    heading,
    "",
    "Made by `node .config/figures.mjs`. A commit in brackets is the one that wrote the figures down: from before reports were kept, with no note of the machine. All were taken on machines with two cores that others used as well.",
    "",
    "| command | commit | date | machine | beside |",
    "| --- | --- | --- | --- | --- |",
    ...Object.entries(recorded).map(([bench, { beside = {}, commit, date, machine, written }]) =>
      `| \`npm run bench -- ${bench}\` | ${written ? `(${commit})` : commit} | ${date} | ${cell(machine)} | ${
        Object.entries(beside).map(([name, version]) => `${name} ${version}`).join(", ")
      } |`
    ),
    "",
    ""
  ].join("\n")

const record = (recorded) => {
  for (const file of globSync("packages/bench/results/*.json", { cwd: root })) {
    const { bench, command, commit, date, figures, machine, node, peers } = read(join(root, file))
    recorded[bench] = {
      command,
      commit: commit.slice(0, 7),
      date: date.slice(0, 10),
      machine: `${machine.processors} x ${machine.processor}, Node ${node.slice(1)}`,
      beside: peers ?? {},
      figures
    }
  }
  const sorted = Object.fromEntries(Object.entries(recorded).toSorted(([one], [other]) => one < other ? -1 : 1))
  writeFileSync(records, `${JSON.stringify(sorted, null, 2)}\n`)
  return sorted
}

const squash = (text) => text.replace(/[ -]+/g, " ")

const recorded = process.argv.includes("--record") ? record(read(records)) : read(records)
const text = readFileSync(page, "utf8")
const start = text.indexOf(heading)
const end = start < 0 ? -1 : text.indexOf("\n## ", start + heading.length)
const current = start < 0 ? "" : text.slice(start, end + 1)
const { faults, figures } = check(recorded)
if (process.argv.includes("--check")) {
  // the formatter pads tables
  if (squash(current) !== squash(table(recorded))) {
    faults.push("the table of packages/bench/FIGURES.md is out of date: run `node .config/figures.mjs`")
  }
} else {
  const before = start < 0 ? text.indexOf("\n## ") + 1 : start
  const after = start < 0 ? before : end + 1
  writeFileSync(page, text.slice(0, before) + table(recorded) + text.slice(after))
}
finish(
  faults,
  `figures: ${figures} lines with figures, by ${Object.keys(recorded).length} benchmarks with commit and date`
)
