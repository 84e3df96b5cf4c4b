// Which numbers of the HTML wing no golden page holds: npm run bench -- mutate [FILE.ts|NAME|room/...] [--by] [--pages=START]
// Each named number is moved by 20 % and by 100 %, both ways, and the golden pages are read again: their markdown and what
// became of each piece of text, the features that the trees were learned from, pages that are written whole with what is
// read beside their text, and whether a sentence that a page hides or shows is read. A number that can be doubled and set
// to nothing without a change is held by none. `--by` names for each number a page that holds it, and `--pages` reads those
// alone whose names begin so.
import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { hidden, later, sentence, shown } from "../../transformers/test/fixtures/concealedPages.ts"
import * as ByRules from "../../transformers/test/fixtures/concealedRules.ts"
import { goldenPages, readingOf } from "../../transformers/test/goldenPages.ts"
import { wholePages, wholeReadingOf } from "../../transformers/test/wholePages.ts"
import { constantsOf, mutations, open, type Reading } from "./numbers.ts"
import { optionOf } from "./options.ts"

const source = fileURLToPath(new URL("../../transformers/src", import.meta.url))
const wing = join(source, "internal/html")
const rooms = [join(source, "html"), ...readdirSync(wing).map((room) => join(wing, room))]

/** Its numbers are learned, and have no names. */
const isLearned = (url: string): boolean => url.endsWith("/weights.ts")

/** Pages of one sentence that are read as one: there are hundreds of them. */
const TOGETHER = 50

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  open(rooms)
  const words = args.filter((arg) => !arg.startsWith("--"))
  const constants = rooms.flatMap(constantsOf).filter(({ name, url }) =>
    !isLearned(url) &&
    (words.length === 0 ||
      words.some((word) => word === name || word === basename(url) || url.includes(`/html/${word}`)))
  )
  mutations({
    area: `numbers of the HTML wing that a golden page holds, of ${constants.length}`,
    constants,
    readings: (await readings()).filter(({ name }) => name.startsWith(optionOf(args, "pages") ?? "")),
    small: { by: "20 %", factors: [0.8, 1.2] },
    tellsBy: args.includes("--by"),
    forget: await forgetting()
  })
}

/** Names that fill the lexicon, which keeps what each of them means for the pages that follow. */
const MANY_NAMES = 5100
/** Names of one value that are read. */
const NAMES_OF_VALUE = 30

/** Reads a page of so many names that the next one begins with an empty lexicon. */
const forgetting = async (): Promise<() => void> => {
  const Html = await import("../../transformers/src/html/Html.ts")
  let page = ""
  for (let k = 0; k < MANY_NAMES; k += NAMES_OF_VALUE) {
    page += `<p class="${
      Array.from({ length: NAMES_OF_VALUE }, (_, at) => `n${k + at}`).join(" ")
    }">Low water is at noon.</p>`
  }
  return () => void Html.mainContent(Html.parse(page))
}

const readings = async (): Promise<ReadonlyArray<Reading>> => {
  const Html = await import("../../transformers/src/html/Html.ts")
  const Branding = await import("../../transformers/src/data/Branding.ts")
  const Menu = await import("../../transformers/src/data/Menu.ts")
  const Product = await import("../../transformers/src/data/Product.ts")
  const { featurePrints } = await import("../../transformers/test/featurePrints.ts")
  const { learned } = await import("../../transformers/src/internal/html/content/trees.ts")
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
