// Formatting, lint rules, unused code, the imports between packages, and the pages that are made from the source.
import { spawnSync } from "node:child_process"

const steps = [
  ["dprint", "check"],
  ["oxlint", "-c", ".config/oxlint.json", "--deny-warnings"],
  ["knip", "-c", ".config/knip.json", "--no-progress"],
  ["node", ".config/check-imports.mjs"],
  ["node", ".config/architecture.mjs", "--check"],
  ["node", ".config/check-docs.mjs"],
  ["node", ".config/doc-examples.mjs"],
  ["node", ".config/figures.mjs", "--check"],
  ["node", ".config/contract.mjs", "--check"],
  ["node", ".config/errors.mjs", "--check"],
  ["node", ".config/settings.mjs", "--check"],
  ["node", ".config/promises.mjs", "--check"],
  ["node", ".config/doors.mjs", "--check"],
  ["node", ".config/words.mjs", "--check"],
  ["node", ".config/compatibility.mjs", "--check"],
  ["node", ".config/names.mjs", "--check"]
]
let failed = false
for (const [command, ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: "inherit" })
  if (status !== 0) {
    failed = true
    console.error(`failed: ${[command, ...args].join(" ")}`)
  }
}
process.exit(failed ? 1 : 0)
