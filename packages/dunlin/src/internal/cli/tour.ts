/**
 * Implements `dunlin tour`: runs the commands of a first session on three bundled pages, and shows the output of
 * each.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as ChildProcess from "effect/process/ChildProcess"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"
import { clean } from "./output.ts"
import { DEFAULT_COLUMNS, wrap } from "./wrap.ts"

const INDENT = "  "
const COLUMNS = Math.min(process.stdout.columns ?? DEFAULT_COLUMNS, DEFAULT_COLUMNS)

/** With heading and command, a step fits into a terminal of 24 lines. */
const MAX_SHOWN_LINES = 16

/** A step usually takes a second. */
const STEP_TIMEOUT = "60 seconds"

class TourFailed extends Data.TaggedError("TourFailed")<{ readonly command: string; readonly output: string }> {
  override get message(): string {
    return `tour: "${this.command}" failed. Run "dunlin doctor" to see what is missing.\n${clean(this.output)}`
  }
}

interface Step {
  readonly title: string
  readonly explains: string
  readonly args: (example: string) => ReadonlyArray<string>
  readonly stdin?: ReadonlyArray<object>
  readonly shown?: (stdout: string) => string
}

const QUESTION = "why do knots fly in spirals"

const agentMessages: ReadonlyArray<object> = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tour", version: "1" } }
  },
  {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "search", arguments: { query: QUESTION, maxTokens: 300 } }
  }
]

interface Answer {
  readonly id: number
  readonly result: { readonly content: ReadonlyArray<{ readonly text: string }> }
}

const textForAgent = (stdout: string): string =>
  (JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Answer).result.content.map(({ text }) => text).join("\n")

const steps: ReadonlyArray<Step> = [
  {
    title: "Fill an index",
    explains:
      "This tour indexes a folder; sites, sitemaps and feeds work the same way. The index is one file and needs no server or key.",
    args: (example) => ["index", example, "--base-url", "https://tidewatch.example/"]
  },
  {
    title: "Ask in your own words",
    explains: "Each result shows the sentences that match the query, with their heading.",
    args: () => ["search", "how does it find food at night", "--limit", "2"]
  },
  {
    title: "Filter",
    explains:
      "All three pages mention mud. The filter removes pages that contain \"clams\", with every search engine " +
      "answers.",
    args: () => ["search", "mud -clams"]
  },
  {
    title: "Read a page",
    explains: "The page becomes Markdown without its menu, newsletter form and footer.",
    args: (example) => ["scrape", `${example}/probing.html`]
  },
  {
    title: "See what was omitted, and why",
    explains: "Every word of the page is listed as kept or omitted.",
    args: (example) => ["scrape", `${example}/probing.html`, "--explain"],
    shown: (stdout) => stdout.split("\n").filter((line) => !/^ {4}/.test(line) && !line.startsWith("+ ")).join("\n")
  },
  {
    title: "Give it to an agent",
    explains:
      `The agent calls the MCP tool "search". The response contains passages with sources, within a token limit.`,
    args: () => ["mcp"],
    stdin: agentMessages,
    shown: textForAgent
  }
]

const NEXT = `Next
  npx dunlin index https://your.site/docs/        your own pages
  npx dunlin serve                                the /v2 API, with a page to try it
  claude mcp add dunlin -- npx -y dunlin mcp      an agent
  npm install dunlin effect                       the library: createClient()`

const shorten = (text: string): string => {
  const lines = wrap(text.trimEnd(), COLUMNS - INDENT.length)
  const more = lines.length - MAX_SHOWN_LINES
  const shown = more > 0 ? [...lines.slice(0, MAX_SHOWN_LINES), `… ${more} more lines`] : lines
  return shown.map((line) => `${INDENT}${line}`.trimEnd()).join("\n")
}

/** Folders in the package, and in a checkout that is not built. */
const PLACES = ["example", "examples/demo/site/articles"]

const exampleFolder = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (let folder = import.meta.dirname;;) {
    for (const place of PLACES) {
      const example = path.join(folder, place)
      if (!(yield* fs.exists(path.join(example, "probing.html")))) continue
      const relative = path.relative(process.cwd(), example)
      return relative.startsWith("..") ? example : relative
    }
    const parent = path.dirname(folder)
    if (parent === folder) {
      return yield* new TourFailed({ command: "dunlin tour", output: "The bundled pages are missing." })
    }
    folder = parent
  }
})

/** Without the user's settings, so that the tour does not touch the user's data. */
const runStep = Effect.fnUntraced(function*(step: Step, example: string, data: string) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const { NODE_COMPILE_CACHE, HOME = "", PATH = "" } = process.env
  const args = step.args(example)
  const command = ["dunlin", ...args].join(" ")
  const child = yield* spawner.spawn(
    ChildProcess.make(process.execPath, [...process.execArgv, process.argv[1] ?? "", "--data", data, ...args], {
      env: { HOME, PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) },
      extendEnv: false,
      stdin: step.stdin === undefined
        ? "ignore"
        : Stream.fromIterable(step.stdin.map((message) => new TextEncoder().encode(`${JSON.stringify(message)}\n`))),
      forceKillAfter: "2 seconds"
    })
  )
  const [stdout, stderr] = yield* Effect.all(
    [Stream.mkString(Stream.decodeText(child.stdout)), Stream.mkString(Stream.decodeText(child.stderr))],
    { concurrency: 2 }
  )
  if ((yield* child.exitCode) !== 0) return yield* new TourFailed({ command, output: stderr })
  return stdout
}, (effect, step) =>
  effect.pipe(
    Effect.scoped,
    Effect.timeoutOrElse({
      duration: STEP_TIMEOUT,
      orElse: () =>
        Effect.fail(
          new TourFailed({ command: step.title, output: `The command did not finish within ${STEP_TIMEOUT}.` })
        )
    })
  ))

const quoted = (argument: string): string => /\s/.test(argument) ? `"${argument}"` : argument

export const tour = Command.make(
  "tour",
  {
    pause: Flag.Boolean("pause").pipe(
      Flag.withDescription("Wait for Enter after each step (default when stdin and stdout are terminals)"),
      Flag.withDefault(process.stdin.isTTY === true && process.stdout.isTTY === true)
    )
  },
  Effect.fn("dunlin.tour")(function*({ pause }) {
    const fs = yield* FileSystem.FileSystem
    const terminal = yield* Terminal.Terminal
    const example = yield* exampleFolder
    const data = yield* fs.makeTempDirectoryScoped({ prefix: "dunlin-tour-" })
    yield* Console.log(
      `A tour of ${steps.length} steps. Each step runs the command it shows on three bundled pages, in a temporary folder.\n`
    )
    for (const [at, step] of steps.entries()) {
      const command = ["dunlin", ...step.args(example).map(quoted)].join(" ")
      yield* Console.log(
        `── ${at + 1} of ${steps.length}: ${step.title}\n${wrap(step.explains, COLUMNS).join("\n")}\n\n$ ${command}`
      )
      const stdout = yield* runStep(step, example, data)
      yield* Console.log(`${shorten(clean((step.shown ?? ((all) => all))(stdout)))}\n`)
      if (!pause) continue
      yield* terminal.display("Press Enter to continue ")
      yield* terminal.readLine
    }
    yield* Console.log(NEXT)
  }, Effect.scoped)
).pipe(
  Command.withDescription("Try search, filters, reading and agents on bundled pages (two minutes)"),
  Command.withExamples([{ command: "npx dunlin tour", description: "Requires no key, network or settings" }])
)
