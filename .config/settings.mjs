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
  "The command line and the server read these from the environment; none is required, and an empty one counts as absent. A wrong value ends the program with exit code 2 and a message that names the variable and what it may be. So does a slip in a name, with the setting that was meant. Any other name that begins with `DUNLIN_` has no effect; the log and `dunlin doctor` name it. As a library nothing is read: pass options to `createClient` or `Services.layer`, or use `Services.layerConfig`.",
  "",
  "Flags go before variables: every command has `--data` and `--allow`, `dunlin serve` has `--port`, `--host`, `--provider`, `--teams` and `--public-url`, all of them `--log-level`.",
  "",
  "## Server",
  ...tableOf(...Object.values(serverSettings).map(({ variable }) => variable), ...links, ...readBy("papers")),
  "## Storage",
  ...tableOf(...readBy("cache", "credits"), ...artifacts.filter((variable) => !links.includes(variable))),
  "Retention of each store: [run the server](../how-to/run-the-server.md#retention).",
  "",
  "## Search",
  ...tableOf(...readBy("provider", "categories")),
  "`<NAME>_KEY` is the credential and `<NAME>_URL` the base address, by default the engine's own. The address of a service may be private; it is opened to the calls of this service alone, not to pages.",
  ...serviceTable(["provider", "papers"]),
  "### In other words",
  ...tableOf(...readBy("vectors")),
  "No model ships with Dunlin. See [search your own pages](../how-to/search-your-own-pages.md#in-other-words).",
  "",
  "## Pages",
  ...tableOf(...readBy("fetcher", "search", "html", "pdf", "media")),
  "Text in pictures is read with `tesseract` when it is installed; `TESSDATA_PREFIX` is handed on to it.",
  "",
  "## Models",
  ...tableOf(...readBy("models", "redactor")),
  "## Threat protection",
  "",
  "Without any of these, teams are protected by the lists of their policy alone; a classifier is asked only for teams whose threat protection is enabled. Of several, the highest score counts. A classifier has 1.5 seconds, and with `urlscan` or `cloudflare`, which visit the page, 60.",
  ...serviceTable(["threats"]),
  ...tableOf(...readBy("threats")).slice(1)
]
while (lines.at(-1) === "") lines.pop()

const missing = all.map(({ variable }) => variable).filter((variable) => !told.has(variable))
finish(
  [...missing.map((variable) => `.config/settings.mjs: no table holds ${variable}`), ...write("settings", lines)],
  `settings: ${told.size} variables`
)
