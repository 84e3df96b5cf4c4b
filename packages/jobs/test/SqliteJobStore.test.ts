import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import * as Conformance from "@dunlin/jobs/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as vitest from "vitest"

const folder = mkdtempSync(join(tmpdir(), "dunlin-jobs-"))
vitest.afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

let files = 0
const opened = (limits?: JobStore.Limits) =>
  SqliteJobStore.layer({ ...limits, file: join(folder, `${++files}.sqlite`) })
Conformance.run(Conformance.suite("sqlite", opened), vitest)
Conformance.run(Conformance.suite("memory", JobStore.layerMemory), vitest)
