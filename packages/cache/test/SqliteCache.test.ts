import { type PageCache, SqliteCache } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { afterAll } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as vitest from "vitest"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-cache-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const open = (name: string, options?: PageCache.Options) =>
  SqliteCache.layer({ filename: path.join(folder, name, "cache.db"), ...options })

testing.run(testing.suite("sqlite", open), vitest)
testing.run(testing.snapshotSuite("sqlite", open), vitest)
testing.run(testing.answerSuite("sqlite", open), vitest)
