import { assert, describe, it } from "@effect/vitest"
import { needing } from "../../common/test/components.ts"
import { run } from "./endless.ts"

describe("a program that never closes its client ends", needing("Chromium"), () => {
  it("after a page of a browser, and continues after close()", async () => {
    const { code, output } = await run("browser")
    assert.match(output, /artifacts/)
    assert.strictEqual(code, 0, output)
    const closed = await run("close")
    assert.match(closed.output, /closed/)
    assert.strictEqual(closed.code, 0, closed.output)
  })
})
