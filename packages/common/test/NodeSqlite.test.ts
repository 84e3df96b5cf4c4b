import { NodeSqlite } from "@dunlin/common"
import { assert, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

it("creates files that only the owner can read, and no file for a database in memory", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-node-sqlite-"))
  try {
    const filename = path.join(folder, "new.sqlite")
    NodeSqlite.createFile(filename)
    assert.strictEqual(fs.statSync(filename).mode & 0o777, 0o600)
    NodeSqlite.createFile(":memory:")
    assert.isFalse(fs.existsSync(":memory:"))
    assert.deepStrictEqual([":memory:", filename, ""].map(NodeSqlite.isInMemory), [true, false, false])
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
