import * as Query from "@dunlin/text/Query"
import { assert, describe, it } from "@effect/vitest"

const pasted = [
  "psql: error: connection to server at \"db\" (10.0.0.7), port 5432 failed: FATAL: sorry, too many clients already",
  "ERROR: duplicate key value violates unique constraint \"users_email_key\" (SQLSTATE 23505)",
  "Traceback (most recent call last): File \"/app/main.py\", line 3, in <module> ImportError: no name 'b'",
  "Exception in thread \"main\" java.lang.NullPointerException: Cannot invoke \"s()\" at acme.Main.main(Main.java:12)",
  "2026/11/30 21:04:11 [error] 31#31: *1 connect() failed (111: Connection refused), request: \"GET / HTTP/1.1\"",
  "{\"rules\": {\"no-unused-vars\": [\"error\", {\"argsIgnorePattern\": \"^_\"}]}}",
  "\"lodash\": \"^4.17.21\"",
  "[Environment]::SetEnvironmentVariable(\"JAVA_HOME\", \"C:\\jdk\", \"Machine\")",
  "SELECT * FROM orders WHERE status = 'open' OR total IS NOT NULL AND id = 5;",
  "CREATE TABLE IF NOT EXISTS users (id int)",
  "ffmpeg -i in.mp4 -vf \"fps=10,scale=320:-1\" -loop 0 out.gif",
  "curl -F \"file=@a.png;type=image/png\" https://x.example/upload",
  "reg add \"HKCU\\Software\\Acme\" /v Name /t REG_SZ /d \"x y\" /f",
  "psql -d shop -c \"select 1\"",
  "ERROR:  syntax error at or near \"order\" LINE 1: SELECT * FROM order",
  "Cannot query field \"titel\" on type \"Post\". Did you mean \"title\"?",
  "with_items: \"{{ users }}\"",
  "jq -r '.items[] | select(.status == \"open\") | .id' data.json",
  "jq 'group_by(.type) | map({type: .[0].type, n: length})'",
  "bind | split-window -h",
  "set -g prefix C-a",
  "-filter_complex \"[0:v][0:a][1:v][1:a]concat=n=2:v=1:a=1[v][a]\"",
  "-c:v libx264 -crf 18 -preset veryslow -c:a copy"
]

const requirementsOf = (query: string) =>
  Query.parse(query).query.nodes.filter((node) =>
    node._tag !== "Word" && node._tag !== "And" || node.negated || node.required === true
  )

describe("pasted text", () => {
  it.each(pasted)("%s requires and excludes nothing, and parses the same after printing", (text) => {
    const { query } = Query.parse(text)
    assert.deepStrictEqual(requirementsOf(text), [])
    assert.deepStrictEqual(Query.parse(Query.print(query)).query, query)
  })

  it.each([
    "\"no space left on device\" docker",
    "nginx error: \"address already in use\"",
    "TypeError \"is not a function\"",
    "what is the difference between \"useMemo\" and \"useCallback\" in react when a list is rendered often",
    "docker run -it \"exec format error\"",
    "kubectl get pods -n kube-system \"CrashLoopBackOff\"",
    "git push \"non-fast-forward\"",
    "select a plan OR upgrade",
    "error \"disk full\" -windows",
    "ERROR codes \"http\" -rest",
    "(cats OR dogs) | \"guinea pigs\"",
    "emacs C-a -vim",
    "jaguar -car:z",
    "react hooks -class_components",
    "set -vim theme",
    "(\"hind toe\" OR waders) river"
  ])("%s applies its quotation marks and operators", (query) => {
    assert.isAbove(requirementsOf(query).length, 0)
  })

  it("applies named operators, and exclusions of words", () => {
    const query = "TypeError: x is not a function at main.js:12:5 site:docs.example -react"
    assert.strictEqual(Query.print(Query.make(requirementsOf(query))), "site:docs.example -react")
  })

  it("reads a command or an error after operators as without them", () => {
    for (
      const text of ["ffmpeg -i in.mp4 -vf \"fps=10,scale=320:-1\" out.gif", "curl -fsSL url", ...pasted.slice(0, 6)]
    ) {
      for (const operators of ["site:docs.example", "intitle:\"a b\" -site:old.example"]) {
        const { nodes } = Query.parse(`${operators} ${text}`).query
        const { length } = Query.parse(operators).query.nodes
        assert.deepStrictEqual(nodes.slice(length), Query.parse(text).query.nodes, text)
      }
    }
  })

  it("excludes names and codes after a pasted error", () => {
    for (const word of ["Rust", "E0308", "PowerShell"]) {
      const { nodes } = Query.parse(`error[E0106]: missing lifetime specifier in src/main.rs:4:37 -${word}`).query
      assert.deepStrictEqual(nodes.at(-1), { _tag: "Word", value: word, negated: true })
    }
  })

  it("applies quotation marks if the query ends with an empty group", () => {
    const text = "TypeError: main.js:12:5 \"a b\" ()"
    assert.deepStrictEqual(requirementsOf(text).map(({ _tag }) => _tag), ["Phrase"])
    assert.strictEqual(Query.print(Query.parse(text).query), text)
  })

  it("excludes neither signs nor incomplete code", () => {
    for (const query of ["fn f(x: &str) -> &str", ".card { display: -webkit-box; }", "-webkit-line-clamp: 3"]) {
      assert.deepStrictEqual(requirementsOf(query), [], query)
    }
  })

  it("warns about quotation marks that it ignored", () => {
    const [warning] = Query.parse(pasted[0]!).warnings
    assert.strictEqual(
      warning && Query.describe(warning),
      "The query looks pasted, so \"\\\"db\\\"\" was searched as words; to apply quotation marks and operators, end the " +
        "query with \"()\"."
    )
  })

  it("takes time in proportion to its length", () => {
    for (const piece of ["OR ", "\"a\" ", "a: \"b "]) {
      const { query } = Query.parse(piece.repeat(5000))
      assert.isAtMost(query.nodes.length, 20_000, piece)
    }
  })
})
