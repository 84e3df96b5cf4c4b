// Writes docs/reference/errors.md from the error classes of the packages and the statuses of the HTTP API. With --check
// it only compares.
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { ApiError } from "../packages/http-api/src/index.ts"
import { ErrorBody } from "../packages/schema/src/index.ts"
import { filesOfPackages, packageOf } from "./packages.mjs"
import { cell, finish, root, write } from "./reference.mjs"

const declaration = /\/\*\*\n((?: \*.*\n)*?) \*\/\nexport class (\w+) extends Schema\.TaggedError<\w+>\(\)\("(\w+)"/g

/** The first paragraph of a doc comment as one line. */
const firstParagraph = (comment) =>
  comment.split("\n").map((line) => line.replace(/^ \* ?/, "")).join("\n").split("\n\n")[0].replaceAll("\n", " ").trim()

/** What `isRetryable` answers, where one look at the source tells; otherwise that it depends. */
const retryable = (body) => {
  const [, answer] = /get isRetryable\(\): boolean \{\s*(?:return )?(.+)\n/.exec(body) ?? []
  return answer === "true" ? "yes" : answer === "false" ? "no" : answer === undefined ? "no" : "it depends"
}

/** The classes of other modules that the schema `Reason` of a module has: their names, and the names of their modules. */
const foreignOf = (text) =>
  (/const Reason = Schema\.Union\(\[([^\]]*)\]/.exec(text)?.[1].match(/\w+/g) ?? []).flatMap((name) => {
    const [, module] =
      new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "(?:[^"]*/)?(\\w+)(?:\\.ts)?"`).exec(text) ?? []
    return module === undefined ? [] : [{ name, module }]
  })

const errorsOf = (file) => {
  const text = readFileSync(join(root, file), "utf8")
  const found = [...text.matchAll(declaration)]
  const foreign = foreignOf(text)
  return found.map((match, index) => {
    const body = text.slice(match.index, found[index + 1]?.index)
    return {
      name: match[3],
      about: firstParagraph(match[1]),
      retryable: retryable(body),
      wraps: match[3].endsWith("Error") && /\breason: /.test(body),
      foreign
    }
  })
}

const lines = [
  "# Errors",
  "",
  "<!-- Made by `node .config/errors.mjs` from the source. -->",
  "",
  "Every failure is a value with `_tag`. A package's error has its cause in `reason`; this page lists the `_tag` of each reason. `isRetryable` says whether the same request may succeed on retry; if it depends on the case, read it from the error. Messages contain no query, key or page text.",
  "",
  "```ts",
  "program.pipe(Effect.catchReason(\"SearchError\", \"RateLimited\", (reason) => later(reason.retryAfter)))",
  "```"
]
const alone = []
const files = filesOfPackages("src/{,*/}[A-Z]*.ts").map((file) => [file, errorsOf(file)])
for (const [file, errors] of files) {
  const origin = `[${packageOf(join(root, file)).manifest.name}](../../${file})`
  const outer = errors.find((error) => error.wraps)
  if (outer === undefined) {
    alone.push(...errors.map((error) => ({ ...error, origin })))
    continue
  }
  lines.push("", `## ${outer.name}`, "", `${outer.about} Source: ${origin}.`, "")
  lines.push("| `reason._tag` | what happened | retryable |", "| --- | --- | --- |")
  const others = outer.foreign.flatMap(({ module, name }) =>
    files.find(([file]) => basename(file) === `${module}.ts`)?.[1].filter((error) => error.name === name) ?? []
  )
  for (const error of [...errors, ...others]) {
    if (error !== outer) lines.push(`| \`${error.name}\` | ${cell(error.about)} | ${error.retryable} |`)
  }
}
lines.push(
  "",
  "## Errors without a reason",
  "",
  "| `_tag` | package | what happened | retryable |",
  "| --- | --- | --- | --- |",
  ...alone.map((error) => `| \`${error.name}\` | ${error.origin} | ${cell(error.about)} | ${error.retryable} |`)
)
lines.push(
  "",
  "## Codes of the HTTP API",
  "",
  "The server responds to a failed request with this status and `{ success: false, code, error, details }`.",
  "",
  "| `code` | status |",
  "| --- | --- |",
  ...ErrorBody.ErrorCode.literals.map((code) => `| \`${code}\` | ${ApiError.statusOf(code)} |`)
)

finish(write("errors", lines), `errors: ${lines.filter((line) => line.startsWith("| `")).length} rows`)
