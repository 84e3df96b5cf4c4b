import { Tools } from "@dunlin/mcp"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runCommand } from "./commandLine.ts"

const folder = join(import.meta.dirname, "../skills/dunlin")
const skill = readFileSync(join(folder, "SKILL.md"), "utf8")
const [, head = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(skill) ?? []

/** Limits of the format (agentskills.io): characters of a description, and lines of a skill. */
const MOST_OF_DESCRIPTION = 1024
const MOST_LINES = 500

/** Command lines of the skill, as the arguments of `dunlin`. */
const commands = [...body.matchAll(/(?:npx -y )dunlin ([^`\n|]+)/g)].map(([, line]) =>
  (line!.match(/"[^"]*"|\S+/g) ?? []).map((part) => part.replaceAll("\"", ""))
)

describe("the skill for agents", () => {
  it("has a valid name and description", () => {
    assert.match(head, /^name: dunlin$/m)
    const description = /^description: (.+)$/m.exec(head)?.[1] ?? ""
    assert.isAbove(description.length, 50)
    assert.isAtMost(description.length, MOST_OF_DESCRIPTION)
    assert.isAtMost(skill.split("\n").length, MOST_LINES)
  })

  it("names only tools and arguments that the server has", () => {
    const known = new Set<string>([
      ...Tools.definitions.flatMap(({ inputSchema, name }) => [name, ...Object.keys(inputSchema.properties)]),
      // The value of an argument, fields of responses, and the endpoint of a server.
      "-host",
      "next",
      "warning",
      "/mcp"
    ])
    const words = [...body.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word!)
      .filter((word) => !word.startsWith("npx ") && !/^(?:--|DUNLIN_)/.test(word) && word !== "research")
    assert.isAbove(words.length, 10)
    assert.deepStrictEqual(words.filter((word) => !known.has(word)), [])
  })

  it("names only commands and flags that the command line has", async () => {
    assert.isAbove(commands.length, 8)
    for (const [name = "", ...rest] of commands) {
      const { code, stdout } = await runCommand({ args: [name, "--help"], env: { PATH: process.env.PATH } })
      assert.strictEqual(code, 0, name)
      assert.include(stdout, `dunlin ${name}`, name)
      for (const flag of rest.filter((part) => part.startsWith("--"))) assert.include(stdout, flag, `${name} ${flag}`)
    }
    const unknown = await runCommand({ args: ["no-such-command"], env: { PATH: process.env.PATH } })
    assert.notStrictEqual(unknown.code, 0)
  })
})
