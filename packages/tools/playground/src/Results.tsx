/** Hits and their pages, as they arrive. */
import type { Explanation } from "@dunlin/transformers/Html"
import { useEffect, useMemo, useState } from "preact/hooks"
import type { Hit, PageState, Run, Stage } from "./events.ts"
import { piecesOf, wordsOf } from "./marks.ts"
import { explain, render } from "./pages.ts"
import { documentOf, RENDERED_CHARACTERS } from "./render.ts"
import { rawPage } from "./server.ts"
import { Tabs } from "./Tabs.tsx"
import { trusted } from "./trusted.ts"

/** Maximum characters of a displayed text, because the browser lays out all of them. */
const SHOWN_CHARACTERS = 200_000

/** Maximum units in a displayed explanation. */
const SHOWN_UNITS = 400

const statusNames: { readonly [status in PageState["status"]]: string } = {
  waiting: "waits",
  reading: "is read",
  read: "read",
  failed: "failed"
}

const Box = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    <pre class="box" tabIndex={0} role="region" aria-label={label}>{text.slice(0, SHOWN_CHARACTERS)}</pre>
    {text.length > SHOWN_CHARACTERS
      ? <p class="help">The first {SHOWN_CHARACTERS} of {text.length} characters.</p>
      : null}
  </>
)

const Rendered = (props: {
  readonly markdown: string
  readonly words: ReadonlyArray<string>
  readonly theme: string
  readonly title: string
}) => {
  const [html, setHtml] = useState<string>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    const wanted = new AbortController()
    setError(undefined)
    render(props.markdown, props.words, wanted.signal).then(
      (html) => wanted.signal.aborted || setHtml(html),
      (error) => wanted.signal.aborted || setError(error.message)
    )
    return () => wanted.abort()
  }, [props.markdown, props.words])
  if (error !== undefined) return <p class="wrong">{error}</p>
  if (html === undefined) return <p class="help">The page is being laid out.</p>
  const style = new URL("playground/frame.css", document.baseURI).href
  const source = trusted.createHTML(documentOf(html, style, props.theme))
  return (
    <>
      <iframe
        class="page"
        sandbox=""
        referrerpolicy="no-referrer"
        title={`Content of ${props.title}`}
        srcdoc={source}
      />
      {props.markdown.length > RENDERED_CHARACTERS
        ? <p class="help">The first {RENDERED_CHARACTERS} of {props.markdown.length} characters.</p>
        : null}
    </>
  )
}

const deciders: { readonly [by in Explanation["units"][number]["by"]]: string | undefined } = {
  both: undefined,
  rules: "the rules decided",
  learned: "the model decided",
  surroundings: "the texts around it decided"
}

/** The rule that drops a text, the model's probability that it is content, and which of them decided if they differ. */
const reasonOf = ({ by, likely, rule }: Explanation["units"][number]): string =>
  [
    rule === undefined ? "no rule applies" : `${rule.why} (${rule.element})`,
    likely === undefined ? undefined : `${Math.round(likely * 100)} % likely content`,
    deciders[by]
  ].filter((part) => part !== undefined).join("; ")

