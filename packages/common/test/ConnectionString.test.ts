import { ConnectionString } from "@dunlin/common"
import { assert, it } from "@effect/vitest"
import { Redacted } from "effect"

it("a plain text where a redacted one has to be is named, and not repeated", () => {
  const address = "redis://:hunter2@localhost"
  assert.strictEqual(ConnectionString.text(Redacted.make(address), "url"), address)
  assert.throws(
    () => ConnectionString.text(address as never, "url"),
    TypeError,
    "`url` has to be wrapped, so that nothing prints it: Redacted.make(\"…\") of effect"
  )
})
