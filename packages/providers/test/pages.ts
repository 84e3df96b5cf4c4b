const length = 86_400_000

/** Noon of the day the tests run: pages and queries are dated from it. */
export const now = Math.floor(Date.now() / length) * length + length / 2

/** The day so many days before. */
export const dayBefore = (days: number): string => new Date(now - days * length).toISOString().slice(0, 10)

const hosts = ["docs.example.com", "blog.example.com", "example.org", "shop.example.net", "intranet.local"]
const topics = ["streams", "fibers", "lazy evaluation", "search engines", "C++ templates", "naïve Bayes"]
const extensions = ["html", "pdf", "", "md"]

/** 120 pages that differ in host, path, extension, title and date: one for every fifth day back from now. */
export const pages = Array.from({ length: 120 }, (_, at) => {
  const topic = topics[at % topics.length]!
  const extension = extensions[at % extensions.length]!
  const folder = at % 7 === 0 ? "archive" : "guide"
  return {
    url: `https://${hosts[at % hosts.length]}/${folder}/${topic.replaceAll(/[^a-z]+/gi, "-")}-${at}${
      extension === "" ? "" : `.${extension}`
    }`,
    title: at % 3 === 0 ? `All about ${topic}` : `Notes, part ${at}`,
    text: `This page explains ${topic} in detail. ${at % 2 === 0 ? "It has running examples." : "It is a draft."}`,
    publishedAt: new Date(now - at * 5 * length).toISOString()
  }
})

/** The same in an order that has nothing to do with dates or hosts. */
export const shuffled = pages.map((_, at) => pages[(at * 37) % pages.length]!)

interface Page {
  readonly host: string
  readonly path: string
  readonly title: string
  readonly text: string
  readonly day: string
}

/**
 * Queries, and what every hit must be like: written by hand, so that no mistake of the filters is repeated here. What
 * only somebody who has the whole text can tell is under `inText`.
 */
export interface Row {
  readonly query: string
  readonly holds: (page: Page) => boolean
  readonly inText?: (page: Page) => boolean
}

const below = (host: string, name: string) => host === name || host.endsWith(`.${name}`)
const draft = ({ text }: Page) => / draft\./.test(text)
const isPdf = ({ path }: Page) => path.endsWith(".pdf")
const isMarkdown = ({ path }: Page) => path.endsWith(".md")
const always = () => true

export const rows: ReadonlyArray<Row> = [
  { query: "page", holds: always },
  { query: "page \"lazy evaluation\"", holds: always, inText: ({ text }) => text.includes("lazy evaluation") },
  { query: "\"running examples\"", holds: always, inText: ({ text }) => text.includes("running examples") },
  { query: "“naïve bayes” page", holds: always, inText: ({ text }) => text.includes("naïve Bayes") },
  { query: "page -draft", holds: (page) => !draft(page) },
  { query: "page -\"running examples\"", holds: draft },
  { query: "page -fibers -streams", holds: ({ text }) => !/fibers|streams/.test(text) },
  { query: "page -(fibers OR streams)", holds: ({ text }) => !/fibers|streams/.test(text) },
  { query: "page -(fibers draft)", holds: (page) => !(page.text.includes("fibers") && draft(page)) },
  { query: "page site:example.com", holds: ({ host }) => below(host, "example.com") },
  { query: "page site:docs.example.com", holds: ({ host }) => host === "docs.example.com" },
  { query: "page site:https://www.EXAMPLE.com/", holds: ({ host }) => below(host, "www.example.com") },
  { query: "page site:*.example.com", holds: ({ host }) => below(host, "example.com") },
  { query: "page site:.org", holds: ({ host }) => below(host, "org") },
  {
    query: "page site:docs.example.com/guide",
    holds: ({ host, path }) => host === "docs.example.com" && path.startsWith("/guide/")
  },
  { query: "page -site:example.com", holds: ({ host }) => !below(host, "example.com") },
  {
    query: "page site:example.com -site:blog.example.com",
    holds: ({ host }) => below(host, "example.com") && host !== "blog.example.com"
  },
  {
    query: "page -site:example.com/archive",
    holds: ({ host, path }) => !(below(host, "example.com") && path.startsWith("/archive/"))
  },
  {
    query: "page (site:example.org OR site:shop.example.net)",
    holds: ({ host }) => host === "example.org" || host === "shop.example.net"
  },
  {
    query: "page site:example.org | site:intranet.local",
    holds: ({ host }) => /^(example\.org|intranet\.local)$/.test(host)
  },
  { query: "page filetype:pdf", holds: isPdf },
  { query: "page ext:.PDF", holds: isPdf },
  { query: "page -filetype:pdf", holds: (page) => !isPdf(page) },
  { query: "page (filetype:pdf OR filetype:md)", holds: (page) => isPdf(page) || isMarkdown(page) },
  { query: "page -(filetype:pdf OR filetype:md)", holds: (page) => !isPdf(page) && !isMarkdown(page) },
  { query: "page inurl:archive", holds: ({ path }) => path.includes("archive") },
  { query: "page -inurl:archive", holds: ({ path }) => !path.includes("archive") },
  { query: "page inurl:\"lazy evaluation\"", holds: ({ path }) => path.includes("lazy-evaluation") },
  { query: "page allinurl:guide streams", holds: ({ path }) => path.includes("guide") && path.includes("streams") },
  { query: "page intitle:about", holds: ({ title }) => title.includes("about") },
  { query: "page -intitle:notes", holds: ({ title }) => !title.startsWith("Notes") },
  { query: "page intitle:\"about lazy\"", holds: ({ title }) => title.includes("about lazy") },
  { query: "allintitle:all about streams", holds: ({ title }) => title === "All about streams" },
  {
    query: "-intitle:about page -site:example.com",
    holds: ({ host, title }) => !title.includes("about") && !below(host, "example.com")
  },
  { query: "page intext:draft", holds: always, inText: draft },
  { query: `page after:${dayBefore(170)}`, holds: ({ day }) => day >= dayBefore(170) },
  { query: `page before:${dayBefore(320)}`, holds: ({ day }) => day < dayBefore(320) },
  {
    query: `page after:${dayBefore(400)} before:${dayBefore(280).replaceAll("-", "/")}`,
    holds: ({ day }) => day >= dayBefore(400) && day < dayBefore(280)
  },
  {
    query: `page (site:example.org OR filetype:pdf) -inurl:archive after:${dayBefore(300)}`,
    holds: (page) =>
      (page.host === "example.org" || isPdf(page)) && !page.path.includes("archive") && page.day >= dayBefore(300)
  },
  {
    query: "page ((site:docs.example.com -filetype:html) OR intitle:notes) -draft",
    holds: (page) =>
      ((page.host === "docs.example.com" && !page.path.endsWith(".html")) || page.title.startsWith("Notes")) &&
      !draft(page)
  }
]

/** A document as the rows see it. */
export const seen = ({ publishedAt, text, title, url }: typeof pages[number]): Page => {
  const { hostname, pathname } = new URL(url)
  return { host: hostname, path: pathname, title, text, day: publishedAt.slice(0, 10) }
}
