// Writes docs/reference/settings.md from the table of settings. With --check it only compares.
import {
  all,
  commonSettings,
  serverSettings,
  serviceNames,
  services,
  settingsOf
} from "../packages/dunlin/src/internal/settings/table.ts"
import { cell, finish, write } from "./reference.mjs"

const rows = new Map(all.map((row) => [row.variable, row]))
const told = new Set()

/** A table of the variables that begin so, in the order of the source. */
const tableOf = (...variables) => [
  "",
  "| variable | default | read by | meaning |",
  "| --- | --- | --- | --- |",
  ...variables.map((variable) => {
    const { otherwise, readBy, says } = rows.get(variable)
    told.add(variable)
    return `| \`${variable}\` | ${cell(otherwise)} | ${readBy} | ${cell(says)} |`
  }),
  ""
]

const serviceTable = (parts) => [
  "",
  "| variables | needed | read by | used by |",
  "| --- | --- | --- | --- |",
  ...serviceNames.filter((name) => parts.includes(services[name].readBy)).map((name) => {
    const { key, url } = settingsOf(name)
    const { needs, readBy, usedBy } = services[name]
    const order = needs === "address" ? [url, key] : [key, url]
    for (const { variable } of order) told.add(variable)
    return `| ${order.map(({ variable }) => `\`${variable}\``).join(", ")} | ${needs} | ${readBy} | ${cell(usedBy)} |`
  }),
  ""
]

const own = Object.values(commonSettings)
const readBy = (...parts) => own.filter((row) => parts.includes(row.readBy)).map(({ variable }) => variable)
const artifacts = readBy("artifacts")
const links = ["DUNLIN_PUBLIC_URL", "DUNLIN_SIGNING_KEY"]

const lines = [
  "# Settings",
  "",
  "<!-- Made by `node .config/settings.mjs` from `packages/dunlin/src/internal/settings/table.ts`. -->",
  "",
  "The command line and the server read these environment variables. All are optional; an empty value counts as absent. An invalid value ends the program with exit code 2 and a message with the variable and the expected value. A misspelt name does the same and suggests the right one. Any other name that begins with `DUNLIN_` has no effect; the log and `dunlin doctor` report it. The library reads no variables: pass options to `createClient` or `Services.layer`, or use `Services.layerConfig`.",
  "",
  "Flags override variables: every command has `--data`, `--allow` and `--log-level`. `dunlin serve` also has `--port`, `--host`, `--provider`, `--teams` and `--public-url`.",
  "",
  "## Server",
  ...tableOf(...Object.values(serverSettings).map(({ variable }) => variable), ...links, ...readBy("papers")),
  "## Storage",
  ...tableOf(...readBy("cache", "credits"), ...artifacts.filter((variable) => !links.includes(variable))),
  "Retention of each store: [run the server](../how-to/run-the-server.md#retention).",
  "",
  "## Search",
  ...tableOf(...readBy("provider", "categories")),
  "`<NAME>_KEY` is the credential. `<NAME>_URL` is the base URL; its default is the engine's public URL. A service's address may be private; only requests to this service can reach it, not page requests.",
  ...serviceTable(["provider", "papers"]),
  "### In other words",
  ...tableOf(...readBy("vectors")),
  "Dunlin contains no models. See [search your own pages](../how-to/search-your-own-pages.md#in-other-words).",
  "",
  "## Pages",
  ...tableOf(...readBy("fetcher", "search", "html", "pdf", "media")),
  "OCR uses `tesseract` if it is installed; `TESSDATA_PREFIX` is passed to it.",
  "",
  "## Models",
  ...tableOf(...readBy("models", "redactor")),
  "## Threat protection",
  "",
  "Each service below rates URLs (a classifier). Without one, only the allow and block lists in its policy protect a team. Classifiers run only for teams with threat protection enabled. If you set several, the highest score counts. The timeout is 1.5 seconds, or 60 seconds for `urlscan` and `cloudflare`, which visit the page.",
  ...serviceTable(["threats"]),
  ...tableOf(...readBy("threats")).slice(1)
]
while (lines.at(-1) === "") lines.pop()

const missing = all.map(({ variable }) => variable).filter((variable) => !told.has(variable))
finish(
  [...missing.map((variable) => `.config/settings.mjs: no table holds ${variable}`), ...write("settings", lines)],
  `settings: ${told.size} variables`
)
