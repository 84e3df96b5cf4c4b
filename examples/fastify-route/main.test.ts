import { assert, it } from "@effect/vitest"
import { program } from "./main.ts"

it("answers with results, and says which parameter is wrong", async () => {
  const { found, noNumber, wrong } = await program()
  assert.deepStrictEqual(found.results.map(({ title }: { title: string }) => title), ["Dunlin"])
  assert.strictEqual(wrong.status, 400)
  assert.strictEqual(wrong.code, "InvalidRequest")
  assert.include(wrong.error, "limit")
  assert.deepInclude(noNumber, { status: 400, code: "InvalidRequest" })
})
