/** The page at `GET /` of the server. */
import { render } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Asked, languages, write } from "./code.ts"
import { Controls } from "./Controls.tsx"
import { nothing, type Run } from "./events.ts"
import { compact, fieldsOf, type Json, type NamedField } from "./fields.ts"
import { Results, Stages } from "./Results.tsx"
import { readSchemas, scrape, search } from "./server.ts"
import { Tabs } from "./Tabs.tsx"

type Kind = Asked["kind"]

interface Values {
  readonly [name: string]: Json | undefined
}

type Schemas = { readonly [kind in Kind]: ReadonlyArray<NamedField> }

const subjects: { readonly [kind in Kind]: string } = { search: "query", scrape: "url" }

/** Default options: a search includes page content. */
const started: { readonly [kind in Kind]: Values } = {
  search: { limit: 5, scrapeOptions: { formats: ["markdown"] } },
  scrape: {}
}

const themes = ["light", "dark"] as const

type Theme = typeof themes[number]

const systemTheme = (): Theme => matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"

/** Whether options are visible next to the results. On narrow screens they are closed, so that results come first. */
const isWide = matchMedia("(min-width: 60.01rem)").matches

const Code = ({ asked }: { readonly asked: Asked }) => {
  const [copied, setCopied] = useState("")
  return (
    <Tabs
      label="Language"
      tabs={languages.map(({ id, name }) => ({
        name,
        show: () => {
          const code = write(id, asked)
          return (
            <>
              <pre class="box" tabIndex={0} role="region" aria-label={`Request as ${name}`}>{code}</pre>
              <button
                type="button"
                class="quiet"
                onClick={() => void navigator.clipboard.writeText(code).then(() => setCopied(code))}
              >
                {copied === code ? "Copied" : "Copy"}
              </button>
            </>
          )
        }
      }))}
    />
  )
}

const subjectOf = (kind: Kind, subject: string): string =>
  kind === "scrape" && subject !== "" && !/^[a-z]+:/i.test(subject) ? `https://${subject}` : subject

/** The request without its subject: key, options, code, and the server's report about the run. */
const Request = ({ run, ...props }: {
  readonly asked: Asked
  readonly run: Run
  readonly apiKey: string
  readonly onKey: (key: string) => void
  readonly problem: string | undefined
  readonly fields: ReadonlyArray<NamedField> | undefined
  readonly values: Values
  readonly onValues: (values: Values) => void
}) => (
  <aside aria-label="Request">
    <details>
      <summary>Key</summary>
      <div class="field">
        <label for="key">Key of the team</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          value={props.apiKey}
          aria-describedby="key-help"
          onInput={({ currentTarget }) => props.onKey(currentTarget.value)}
        />
        <p class="help" id="key-help">
          Not needed where the server has no teams. It stays in this page and is gone with it.
        </p>
      </div>
    </details>
    <details>
      <summary>Options</summary>
      {props.problem === undefined ? null : <p class="wrong">{props.problem}</p>}
      {props.fields === undefined ? null : (
        <div class="options">
          <Controls
            key={props.asked.kind}
            fields={props.fields}
            values={props.values}
            onChange={props.onValues}
          />
        </div>
      )}
    </details>
    <details open={isWide}>
      <summary>Request</summary>
      <Code asked={props.asked} />
    </details>
    {run.stages.length === 0 ? null : (
      <details open={isWide}>
        <summary>Time</summary>
        <Stages stages={run.stages} />
      </details>
    )}
    {run.answer === undefined ? null : (
      <details>
        <summary>Answer</summary>
        <pre class="box" tabIndex={0} role="region" aria-label="Answer">
          {JSON.stringify(run.answer, null, 2).slice(0, 200_000)}
        </pre>
        {run.credits === undefined ? null : (
          <p class="help">
            {run.credits}{" "}
            credits: what a team's account was charged. A server without teams counts them and asks for nothing.
          </p>
        )}
      </details>
    )}
  </aside>
)

