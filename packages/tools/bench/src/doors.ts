// Tests real clients of other APIs with our server's compatible endpoints: npm run bench -- doors
//
// The published clients are installed in a scratch folder and use `dunlin serve` on loopback; only their base URL is
// changed. The search engine behind the server ignores every filter. Counts missing fields and violated filters.
// `--write` stores the results in `compatibility.json`. `--folder=` uses installed clients, `--python=` a Python with
// the Python clients.
import { execFile, execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { start } from "../../../dunlin/test/serverProcess.ts"
import type { Call } from "./doors/call.ts"
import * as Javascript from "./doors/javascript.ts"
import { open } from "./doors/place.ts"
import { record } from "./doors/record.ts"
import { figure } from "./report.ts"

const KEY = "fc-doors"

const pythonPackages = [
  "tavily-python==0.8.5",
  "exa-py==1.16.2",
  "langchain-community==0.4.2",
  "langchain-tavily==0.2.18",
  "langchain-exa==1.1.0",
  "cohere==7.3.1",
  "perplexityai==0.46.1"
]

const optionOf = (args: ReadonlyArray<string>, name: string): string | undefined =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)

const python = (scratch: string): string | undefined => {
  try {
    execFileSync("python3", ["-m", "venv", join(scratch, "python")], { stdio: "ignore" })
  } catch {
    console.log("No Python 3 with venv is installed: the clients of PyPI were not run.")
    return undefined
  }
  const pip = join(scratch, "python/bin/pip")
  execFileSync(pip, ["install", "-q", ...pythonPackages], { stdio: "inherit" })
  return join(scratch, "python/bin/python")
}

const ofPython = async (program: string, url: string, host: string): Promise<ReadonlyArray<Call>> => {
  const script = join(import.meta.dirname, "doors/clients.py")
  const { stdout } = await promisify(execFile)(program, [script, url, KEY, host], { timeout: 300_000 })
  return stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Call)
}

export const run = async (args: ReadonlyArray<string>) => {
  const scratch = mkdtempSync(join(tmpdir(), "dunlin-bench-doors-"))
  const folder = optionOf(args, "folder") ?? scratch
  if (!existsSync(join(folder, "node_modules"))) {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    const flags = ["--no-audit", "--no-fund", "--legacy-peer-deps", "--loglevel=error"]
    execFileSync("npm", ["i", ...flags, ...Javascript.packages], { cwd: folder, stdio: "inherit" })
  }
  const program = optionOf(args, "python") ?? python(scratch)
  const { address, host, server: site } = await open()
  const teams = join(scratch, "teams.json")
  writeFileSync(teams, JSON.stringify({ teams: [{ id: "acme", keys: [KEY] }] }), { mode: 0o600 })
  const server = await start({
    DUNLIN_DATA: join(scratch, "data"),
    DUNLIN_DOORS: "all",
    DUNLIN_TEAMS: teams,
    DUNLIN_EGRESS_ALLOW: address,
    DUNLIN_PROVIDER: "searxng",
    DUNLIN_SEARXNG_URL: `${host}/engine`
  })
  try {
    const rows = [
      ...await Javascript.calls(folder, server.url, KEY, host),
      ...program === undefined ? [] : await ofPython(program, server.url, host)
    ]
    console.log("| client | call | fields missed | filters violated |\n| --- | --- | --- | --- |")
    for (const { call, client, missed, violated, why } of rows) {
      console.log(`| ${client} | ${call} | ${missed.join(", ")} | ${violated.join(", ")} |`)
      if (why !== undefined) console.error(`  ${client}, ${call}: ${why}`)
    }
    if (args.includes("--write")) record(rows, [...Javascript.packages, ...pythonPackages])
    const count = (of: (row: Call) => ReadonlyArray<string>) => rows.reduce((sum, row) => sum + of(row).length, 0)
    const metric = (what: string) =>
      `${what}, in ${rows.length} calls of ${new Set(rows.map(({ client }) => client)).size} clients`
    figure({ area: "doors", metric: metric("fields missed"), ours: count(({ missed }) => missed) })
    figure({ area: "doors", metric: metric("filters violated"), ours: count(({ violated }) => violated) })
  } finally {
    await server.stop("SIGTERM")
    site.closeAllConnections()
    site.close()
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}
