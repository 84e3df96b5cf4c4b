import { HostName } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"

describe("isHostName", () => {
  const label = "a".repeat(63)
  const right = ["example.com", "a_b.example", "x--y.example", "0.zz9", "münchen.example", `${label}.com`]
  const longest = `${label}.${label}.${label}.${"b".repeat(61)}`

  for (const host of [...right, longest]) it(`accepts ${host}`, () => assert.isTrue(HostName.isHostName(host)))

  const wrong = [
    "",
    "a..b",
    ".a",
    "-a.com",
    "a-.com",
    "a b.com",
    "a/b",
    "a:80",
    "*.a.com",
    "A.com",
    "a@b",
    `${label}a.com`
  ]
  for (const host of [...wrong, `${longest}b`]) {
    it(`rejects ${JSON.stringify(host)}`, () => assert.isFalse(HostName.isHostName(host)))
  }
})
