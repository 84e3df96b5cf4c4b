import { Secret } from "@dunlin/common"
import { assert, it } from "@effect/vitest"
import { Redacted } from "effect"

it("a secret is a string or a redacted value; other values are named but not shown", () => {
  const address = "redis://:hunter2@localhost"
  assert.strictEqual(Secret.text(Redacted.make(address), "url"), address)
  assert.strictEqual(Secret.text(address, "url"), address)
  assert.strictEqual(String(Secret.wrapped(address, "url")), "<redacted>")
  for (const wrong of [undefined, 17, [address], Redacted.make(17)]) {
    assert.throws(
      () => Secret.text(wrong as never, "url"),
      TypeError,
      /^`url` must be a string, or a string wrapped with `Redacted.make` from effect$/
    )
  }
})
