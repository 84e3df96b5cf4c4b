// Diffs of 20,000 lines, compared with jsdiff: npm run bench -- changeTracking
// Best of three runs. Hunks that differ from `git diff --no-index` are counted over the history of this repository.
import { ChangeTracking } from "@dunlin/transformers"
import { createTwoFilesPatch } from "diff"
import { execFileSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const count = 20_000
const lines = Array.from({ length: count }, (_, index) => `- Entry ${index}: ${(index * 7919) % 100} euros`)

// The generator has a seed, so that every run uses the same texts.
const random = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648

const edited = (share: number): ReadonlyArray<string> => {
  const next = random(7)
  return lines.flatMap((line) => {
    const roll = next()
    return roll < share / 3
      ? []
      : roll < 2 * share / 3
      ? [line, `${line} again`]
      : roll < share
      ? [`${line} new`]
      : [line]
  })
}

const shuffled = (): ReadonlyArray<string> => {
  const next = random(11)
  return lines.map((line) => ({ line, order: next() })).sort((left, right) => left.order - right.order)
    .map(({ line }) => line)
}

const pairs: Record<string, readonly [ReadonlyArray<string>, ReadonlyArray<string>]> = {
  "1 % edited": [lines, edited(0.01)],
  "20 % edited": [lines, edited(0.2)],
  "everything else": [lines, lines.map((line) => `x ${line}`)],
  "one in four lines equal, in another order": [lines.map((line, index) => index % 4 === 0 ? "same" : line), edited(1)],
  shuffled: [lines, shuffled()]
}

const time = (compute: () => void): number => {
  const start = performance.now()
  compute()
  return performance.now() - start
}

export const run = async () => {
  for (const [name, [before, after]] of Object.entries(pairs)) {
    const left = `${before.join("\n")}\n`
    const right = `${after.join("\n")}\n`
    const own = Math.min(...[1, 2, 3].map(() => time(() => ChangeTracking.diff(left, right))))
    // jsdiff has no time limit by default. It runs once, for at most ten seconds.
    const peer = time(() => createTwoFilesPatch("a", "b", left, right, "", "", { timeout: 10_000 }))
    console.log(
      `${name}: dunlin ${own.toFixed(0)} ms, jsdiff ${peer.toFixed(0)} ms${peer > 9_900 ? " (given up)" : ""}`
    )
  }
  console.log(await againstGit())
}

const hunks = (text: string): string => {
  const all = text.split("\n")
  const first = all.findIndex((line) => line.startsWith("@@"))
  return first < 0 ? "" : all.slice(first).map((line) => line.replace(/^(@@ .* @@).*$/, "$1")).join("\n").trimEnd()
}

const againstGit = async (): Promise<string> => {
  const git = (args: ReadonlyArray<string>): string => {
    try {
      return execFileSync("git", args, { encoding: "utf8", maxBuffer: 1e9 })
    } catch (error) {
      return (error as { readonly stdout: string }).stdout
    }
  }
  let commit = ""
  const edits: Array<readonly [string, string]> = []
  for (const line of git(["log", "--format=%H", "--name-only", "--diff-filter=M", "--", "*.md", "*.ts"]).split("\n")) {
    if (/^[0-9a-f]{40}$/.test(line)) commit = line
    else if (line !== "") edits.push([commit, line])
  }
  const step = Math.ceil(edits.length / 300)
  const folder = await mkdtemp(join(tmpdir(), "dunlin-diff-"))
  let compared = 0
  let identical = 0
  for (const [hash, file] of edits.filter((_, index) => index % step === 0)) {
    const before = git(["show", `${hash}~:${file}`])
    const after = git(["show", `${hash}:${file}`])
    if (!before.endsWith("\n") || !after.endsWith("\n") || before === after) continue
    await writeFile(join(folder, "a"), before)
    await writeFile(join(folder, "b"), after)
    const theirs = hunks(git(["diff", "--no-index", "--no-color", join(folder, "a"), join(folder, "b")]))
    compared++
    if (hunks(ChangeTracking.diff(before, after).text) === theirs) identical++
  }
  await rm(folder, { recursive: true })
  return `hunks identical to git's: ${identical} of ${compared} edits in the history of this repository`
}
