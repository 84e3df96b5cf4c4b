/**
 * Names the features of a text unit, and the index of each in a row.
 *
 * @since 0.1.0
 */
import { Above } from "../survey/surroundings.ts"

const above: ReadonlyArray<keyof typeof Above> = [
  "Strong",
  "Weak",
  "Comments",
  "Positive",
  "Chrome",
  "Lead",
  "Header",
  "Footer",
  "Main",
  "Article",
  "Form",
  "Table",
  "Quote",
  "Button",
  "Landmark",
  "Hidden"
]
export const aboveBits = above.map((name) => Above[name])
export const inParts = [
  "kept",
  "share",
  "names",
  "units",
  "prose",
  "linked",
  "headings",
  "images",
  "money",
  "links",
  "at"
]

const ofUnit = [
  "characters",
  "words",
  "linked",
  "digits",
  "capitals",
  "sentences",
  "marks",
  "bars",
  "last",
  "money",
  "said",
  "saidMean",
  "namesNear",
  "namesSum",
  "namesWorst",
  "namesBest",
  "element",
  "copies",
  "repeated",
  "depth",
  "kept",
  "reason",
  "inRoot",
  "side",
  "place",
  "unit",
  "toTitle"
] as const

/** Number of text units before and after a unit from which its features are computed. */
export const WINDOWS = [3, 10, 30] as const
const inWindows = ["prose", "linked", "money", "headings", "mean"] as const

const ofCourse = [
  "prose.before",
  "prose.after",
  "prose.last",
  "prose.next",
  "titled",
  "title.share",
  "title.prose",
  "title.up",
  "heart.share",
  "heart.prose",
  "heart.up",
  "list.share",
  "list.up",
  "list.in",
  "prev.characters",
  "prev.linked",
  "next.characters",
  "next.linked",
  "chapter.said",
  "chapter.away",
  "chapter.names",
  "root.share",
  "root.prose"
] as const

const ofNeighbours = [
  "keptAround",
  "next.near",
  "next.said",
  "heading.said",
  "heading.characters",
  "heading.away",
  "heading.level"
] as const

const ofPage = [
  "page.prose",
  "page.cards",
  "page.money",
  "page.linked",
  "page.kept",
  "page.remarks",
  "page.forum",
  "page.depth",
  "page.list",
  "page.listAddress",
  "page.product",
  "page.productAddress",
  "page.questions",
  "page.article",
  "page.graph"
] as const

export const featureNames: ReadonlyArray<string> = [
  ...ofUnit,
  ...above.map((name) => `above${name}`),
  ...["pair", "few", "part", "section"].flatMap((part) => inParts.map((name) => `${part}.${name}`)),
  ...["item", "series"].flatMap((part) => [...inParts, "siblings", "group"].map((name) => `${part}.${name}`)),
  ...ofNeighbours,
  ...ofPage,
  ...WINDOWS.flatMap((size) => inWindows.map((name) => `around${size}.${name}`)),
  ...ofCourse
]

export const At = Object.fromEntries(featureNames.map((name, at) => [name, at])) as Readonly<
  Record<typeof ofUnit[number] | typeof ofNeighbours[number] | typeof ofPage[number] | typeof ofCourse[number], number>
>

export const firstAbove = featureNames.indexOf("aboveStrong")
export const firstWindow = featureNames.indexOf(`around${WINDOWS[0]}.prose`)
export const partsAt = ["pair", "few", "part", "section", "item", "series"].map((part) =>
  featureNames.indexOf(`${part}.kept`)
)
