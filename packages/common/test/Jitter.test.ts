import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const preload = new URL("../../../.config/jitter.mjs", import.meta.url).href
const orders = fileURLToPath(new URL("jitterOrders.mjs", import.meta.url))

describe("events that arrive late", () => {
  it.each(["1", "2", "3"])("are all delivered in the order that Node documents (seed %s)", async (seed) => {
    const { stdout } = await promisify(execFile)(process.execPath, [`--import=${preload}`, orders], {
      env: { ...process.env, NODE_OPTIONS: "", JITTER: seed }
    })
    assert.strictEqual(stdout.trim(), "in order")
  })
})
