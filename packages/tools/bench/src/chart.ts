// Draws packages/tools/bench/figures.json as docs/figures.svg. An entry with a benchmark and a metric reads its figures
// from packages/tools/bench/recorded.json; the others are from runs before reports were stored.
import { readFileSync, writeFileSync } from "node:fs"

interface Figure {
  readonly what: string
  readonly ours: number
  readonly peer: number
  readonly name: string
  readonly command: string
  readonly date: string
  readonly commit: string
}

interface Reported {
  readonly what: string
  readonly bench: string
  readonly metric: string
}

interface Report {
  readonly command: string
  readonly date: string
  readonly commit: string
  readonly figures?: ReadonlyArray<{ readonly metric: string; readonly ours: number; readonly peer?: Peer }>
}

interface Peer {
  readonly name: string
  readonly value: number
}

const load = <A>(name: string): A => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"))

const recorded = load<Readonly<Record<string, Report>>>("recorded.json")

const reported = ({ bench, metric, what }: Reported): Figure => {
  const report = recorded[bench]
  const found = report?.figures?.find((figure) => figure.metric === metric)
  if (report === undefined || found?.peer === undefined) throw new Error(`no report of ${bench} has: ${metric}`)
  const { command, commit, date } = report
  return { what, ours: found.ours, peer: found.peer.value, name: found.peer.name, command, commit, date }
}

const figures = load<ReadonlyArray<Figure | Reported>>("figures.json").map((figure) =>
  "bench" in figure ? reported(figure) : figure
)

const width = 800
const left = 320
const bar = 330
const rowHeight = 46
const top = 40
const height = top + figures.length * rowHeight + 8

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

const row = ({ command, commit, date, name, ours, peer, what }: Figure, index: number) => {
  const y = top + index * rowHeight
  const length = (value: number) => Math.max(2, Math.round(value / 100 * bar))
  return `  <g transform="translate(0 ${y})">
    <text class="what" x="${left - 14}" y="16" text-anchor="end">${escape(what)}</text>
    <text class="name" x="${left - 14}" y="31" text-anchor="end">${escape(`${command}, ${date}, ${commit}`)}</text>
    <rect class="ours" x="${left}" y="4" width="${length(ours)}" height="14" rx="2"/>
    <text class="value" x="${left + length(ours) + 7}" y="15.5">${ours}</text>
    <rect class="peer" x="${left}" y="22" width="${length(peer)}" height="10" rx="2"/>
    <text class="name" x="${left + length(peer) + 7}" y="31">${peer} ${escape(name)}</text>
  </g>`
}

export const draw = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Correct answers out of 100, of Dunlin and of the best other program">
  <style>
    text { font-family: system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
    .what { font-size: 13px }
    .value { font-size: 13px; font-weight: 600 }
    .name { font-size: 11px; fill: #59636e }
    .ours { fill: #0b7285 }
    .peer { fill: #ced4da }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .name { fill: #9198a1 }
      .ours { fill: #3bc9db }
      .peer { fill: #495057 }
    }
  </style>
  <g>
    <rect class="ours" x="${left}" y="11" width="14" height="10" rx="2"/><text class="name" x="${
    left + 20
  }" y="20">Dunlin</text>
    <rect class="peer" x="${left + 80}" y="11" width="14" height="10" rx="2"/><text class="name" x="${
    left + 100
  }" y="20">the best other in the same run, of 100</text>
  </g>
${figures.map(row).join("\n")}
</svg>
`

export const run = async (): Promise<void> => {
  writeFileSync(new URL("../../../../docs/figures.svg", import.meta.url), draw())
}
