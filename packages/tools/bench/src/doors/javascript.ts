/** The clients of npm. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Call } from "./call.ts"
import { exa } from "./exa.ts"
import { others } from "./others.ts"
import type { Setting } from "./setting.ts"
import { tavily } from "./tavily.ts"

export const packages = [
  "@tavily/core@0.7.13",
  "exa-js@2.23.0",
  "@langchain/core@1.1.29",
  "@langchain/community@1.1.29",
  "@langchain/tavily@1.2.0",
  "@langchain/exa@1.0.2",
  "@tavily/ai-sdk@0.5.0",
  "@exalabs/ai-sdk@2.1.0",
  "cohere-ai@8.1.0",
  "@perplexity-ai/perplexity_ai@0.38.5",
  "ai@6",
  "zod@4"
]

export const calls = async (folder: string, base: string, key: string, host: string): Promise<ReadonlyArray<Call>> => {
  // Packages are found from the folder of the module that imports them.
  const loader = join(folder, "load.mjs")
  writeFileSync(loader, "export const load = (name) => import(name)\n")
  const { load } = await import(pathToFileURL(loader).href) as Pick<Setting, "load">
  const rows: Array<Call> = []
  const add = async (call: Promise<Call>) => {
    rows.push(await call)
  }
  for (const part of [...tavily, ...exa, ...others]) await part({ add, base, host, key, load })
  return rows
}