const Explained = ({ explanation }: { readonly explanation: Explanation }) => (
  <>
    <p class="help">
      Main part: <code>{explanation.root === "" ? "the whole page" : explanation.root}</code>.{" "}
      {explanation.units.filter(({ kept }) => kept).length} of {explanation.units.length} pieces of text are kept.
    </p>
    <div class="scroll" tabIndex={0} role="region" aria-label="Texts of the page">
      <table>
        <thead>
          <tr>
            <th scope="col">kept</th>
            <th scope="col">element</th>
            <th scope="col">why</th>
            <th scope="col">text</th>
          </tr>
        </thead>
        <tbody>
          {explanation.units.slice(0, SHOWN_UNITS).map((unit, at) => (
            <tr key={at} class={unit.kept ? "kept" : "dropped"}>
              <td>{unit.kept ? "yes" : "no"}</td>
              <td>
                <code>{unit.element}</code>
              </td>
              <td>
                {reasonOf(unit)}
              </td>
              <td>{unit.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
)

/** Fetches the page again without changes, unless it is already loaded. */
const Explain = (props: { readonly url: string; readonly html: string | undefined; readonly apiKey: string }) => {
  const [explanation, setExplanation] = useState<Explanation>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    const wanted = new AbortController()
    const ask = async () => {
      const html = props.html ?? await rawPage(props.url, props.apiKey)
      const found = await explain(html, props.url, wanted.signal)
      if (!wanted.signal.aborted) setExplanation(found)
    }
    ask().catch((error) => {
      if (!wanted.signal.aborted) setError(error instanceof Error ? error.message : String(error))
    })
    return () => wanted.abort()
  }, [props.url])
  if (error !== undefined) return <p class="wrong">{error}</p>
  return explanation === undefined
    ? <p class="help">The page is read and explained.</p>
    : <Explained explanation={explanation} />
}

/** Durations as bars, of which the longest has the full width. */
export const Stages = ({ stages }: { readonly stages: ReadonlyArray<Stage> }) => {
  const longest = Math.max(1, ...stages.map(({ milliseconds }) => milliseconds))
  return (
    <table class="stages">
      <thead>
        <tr>
          <th scope="col">stage</th>
          <th scope="col">ms</th>
          <th scope="col" aria-hidden="true"></th>
        </tr>
      </thead>
      <tbody>
        {stages.map(({ milliseconds, name }, at) => (
          <tr key={at}>
            <td>{name}</td>
            <td class="number">{milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)}</td>
            <td aria-hidden="true">
              <progress value={milliseconds} max={longest} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A link to a file of the server, also under another name of the server. */
const ownFile = (url: string): string => {
  const parsed = URL.parse(url, location.href)
  return parsed === null ? url : `${parsed.pathname}${parsed.search}`
}

const Page = (props: {
  readonly hit: Hit
  readonly page: PageState | undefined
  readonly words: ReadonlyArray<string>
  readonly apiKey: string
  readonly theme: string
}) => {
  const { hit, page } = props
  const document = page?.document
  const markdown = typeof document?.markdown === "string" ? document.markdown : undefined
  return (
    <Tabs
      label={`Page ${hit.position ?? ""} ${hit.title}`}
      tabs={[
        ...(markdown === undefined ? [] : [
          {
            name: "Rendered",
            show: () => <Rendered markdown={markdown} words={props.words} theme={props.theme} title={hit.title} />
          },
          { name: "Markdown", show: () => <Box label="Markdown" text={markdown} /> }
        ]),
        ...(typeof document?.screenshot === "string"
          ? [{
            name: "Screenshot",
            show: () => (
              <img class="shot" src={ownFile(String(document.screenshot))} alt={`Screenshot of ${hit.title}`} />
            )
          }]
          : []),
        { name: "JSON", show: () => <Box label="JSON" text={JSON.stringify(document ?? hit, null, 2)} /> },
        ...(page === undefined || page.stages.length === 0
          ? []
          : [{ name: "Time", show: () => <Stages stages={page.stages} /> }]),
        ...(hit.source === "images" ? [] : [{
          name: "Explain",
          show: () => <Explain url={hit.url} html={document?.rawHtml ?? undefined} apiKey={props.apiKey} />
        }])
      ]}
    />
  )
}

/** The text of a hit with the words of the query in it. */
const Text = ({ hit }: { readonly hit: Hit }) => (
  <p class="text">
    {piecesOf(hit).map(({ isMarked, text }, at) => isMarked ? <mark key={at}>{text}</mark> : text)}
  </p>
)

const isWeb = (url: string): boolean => /^https?:\/\//.test(url)

const HitCard = (props: {
  readonly hit: Hit
  readonly page: PageState | undefined
  readonly words: ReadonlyArray<string>
  readonly apiKey: string
  readonly theme: string
  readonly isOpen: boolean
}) => {
  const [isOpen, setOpen] = useState(props.isOpen)
  const { hit, page } = props
  const title = hit.title === "" ? hit.url : hit.title
  return (
    <li class="hit">
      <h2>
        {isWeb(hit.url) ? <a href={hit.link ?? hit.url} rel="noreferrer noopener" target="_blank">{title}</a> : title}
      </h2>
      <p class="where">
        <span class="url">{hit.url}</span>
        {hit.source === "web" || hit.source === "page" ? null : <span class="badge">{hit.source}</span>}
        {typeof hit.category === "string" ? <span class="badge">{hit.category}</span> : null}
        {page === undefined ? null : <span class={`badge ${page.status}`}>{statusNames[page.status]}</span>}
      </p>
      {hit.text === "" ? null : <Text hit={hit} />}
      {page?.error === undefined ? null : <p class="wrong">{page.error}</p>}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          Page<span class="hidden">of {title}</span>
        </summary>
        {isOpen
          ? <Page hit={hit} page={page} words={props.words} apiKey={props.apiKey} theme={props.theme} />
          : null}
      </details>
    </li>
  )
}

/** The state of the search, in one sentence. */
const sentence = (run: Run): string => {
  const read = Object.values(run.pages).filter(({ status }) => status === "read" || status === "failed").length
  const hits = `${run.hits.length} ${run.hits.length === 1 ? "result" : "results"}`
  const pages = run.toScrape === 0 ? "" : `, ${read} of ${run.toScrape} pages`
  switch (run.status) {
    case "idle":
      return ""
    case "running":
      return run.hits.length === 0 ? "Searching" : `${hits}${pages} so far`
    case "failed":
      return "Failed"
    case "done":
      return `${hits}${pages}`
  }
}

/** Example queries; selecting one runs it. */
const examples = ["how does it work", "\"exact words\" -without", "site:example.com after:2026-01-01"]

/** The view before the first search. */
const Beginning = ({ onExample }: { readonly onExample: (query: string) => void }) => (
  <div class="beginning">
    <p>Results come here as they are found, each with its page as Markdown and what every stage took.</p>
    <ul aria-label="Examples">
      {examples.map((query) => (
        <li key={query}>
          <button type="button" onClick={() => onExample(query)}>{query}</button>
        </li>
      ))}
    </ul>
  </div>
)

/** The server's warning about an empty index. */
const isOfEmptyIndex = (warning: string): boolean => warning.startsWith("The local index is empty")

/** Advice for an empty result. */
const Nothing = () => (
  <div class="beginning">
    <p>Nothing fits. Ask with fewer words or filters.</p>
  </div>
)

/** Shown while the index is empty: what to do first, because no query can match. */
const Empty = ({ onRead }: { readonly onRead: () => void }) => (
  <div class="beginning">
    <p>
      <strong>There is nothing to search yet.</strong>{" "}
      A server without an engine searches its own index, and it is empty.
    </p>
    <p>
      Fill it from a terminal in the folder the server was started in, with a site or a folder of your own, and ask
      again:
    </p>
    <pre class="box" tabIndex={0} role="region" aria-label="How to fill the index">
      npx dunlin index https://your.site/docs/
    </pre>
    <p>
      In a clone of the repository it is{" "}
      <code>npm run dunlin -- index examples/demo/site/articles</code>. To search the web, start the server with an
      engine in <code>DUNLIN_PROVIDER</code>.
    </p>
    <button type="button" onClick={onRead}>Read a page instead</button>
  </div>
)

export const Results = (props: {
  readonly run: Run
  readonly apiKey: string
  readonly theme: string
  readonly onExample: (query: string) => void
  readonly onRead: () => void
}) => {
  const { run } = props
  const isNothing = run.status === "done" && run.hits.length === 0
  const isEmpty = isNothing && run.warnings.some(isOfEmptyIndex)
  // Not shown as a warning too, because the text in place of the results explains it.
  const warnings = run.warnings.filter((warning) => !(isEmpty && isOfEmptyIndex(warning)))
  const found = wordsOf(run.hits)
  // The same array for equal words. A new array would re-render every visible page.
  const words = useMemo(() => found, [JSON.stringify(found)])
  return (
    <section aria-label="Results" aria-busy={run.status === "running"}>
      <p class="status" role="status">{sentence(run)}</p>
      {run.status === "idle" ? <Beginning onExample={props.onExample} /> : null}
      {isNothing
        ? isEmpty ? <Empty onRead={props.onRead} /> : <Nothing />
        : null}
      {run.failure === undefined ? null : (
        <div class="failure" role="alert">
          <strong>{run.failure.code}</strong>
          <p>{run.failure.error}</p>
          {run.failure.details === undefined ?
            null :
            <Box label="Details" text={JSON.stringify(run.failure.details, null, 2)} />}
        </div>
      )}
      {warnings.length === 0 ? null : (
        <ul class="warnings" aria-label="Warnings">
          {warnings.map((warning) => <li key={warning}>{warning}</li>)}
        </ul>
      )}
      <ol class="hits">
        {run.hits.map((hit, at) => (
          <HitCard
            key={`${hit.source} ${hit.url}`}
            hit={hit}
            page={run.pages[hit.url]}
            words={words}
            apiKey={props.apiKey}
            theme={props.theme}
            isOpen={at === 0}
          />
        ))}
      </ol>
    </section>
  )
}
