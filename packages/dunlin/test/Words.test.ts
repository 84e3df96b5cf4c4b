import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")
const project = join(import.meta.dirname, "words")
const sources = readFileSync(join(project, "wrong.ts"), "utf8").split("\n")

const run = (program: string, parameters: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      [program, ...parameters],
      { cwd: root, maxBuffer: 2 ** 24 },
      (_, stdout, stderr) => resolve(stdout + stderr)
    )
  )

const require = createRequire(import.meta.url)
const compilerOf = (name: string) => join(require.resolve(`${name}/package.json`), "../bin/tsc")

/** What a compiler says first about each exported name. */
const said = async (compiler: string) => {
  const output = await run(compiler, ["-p", project])
  const found = new Map<string, string>()
  for (const [, line, message] of output.matchAll(/wrong\.ts\((\d+),\d+\): error TS\d+: (.*)/g)) {
    const name = /export const (\w+)/.exec(sources[Number(line) - 1] ?? "")?.[1] ?? `line ${line}`
    if (!found.has(name)) found.set(name, message ?? "")
  }
  return found
}

const rank = "Stage<\"rank\", { readonly scores: readonly number[]; }, { top: number | undefined; }, never, never>"
const rerank = "Stage<\"rerank\", { readonly hits: readonly { title: string; score: number; }[]; }, " +
  "{ hits: readonly { title: string; score: number; }[]; }, never, never>"
const words = "Stage<\"words\", { readonly markdwon: string; }, { words: number; }, StageFailed | StageTimeout, never>"
const missing = "FieldIsMissing<{ stage: \"rank\"; field: \"scores\"; wanted: readonly number[]; }>"
const wrong = "FieldHasWrongType<{ stage: \"rerank\"; field: \"hits\"; " +
  "wanted: readonly { title: string; score: number; }[]; given: { title: string; }[]; }>"
const typo = "FieldIsMissing<{ stage: \"words\"; field: \"markdwon\"; wanted: string; }>"
const leftOut = "Object literal may only specify known properties, and 'query' does not exist in type " +
  "'FieldIsMissing<{ stage: \"print\"; field: \"hits\"; wanted: Hits; }>'."

const property = (given: string, problem: string) =>
  `Property '"~problem"' is missing in type '${given}' but required in type '${problem}'.`
const argument = (given: string, problem: string) =>
  `Argument of type '${given}' is not assignable to parameter of type '${problem}'.`

/** The order in which a compiler lists the stages that there are is its own. */
const compilers = [
  { name: "typescript", says: property, stages: "\"find\" | \"plan\" | \"print\"" },
  { name: "typescript-5.9", says: argument, stages: "\"plan\" | \"find\" | \"print\"" }
]

describe("what the compiler says about a wrong pipeline", () => {
  for (const { name, says, stages } of compilers) {
    it(name, async () => {
      await run(compilerOf("typescript"), ["-b", "packages/dunlin"])
      const messages = await said(compilerOf(name))
      assert.strictEqual(messages.get("missingField"), says(rank, missing))
      assert.strictEqual(messages.get("wrongType"), says(rerank, wrong))
      assert.strictEqual(messages.get("misspelt"), argument("\"fnid\"", stages))
      assert.strictEqual(messages.get("leftOut"), leftOut)
      assert.strictEqual(messages.get("inClient"), says(words, typo))
      // these begin with the whole pipeline; what is wrong is at the end of the line
      assert.include(messages.get("unfinished"), "ResultIsMissing<{ field: \"scraped\";")
      assert.include(
        messages.get("starved"),
        "FieldIsMissing<{ stage: \"transform\"; field: \"page\"; wanted: RawPage; }>"
      )
      assert.include(messages.get("lacking"), "ServiceIsMissing<{ service: Dictionary; }>")
      assert.include(messages.get("unknownOption"), "Did you mean to write 'provider'?")
      assert.include(messages.get("piped"), "\"fnid\"")
      assert.lengthOf(Array.from(messages.keys()), 10)
    })
  }
})
