// Builds every package, packs it the way it is published, and checks the tarballs with publint and attw.
// With a folder as argument the tarballs are left there. The kinds of files in each are those of `.config/packed.txt`, so
// that nothing is published by accident; with --write that file is written anew.
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundle } from "./bundle.mjs"
import { compile } from "./compile.mjs"
import { published, root } from "./packages.mjs"
import { playground } from "./playground.mjs"
import { nameRuntimeModules, runtimeModules } from "./runtimeModules.mjs"
import { searchBox } from "./searchBox.mjs"
import { vendor } from "./vendor.mjs"

const isWriting = process.argv.includes("--write")
const keep = process.argv.slice(2).find((argument) => argument !== "--write")
const target = keep ?? mkdtempSync(join(tmpdir(), "dunlin-pack-"))
mkdirSync(target, { recursive: true })

const run = (command, args, cwd = root) => {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`)
}

/** Folders whose files are told apart from others: each is made in a way of its own. */
const named = /^(?:dist\/(?:bundle|playground|runtime|site|pdfjs)|[^/]+)\//

/** `package/dist/internal/index/reader.d.ts` as `dist/*.d.ts`. */
const kindOf = (path) => {
  const file = path.replace(/^package\//, "")
  const folder = named.exec(file)?.[0]
  return folder === undefined ? file : `${folder}*${/(?:\.[a-z]+)+$/i.exec(file)?.[0] ?? ""}`
}

const kindsOf = (tarball) =>
  [...new Set(execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n").map(kindOf))].sort()

/** Ways of resolving modules that packages of ES modules alone need not serve, as `attw --profile esm-only` has it. */
const unserved = ["node10", "node16-cjs"]

/** What attw checks, in this process: nine tenths of its command is loading a compiler. */
const checkTypes = async (tarball) => {
  const { problems, types } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
    excludeEntrypoints: ["testing"]
  })
  if (types === false) throw new Error(`${tarball} has no types`)
  const found = problems.filter(({ resolutionKind }) => !unserved.includes(resolutionKind))
  if (found.length > 0) throw new Error(`attw: ${tarball}: ${JSON.stringify(found, undefined, 2)}`)
}

const contents = []

try {
  // what an earlier build left behind would be published with the rest
  for (const { home } of published) {
    for (const left of ["dist", "tsconfig.tsbuildinfo"]) {
      rmSync(join(home, left), { recursive: true, force: true })
    }
  }
  if (!compile(published.map(({ folder }) => folder)).isRight) throw new Error("tsc failed")
  await vendor()
  await runtimeModules()
  await bundle(join(root, "packages/dunlin/dist/bundle"), true)
  await playground()
  await searchBox()
  // what the first program of the README searches
  const example = join(root, "packages/dunlin/example")
  rmSync(example, { recursive: true, force: true })
  cpSync(join(root, "examples/demo/site/articles"), example, { recursive: true })
  for (const { home, path: name } of published) {
    const before = new Set(readdirSync(target))
    run("pnpm", ["pack", "--pack-destination", target], home)
    const tarball = join(target, readdirSync(target).find((file) => !before.has(file)) ?? "")
    nameRuntimeModules(tarball)
    run("publint", ["--strict", tarball])
    await checkTypes(tarball)
    contents.push(`${name}: ${kindsOf(tarball).join(" ")}`)
    console.log(`${name}: packed, publint and attw agree`)
  }
  const record = join(root, ".config/packed.txt")
  const text = `${contents.join("\n")}\n`
  if (isWriting) writeFileSync(record, text)
  else if (readFileSync(record, "utf8") !== text) {
    const known = readFileSync(record, "utf8").split("\n")
    const others = contents.filter((line) => !known.includes(line)).join("\n")
    throw new Error(
      `other kinds of files are packed than .config/packed.txt says; \`npm run build -- --write\` if meant:\n${others}`
    )
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  if (keep === undefined) rmSync(target, { recursive: true, force: true })
}