/** The query, or the URL of a page. */
const Ask = (props: {
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
  readonly subject: string
  readonly onSubject: (subject: string) => void
  readonly isRunning: boolean
  readonly onSubmit: (event: Event) => void
  readonly onStop: () => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  // Set before the first paint; an effect would run one frame later and lose the first keys.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select") !== null
      if (event.key === "/" && !isTyping) {
        event.preventDefault()
        input.current?.focus()
      }
      if (event.key === "Escape") props.onStop()
    }
    addEventListener("keydown", pressed)
    return () => removeEventListener("keydown", pressed)
  }, [])
  return (
    <form role="search" onSubmit={props.onSubmit}>
      <div class="kinds" role="group" aria-label="What to do">
        {(["search", "scrape"] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={props.kind === each}
            onClick={() => props.onKind(each)}
          >
            {each === "search" ? "Search" : "Read a page"}
          </button>
        ))}
      </div>
      <div class="ask">
        <label for="subject" class="hidden">{props.kind === "search" ? "Query" : "Address of a page"}</label>
        <input
          id="subject"
          ref={input}
          type="search"
          inputMode={props.kind === "search" ? "search" : "url"}
          autocomplete="off"
          spellcheck={props.kind === "search"}
          placeholder={props.kind === "search" ? "typed errors -java site:example.com" : "https://example.com/"}
          value={props.subject}
          onInput={({ currentTarget }) => props.onSubject(currentTarget.value)}
        />
        {props.isRunning
          ? <button type="button" onClick={props.onStop}>Stop</button>
          : <button type="submit" class="main">{props.kind === "search" ? "Search" : "Read"}</button>}
      </div>
      <p class="keys">
        <kbd>/</kbd> to the query, <kbd>Enter</kbd> asks, <kbd>Esc</kbd> stops
      </p>
    </form>
  )
}

const Header = ({ onTheme, theme }: { readonly theme: Theme; readonly onTheme: (theme: Theme) => void }) => (
  <header>
    <h1>Dunlin</h1>
    <nav aria-label="Server">
      <a href="/docs">API</a>
      <a href="/openapi.json">OpenAPI</a>
      <button type="button" class="quiet" onClick={() => onTheme(theme === "dark" ? "light" : "dark")}>
        {theme === "dark" ? "Light" : "Dark"}
      </button>
    </nav>
  </header>
)

/** The theme of the page: the system's, until the reader or the system changes it. */
const useTheme = (): readonly [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useState<Theme>(systemTheme)
  useEffect(() => {
    const changed = () => setTheme(systemTheme())
    const media = matchMedia("(prefers-color-scheme: dark)")
    media.addEventListener("change", changed)
    return () => media.removeEventListener("change", changed)
  }, [])
  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  return [theme, setTheme]
}

const App = () => {
  const [kind, setKind] = useState<Kind>("search")
  const [subject, setSubject] = useState("")
  const [values, setValues] = useState(started)
  const [key, setKey] = useState("")
  const [schemas, setSchemas] = useState<Schemas>()
  const [problem, setProblem] = useState<string>()
  const [run, setRun] = useState<Run>(nothing)
  const [theme, setTheme] = useTheme()
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    readSchemas().then(
      (read) => setSchemas({ search: fieldsOf(read.search), scrape: fieldsOf(read.scrape) }),
      (error) => setProblem(`The options cannot be shown: ${error.message}`)
    )
  }, [])

  const stop = () => {
    running.current?.abort()
    setRun((run) => run.status === "running" ? { ...run, status: "done" } : run)
  }

  const options = compact(values[kind] as Json) as { readonly [name: string]: Json } | undefined
  const body = { [subjects[kind]]: subjectOf(kind, subject), ...options }
  const asked: Asked = { kind, body, server: location.origin, withKey: key !== "" }

  const start = (body: { readonly [name: string]: Json }, kind: Kind) => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const tell = (run: Run) => {
      if (running.current === control) setRun(run)
    }
    const ask = kind === "search" ? search : scrape
    ask(body, key, control.signal, tell).catch((error) => {
      if (control.signal.aborted) return
      tell({
        ...nothing,
        status: "failed",
        failure: { code: "NO_ANSWER", error: `The server did not respond: ${error.message}`, details: undefined }
      })
    })
  }

  const submit = (event: Event) => {
    event.preventDefault()
    if (subject !== "") start(body, kind)
  }

  const askExample = (query: string) => {
    setKind("search")
    setSubject(query)
    start({ query, ...compact(values.search as Json) as { readonly [name: string]: Json } | undefined }, "search")
  }

  const readInstead = () => {
    setKind("scrape")
    setSubject("")
    setRun(nothing)
    document.getElementById("subject")?.focus()
  }

  return (
    <>
      <Header theme={theme} onTheme={setTheme} />
      <main>
        <Ask
          kind={kind}
          onKind={setKind}
          subject={subject}
          onSubject={setSubject}
          isRunning={run.status === "running"}
          onSubmit={submit}
          onStop={stop}
        />
        <div class="columns">
          <Results run={run} apiKey={key} theme={theme} onExample={askExample} onRead={readInstead} />
          <Request
            asked={asked}
            run={run}
            apiKey={key}
            onKey={setKey}
            problem={problem}
            fields={schemas?.[kind].filter(({ name }) => name !== subjects[kind])}
            values={values[kind]}
            onValues={(next) => setValues({ ...values, [kind]: next })}
          />
        </div>
      </main>
    </>
  )
}

const root = document.getElementById("app")
if (root !== null) render(<App />, root)
