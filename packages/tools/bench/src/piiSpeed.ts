// Compares the processor time of redaction with redact-pii, in alternating turns of one run: npm run bench --
// piiSpeed [rounds]
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { redact } from "../adapters/pii.ts"
import { median } from "./measure.ts"
import { prepare } from "./sharedData.ts"

const pageBytes = 400_000
const shortTexts = 400
const longestShort = 300
/** Number of rounds before the measurement. In earlier rounds, the compiler's threads use processor time, too. */
const warmRounds = 120

const read = (folder: string, corpus: string): ReadonlyArray<string> =>
  gunzipSync(readFileSync(join(folder, "data/dev", `${corpus}.jsonl.gz`))).toString().trim().split("\n")
    .map((line) => (JSON.parse(line) as { readonly text: string }).text)

const upTo = (texts: ReadonlyArray<string>, bytes: number): ReadonlyArray<string> => {
  let sum = 0
  return texts.filter((text) => (sum += text.length) <= bytes)
}

interface SyncRedactor {
  readonly redact: (text: string) => string
}

const peer = (folder: string): SyncRedactor => {
  const { SyncRedactor } = createRequire(join(folder, "package.json"))("redact-pii") as {
    readonly SyncRedactor: new(options: object) => SyncRedactor
  }
  const off = { enabled: false }
  return new SyncRedactor({
    builtInRedactors: { ipAddress: off, usSocialSecurityNumber: off, username: off, digits: off, url: off }
  })
}

const spent = async (texts: ReadonlyArray<string>, run: (text: string) => unknown): Promise<number> => {
  const before = process.cpuUsage()
  for (const text of texts) await run(text)
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

export const run = async ([rounds = "9"]: ReadonlyArray<string>): Promise<void> => {
  const folder = await prepare("pii")
  const other = peer(folder)
  const short = (corpus: string) =>
    read(folder, corpus).filter((text) => text.length <= longestShort).slice(0, shortTexts)
  const kinds: Readonly<Record<string, ReadonlyArray<string>>> = {
    "short texts with phones": short("phone_world"),
    "short sentences": short("presidio_synth_v2"),
    "short texts with secrets": [...short("secretlint"), ...short("credsweeper")],
    pages: upTo(read(folder, "web_md"), pageBytes)
  }
  console.log("| texts | number | dunlin, CPU ms | redact-pii, CPU ms | times as fast |")
  console.log("| --- | --- | --- | --- | --- |")
  for (const [kind, texts] of Object.entries(kinds)) {
    const ours: Array<number> = []
    const theirs: Array<number> = []
    for (let round = -warmRounds; round < Number(rounds); round++) {
      const mine = await spent(texts, (text) => redact(text))
      const yours = await spent(texts, (text) => other.redact(text))
      if (round < 0) continue
      ours.push(mine)
      theirs.push(yours)
    }
    const [one, two] = [median(ours), median(theirs)]
    console.log(`| ${kind} | ${texts.length} | ${one.toFixed(1)} | ${two.toFixed(1)} | ${(two / one).toFixed(2)} |`)
  }
}
