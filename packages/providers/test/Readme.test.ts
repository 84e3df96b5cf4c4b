import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

const root = new URL("..", import.meta.url).pathname

it("the example of the README finds what it states", () => {
  const code = /```ts\n([\s\S]*?)```/.exec(readFileSync(`${root}README.md`, "utf8"))![1]!
  const { stderr, stdout } = spawnSync(
    process.execPath,
    ["--input-type=module-typescript", "-e", `${code}\nconsole.log(answer.hits[0].url)`],
    { cwd: root, encoding: "utf8" }
  )
  assert.strictEqual(stdout.trim(), "https://example.com/streams", stderr)
})
