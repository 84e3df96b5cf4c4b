/** Generates a page of the benchmark reports: commands, machines, peers and results. */
import { readFileSync } from "node:fs"
import type { Page } from "./pages.ts"

interface Figure {
  readonly area: string
  readonly metric: string
  readonly data?: "dev" | "fresh"
  readonly ours: number
  readonly peer?: { readonly name: string; readonly value: number }
}

interface Report {
  readonly commit: string
  readonly date: string
  readonly command?: string
  readonly machine?: string
  readonly beside?: Readonly<Record<string, string>>
  readonly figures?: ReadonlyArray<Figure>
  readonly printed?: ReadonlyArray<string>
}

const cell = (text: string): string => text.replaceAll("|", "\\|")

const rowOf = ({ area, data, metric, ours, peer }: Figure): string => {
  const other = peer === undefined ? "" : `${peer.name}: ${peer.value}`
  return `| ${[`${area}: ${metric}`, data ?? "", String(ours), other].map(cell).join(" | ")} |`
}

const figuresOf = (figures: ReadonlyArray<Figure>): string =>
  figures.length === 0
    ? ""
    : ["| figure | data | Dunlin | best other |", "| --- | --- | --- | --- |", ...figures.map(rowOf)].join("\n")

const printedOf = (lines: ReadonlyArray<string>): string =>
  // oxlint-disable-next-line no-control-regex
  lines.length === 0
    ? ""
    : `\`\`\`text\n${lines.join("\n").replace(/\u001b\[[\d;]*m/g, "").replaceAll("```", "")}\n\`\`\``

const sectionOf = ([bench, report]: readonly [string, Report]): string => {
  const versions = Object.entries(report.beside ?? {}).map(([name, version]) => `${name} ${version}`)
  const where = [`commit ${report.commit}`, report.date, report.machine ?? "", ...versions].filter((part) =>
    part !== ""
  )
  const parts = [
    `## ${bench}`,
    `\`${report.command ?? `npm run bench -- ${bench}`}\``,
    `${where.join(", ")}.`,
    figuresOf(report.figures ?? []),
    printedOf(report.printed ?? [])
  ]
  return parts.filter((part) => part !== "").join("\n\n")
}

export const reportsPage = (root: string): Page => {
  const file = `${root}/packages/tools/bench/recorded.json`
  const reports = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Report>>
  return {
    path: "benchmark-reports",
    title: "Reports of the benchmarks",
    section: "Project",
    description:
      "The last recorded run of every benchmark: command, commit, date, machine, versions of other programs, and output.",
    keywords: ["raw results", "reproduce", "how was it measured", "machine", "versions of peers"],
    markdown: `# Reports of the benchmarks\n\n${Object.entries(reports).map(sectionOf).join("\n\n")}\n`,
    source: "packages/tools/bench/recorded.json"
  }
}
