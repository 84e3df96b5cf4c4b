// Writes docs/reference/compatibility.md from packages/tools/bench/compatibility.json, which `npm run bench -- sdks --write`,
// `doors --write` and `mcpGenerations --write` fill. With --check it only compares, and fails when a call of the record
// differs without a reason, or when the record is of another version than the scripts call.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { accepted, ofClients } from "../packages/tools/bench/src/sdks/accepted.ts"
import { versions } from "../packages/tools/bench/src/sdks/versions.ts"
import { cell, finish, root, write } from "./reference.mjs"

const rows = JSON.parse(readFileSync(join(root, "packages/tools/bench/compatibility.json"), "utf8"))
const reasons = new Set([...accepted, ...ofClients].map(({ reason }) => reason))
const called = versions(root)

const faults = rows.flatMap(({ api, client, date, method, note, outcome, version }) => {
  const about = `packages/tools/bench/compatibility.json: ${api}, ${client}, ${method}`
  const current = called.find(([name]) => client === name || client.startsWith(`${name},`))?.[1]
  return [
    ...(outcome === "differs" ? [`${about} differs: ${note}`] : []),
    ...(outcome === "accepted" && !reasons.has(note)
      ? [`${about}: the list of accepted differences has no such reason; run the bench again`]
      : []),
    ...(current !== undefined && current !== version
      ? [`${about} is of version ${version}, and ${current} is called; run the bench again`]
      : []),
    ...(/^\d{4}-\d\d-\d\d$/.test(date) ? [] : [`${about} has no date`])
  ]
})

const count = (found, outcome) => found.filter((row) => row.outcome === outcome).length
const group = (found, key) => [...Map.groupBy(found, key)]

const lines = [
  "# Clients of other programs that work",
  "",
  "<!-- Made by `node .config/compatibility.mjs` from `packages/tools/bench/compatibility.json`. -->",
  "",
  "Every method of each published client was called with pages on loopback. Only the base URL was changed. To repeat the calls, run `npm run bench -- sdks --write`, `npm run bench -- doors --write` and `npm run bench -- mcpGenerations --write`.",
  "",
  "| API | client | version | date | calls | work | differ, with a reason |",
  "| --- | --- | --- | --- | --- | --- | --- |",
  ...group(rows, ({ api, client }) => `${api} ${client}`).map(([, found]) => {
    const [{ api, client, date, version }] = found
    const counts = [found.length, count(found, "works"), count(found, "accepted")]
    return `| ${[api, client, version, date, ...counts].map((value) => cell(String(value))).join(" | ")} |`
  })
]
for (const [api, ofApi] of group(rows, ({ api }) => api)) {
  lines.push("", `## ${api}`)
  for (const [client, found] of group(ofApi, ({ client }) => client)) {
    lines.push("", `### ${client} ${found[0].version}`.trimEnd(), "", "| method | outcome |", "| --- | --- |")
    for (const { method, note = "works" } of found) lines.push(`| ${cell(method)} | ${cell(note)} |`)
  }
}
finish([...faults, ...write("compatibility", lines)], `compatibility: ${rows.length} calls of clients`)
