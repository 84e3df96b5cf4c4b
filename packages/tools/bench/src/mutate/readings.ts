/** Reads the golden pages while a number of the HTML engine is changed. */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { hidden, later, sentence, shown } from "../../../../engines/html/test/fixtures/concealedPages.ts"
import * as ByRules from "../../../../engines/html/test/fixtures/concealedRules.ts"
import { goldenPages, readingOf } from "../../../../engines/html/test/goldenPages.ts"
import { wholePages, wholeReadingOf } from "../../../../engines/html/test/wholePages.ts"
import type { Reading } from "../numbers.ts"

const engine = fileURLToPath(new URL("../../../../engines/html", import.meta.url))
const internals = join(engine, "src/internal")

export const rooms = [join(engine, "src"), ...readdirSync(internals).sort().map((room) => join(internals, room))]

export const stateOfWing = (): string => {
  const hash = createHash("sha256")
  for (const folder of ["src", "test"]) {
    for (const file of readdirSync(join(engine, folder), { recursive: true, encoding: "utf8" }).sort()) {
      if (/\.(?:ts|html)$/.test(file) && !/\.test\.ts$|numbersOfWork/i.test(file)) {
        hash.update(file).update(readFileSync(join(engine, folder, file)))
      }
    }
  }
  return hash.digest("hex")
}

/** Number of single-sentence pages that are read as one page, because there are hundreds. */
const TOGETHER = 50

/** Number of names that fill the lexicon, which caches their meaning for later pages. */
const MANY_NAMES = 5100
/** Names per value that are read. */
const NAMES_OF_VALUE = 30

/** Reads a page with so many names that the next page starts with an empty lexicon. */
export const forgetting = async (): Promise<() => void> => {
  const Html = await import("../../../../engines/html/src/Html.ts")
  let page = ""
  for (let k = 0; k < MANY_NAMES; k += NAMES_OF_VALUE) {
    page += `<p class="${
      Array.from({ length: NAMES_OF_VALUE }, (_, at) => `n${k + at}`).join(" ")
    }">Low water is at noon.</p>`
  }
  return () => void Html.mainContent(Html.parse(page))
}

export const readings = async (): Promise<ReadonlyArray<Reading>> => {
  const Html = await import("../../../../engines/html/src/Html.ts")
  const Branding = await import("../../../../engines/html/src/Branding.ts")
  const Menu = await import("../../../../engines/html/src/Menu.ts")
  const Product = await import("../../../../engines/html/src/Product.ts")
  const { featurePrints } = await import("../../../../engines/html/test/featurePrints.ts")
  const { learned } = await import("../../../../engines/html/src/internal/content/trees.ts")
  const trees = learned()
  const golden = goldenPages().map((page): Reading => ({
    name: page.name,
    read: () => {
      const { markdown, why } = readingOf(Html, page)
      return `${markdown}\f${why}`
    }
  }))
  const features = goldenPages().map((page): Reading => ({
    name: `features of ${page.name}`,
    read: () => JSON.stringify(featurePrints(trees, [page]))
  }))
  const whole = wholePages().map((page): Reading => ({
    name: `whole ${page.name}`,
    read: () => {
      const { data, markdown } = wholeReadingOf({ Branding, Html, Menu, Product }, page)
      return `${markdown}\f${data}`
    }
  }))
  const styled = [...ByRules.hidden, ...ByRules.seen].map(([name, sheet, body]) => ({
    name,
    html: ByRules.styledPage(sheet, body)
  }))
  const concealed = [...hidden, ...shown, ...later, ...styled]
  const sentences = Array.from({ length: Math.ceil(concealed.length / TOGETHER) }, (_, k): Reading => {
    const pages = concealed.slice(k * TOGETHER, (k + 1) * TOGETHER)
    return {
      name: `"${pages[0]!.name}" to "${pages.at(-1)!.name}"`,
      read: () =>
        pages.map(({ html }) => {
          const page = Html.parse(html, "https://harbour.example/")
          const { markdown } = Html.markdown(page, Html.everything(page))
          return markdown.includes(sentence) || markdown.includes(ByRules.sentence) ? 1 : 0
        }).join("")
    }
  })
  return [...golden, ...whole, ...sentences, ...features]
}
