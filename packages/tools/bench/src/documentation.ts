// Pages of documentation generators, whose content element is the ground truth: npm run bench -- documentation
// [--use=learn|choose] [--only=NAME] [--pages=25] [--peers] [--lost] [--folder=FOLDER]
// `--lost` lists lost blocks, only for generators in the learning half. Packages are loaded from Debian by `apt-get
// download`; nothing is installed or stored.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import * as Html from "../../../engines/html/src/Html.ts"
import { type Block, blocksOf, type DomNode, lostBlocks, wordsOf, wordsOfMarkdown } from "./documentation/blocks.ts"
import { type Generator, generators } from "./documentation/generators.ts"
import { figure } from "./report.ts"

/**
 * Minimum number of words of a block whose loss counts. Labels of one or two words are boilerplate as often as
 * content.
 */
const LEAST_LOST_WORDS = 3

/** Minimum number of words of judged content. Shorter pages are indexes and redirects. */
const LEAST_PAGE_WORDS = 60

/** Maximum size of a page in bytes. A larger page is a whole manual that repeats the other pages. */
const LARGEST_PAGE_BYTES = 400_000

const options = {
  use: { type: "string" },
  only: { type: "string" },
  pages: { type: "string", default: "25" },
  folder: { type: "string", default: join(tmpdir(), "dunlin-documentation") },
  peers: { type: "boolean", default: false },
  lost: { type: "boolean", default: false }
} as const

const install = (folder: string, peers: boolean) => {
  const packages = ["parse5@8", "parse5-htmlparser2-tree-adapter@8", "css-select@6"]
  if (peers) packages.push("linkedom@0.18", "@mozilla/readability@0.6", "turndown@7", "defuddle@0.19")
  const has = (name: string) => existsSync(join(folder, "node_modules", name.slice(0, name.lastIndexOf("@"))))
  if (packages.every(has)) return
  writeFileSync(join(folder, "package.json"), "{}")
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages], { cwd: folder })
}

