// Formatting, lint rules, and the imports between packages.
import { spawnSync } from "node:child_process"

const steps = [
  ["dprint", "check"],
  ["oxlint", "-c", ".config/oxlint.json", "--deny-warnings"],
  ["node", ".config/check-imports.mjs"],
  ["node", ".config/check-docs.mjs"],
  ["node", ".config/contract.mjs", "--check"]
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
