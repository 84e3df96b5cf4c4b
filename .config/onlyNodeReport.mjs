// Before each test of the kind "anywhere": holds it and what it starts to `onlyNode.mjs`, and fails where they did not.
import { existsSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
// looks for all components, which is no part of a test
import "../packages/common/test/components.ts"

const report = join(tmpdir(), `dunlin-only-node-${process.pid}.txt`)
const guard = new URL("onlyNode.mjs", import.meta.url)
guard.searchParams.set("report", report)
await import(guard.href)

afterAll(() => {
  if (!existsSync(report)) return
  const said = readFileSync(report, "utf8")
  rmSync(report)
  throw new Error(said)
})