const unpack = (folder: string, name: string): string => {
  const root = join(folder, name)
  if (existsSync(root)) return root
  const archives = join(folder, "archives")
  mkdirSync(archives, { recursive: true })
  execFileSync("apt-get", ["download", "-qq", name], { cwd: archives, stdio: ["ignore", "ignore", "ignore"] })
  const archive = readdirSync(archives).find((file) => file.startsWith(`${name}_`))
  if (archive === undefined) throw new Error(`apt-get has no package ${name}`)
  execFileSync("dpkg-deb", ["-x", join(archives, archive), root])
  return root
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex")

const pagesOf = (folder: string, { packages }: Generator): ReadonlyArray<string> =>
  packages.flatMap((name) =>
    readdirSync(unpack(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.html?(?:\.en)?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
  ).sort((one, other) => digest(one.slice(folder.length)) < digest(other.slice(folder.length)) ? -1 : 1)

interface Dom {
  readonly select: (
    selector: string,
    html: string
  ) => { readonly root: DomNode; readonly all: (selector: string) => ReadonlyArray<DomNode> } | undefined
}

const domIn = (folder: string): Dom => {
  const load = createRequire(join(folder, "package.json"))
  const { parse } = load("parse5")
  const { adapter } = load("parse5-htmlparser2-tree-adapter")
  const { selectAll, selectOne } = load("css-select")
  return {
    select: (selector, html) => {
      const document = parse(html, { treeAdapter: adapter })
      const root = selectOne(selector, document)
      return root === null ? undefined : { root, all: (inner) => selectAll(inner, root) }
    }
  }
}

type Reader = (html: string, url: string) => Promise<string>

const ours: Reader = async (html, url) => {
  const page = Html.parse(html, url)
  return Html.markdown(page, Html.mainContent(page)).markdown
}

const peersIn = (folder: string): ReadonlyArray<readonly [name: string, read: Reader]> => {
  const load = createRequire(join(folder, "package.json"))
  const { parseHTML } = load("linkedom")
  const { Readability } = load("@mozilla/readability")
  const Turndown = load("turndown")
  const turndown = new Turndown({ codeBlockStyle: "fenced" })
  return [
    ["Readability + turndown", async (html) => {
      const article = new Readability(parseHTML(html).document, { charThreshold: 0 }).parse()
      return article === null
        ? ""
        : turndown.turndown(parseHTML(`<html><body>${article.content}</body></html>`).document.body)
    }],
    ["defuddle", async (html, url) => {
      const { Defuddle } = await import(pathToFileURL(join(folder, "node_modules/defuddle/dist/node.js")).href)
      return (await Defuddle(parseHTML(html).document, url, { markdown: true })).content as string
    }]
  ]
}

const reasonsOf = (html: string, url: string) => {
  const dropped = Html.explain(Html.parse(html, url)).units.filter(({ kept }) => !kept)
    .map((unit) => ({ ...unit, words: ` ${wordsOf(unit.text).join(" ")} ` }))
  return (words: ReadonlyArray<string>): string => {
    const unit = dropped.find((one) => one.words.includes(` ${words.slice(0, 4).join(" ")} `))
    if (unit === undefined) return "kept, and not written"
    return `${unit.by}, ${unit.rule === undefined ? unit.element : `${unit.rule.why} at ${unit.rule.element}`}`
  }
}

interface Sum {
  pages: number
  pagesWithLoss: number
  contentWords: number
  lostWords: number
  otherWords: number
  textWords: number
  failed: number
}

const emptySum = (): Sum => ({
  pages: 0,
  pagesWithLoss: 0,
  contentWords: 0,
  lostWords: 0,
  otherWords: 0,
  textWords: 0,
  failed: 0
})

const sizeOf = (blocks: ReadonlyArray<Block>): number => blocks.reduce((total, { words }) => total + words.length, 0)

const percent = (part: number, whole: number): string => whole === 0 ? "-" : (part / whole * 100).toFixed(1)

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options })
  mkdirSync(values.folder, { recursive: true })
  install(values.folder, values.peers)
  const dom = domIn(values.folder)
  const readers: ReadonlyArray<readonly [string, Reader]> = [
    ["Dunlin", ours],
    ...(values.peers ? peersIn(values.folder) : [])
  ]
  const totals = readers.map(emptySum)
  const worst = readers.map(() => 1)
  const means = readers.map(() => 0)
  const reasons = new Map<string, number>()
  let counted = 0
  for (const generator of generators) {
    if (values.use !== undefined && generator.use !== values.use) continue
    if (values.only !== undefined && generator.name !== values.only) continue
    const sums = readers.map(emptySum)
    for (const file of pagesOf(values.folder, generator)) {
      if (sums[0]!.pages >= Number(values.pages)) break
      const html = readFileSync(file, "utf8")
      if (html.length > LARGEST_PAGE_BYTES || !generator.packages.some((name) => file.includes(name))) continue
      const content = generator.content.map((selector) => dom.select(selector, html)).find((one) => one !== undefined)
      if (content === undefined) continue
      const furniture = new Set(content.all(generator.furniture))
      const blocks = blocksOf(content.root, (node) => furniture.has(node))
      const contentWords = sizeOf(blocks)
      if (contentWords < LEAST_PAGE_WORDS) continue
      const url = `https://docs.example/${file.slice(values.folder.length + 1)}`
      for (const [at, [, read]] of readers.entries()) {
        const sum = sums[at]!
        const markdown = await read(html, url).catch(() => (sum.failed++, ""))
        const words = wordsOfMarkdown(markdown)
        const lost = lostBlocks(blocks, words)
        sum.pages++
        sum.contentWords += contentWords
        sum.lostWords += sizeOf(lost)
        sum.textWords += words.length
        sum.otherWords += Math.max(0, words.length - (contentWords - sizeOf(lost)))
        const wrong = lost.filter((block) => block.words.length >= LEAST_LOST_WORDS)
        if (wrong.length > 0) sum.pagesWithLoss++
        if (values.lost && generator.use === "learn" && at === 0 && wrong.length > 0) {
          console.log(`${url}: ${wrong.length} of ${blocks.length} blocks`)
          const why = reasonsOf(html, url)
          for (const { kind, words } of wrong) {
            const reason = why(words)
            reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
            console.log(`    ${kind}: ${words.slice(0, 12).join(" ")} (${reason})`)
          }
        }
      }
    }
    counted++
    for (const [at, [name]] of readers.entries()) {
      const sum = sums[at]!
      const recall = 1 - sum.lostWords / Math.max(1, sum.contentWords)
      worst[at] = Math.min(worst[at]!, recall)
      means[at]! += recall
      for (const key of Object.keys(sum) as Array<keyof Sum>) totals[at]![key] += sum[key]
      console.log(
        `${generator.use.padEnd(6)} ${generator.name.padEnd(24)} ${name.padEnd(24)} pages ${
          String(sum.pages).padStart(3)
        }, with a loss ` +
          `${percent(sum.pagesWithLoss, sum.pages).padStart(5)} %, recall ${recall.toFixed(4)}, other words ${
            percent(sum.otherWords, sum.textWords)
          } %` +
          (sum.failed > 0 ? `, failed ${sum.failed}` : "")
      )
    }
  }
  for (const [reason, count] of [...reasons].sort(([, one], [, other]) => other - one).slice(0, 60)) {
    console.log(`${String(count).padStart(6)} ${reason}`)
  }
  for (const [at, [name]] of readers.entries()) {
    const total = totals[at]!
    console.log(
      `${name}: ${counted} generators, ${total.pages} pages, with a loss ${
        percent(total.pagesWithLoss, total.pages)
      } %, recall worst ` +
        `${worst[at]!.toFixed(4)}, mean ${(means[at]! / counted).toFixed(4)}, other words ${
          percent(total.otherWords, total.textWords)
        } %`
    )
  }
  if (values.use === "choose" && values.only === undefined) {
    figure({
      area: "main content",
      data: "fresh",
      metric: `mean share of the content element's words that were kept, in % (${
        totals[0]!.pages
      } pages of ${counted} documentation generators)`,
      ours: Math.round(means[0]! / counted * 10_000) / 100,
      ...(values.peers
        ? { peer: { name: readers[1]![0], value: Math.round(means[1]! / counted * 10_000) / 100 } }
        : {})
    })
  }
}
