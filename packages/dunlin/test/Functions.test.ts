import { fetchPage } from "@dunlin/fetcher"
import { parseQuery } from "@dunlin/query-operators"
import { redact, restore } from "@dunlin/redaction"
import { pdfToMarkdown, toMarkdown } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { failureOf } from "./failureOf.ts"

const page = "<nav><a href=/>Home</a></nav><main><h1>Waders</h1><p>See <a href=/knot>the knot</a>.</p></main>"

describe("Promise functions of single packages", () => {
  it("toMarkdown", async () => {
    const markdown = await toMarkdown(page, { url: "https://example.com/a" })
    assert.strictEqual(markdown.trim(), "# Waders\n\nSee [the knot](https://example.com/knot).")
    assert.include(await toMarkdown(page, { onlyMainContent: false }), "Home")
  })

  // in a process of its own, which also ends while the parser processes are still there
  it("pdfToMarkdown", async () => {
    const program = `
      import { pdfToMarkdown } from "@dunlin/transformers"
      import { readFile } from "node:fs/promises"
      const { markdown, numPages } = await pdfToMarkdown(new Uint8Array(await readFile(process.argv[1])), { maxPages: 1 })
      console.log(numPages, markdown.split("\\n")[0])
      console.log(await pdfToMarkdown(new TextEncoder().encode("no PDF")).catch(({ _tag }) => _tag))
    `
    const paper = join(import.meta.dirname, "../../../examples/demo/site/files/survey-protocol.pdf")
    const parameters = ["--input-type=module", "-e", program, paper]
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: import.meta.dirname })
    assert.strictEqual(stdout, "1 # Survey protocol for tidal flats\nPdfError\n")
  })

  it("redact", async () => {
    const text = "Write to ann@example.com or call +49 30 901820."
    assert.strictEqual(await redact(text), "Write to <EMAIL> or call <PHONE>.")
    assert.strictEqual(
      await redact(text, { entities: ["EMAIL"], replaceStyle: "remove" }),
      "Write to  or call +49 30 901820."
    )
  })

  it("redact, and restore", async () => {
    const text = "Maria Lindqvist wrote to ann@example.com. Call Maria Lindqvist, <PERSON_7>."
    const redacted = await redact(text, { placeholders: true })
    assert.deepStrictEqual(redacted, {
      text: "<PERSON_1> wrote to <EMAIL_1>. Call <PERSON_1>, <PERSON_2>.",
      placeholders: {
        "<PERSON_1>": "Maria Lindqvist",
        "<EMAIL_1>": "ann@example.com",
        "<PERSON_2>": "<PERSON_7>"
      }
    })
    assert.strictEqual(restore(redacted.text, redacted.placeholders), text)
    const { placeholders } = await redact(text, { placeholders: true, entities: ["EMAIL"] })
    assert.deepStrictEqual(placeholders, { "<EMAIL_1>": "ann@example.com", "<PERSON_1>": "<PERSON_7>" })
    assert.strictEqual(await redact("call +49 30 901820", { placeholders: false }) satisfies string, "call <PHONE>")
  })

  it("fetchPage", async () => {
    const server = createServer((_, response) => void response.writeHead(404).end(page)).listen(0, "127.0.0.1")
    await once(server, "listening")
    const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const { body, status } = await fetchPage(`http://${target}/`, { allow: [target] })
    assert.strictEqual(status, 404)
    assert.strictEqual(new TextDecoder().decode(body), page)
    const refused = await failureOf(() => fetchPage(`http://${target}/`))
    assert.deepInclude(refused, { _tag: "FetchError" })
    server.closeAllConnections()
    server.close()
  })

  it("parseQuery", () => {
    const { query, warnings } = parseQuery("waders -knot site:example.com")
    assert.lengthOf(query.nodes, 3)
    assert.deepStrictEqual(warnings, [])
  })

  it("report invalid arguments", async () => {
    const wrong: ReadonlyArray<readonly [() => unknown, RegExp]> = [
      [() => toMarkdown(undefined as unknown as string), /^toMarkdown: html: /],
      [
        () => toMarkdown("", { onlyMainContent: "yes" as unknown as boolean }),
        /^toMarkdown: onlyMainContent: .*boolean/
      ],
      [() => pdfToMarkdown("x" as unknown as Uint8Array), /^pdfToMarkdown: bytes: /],
      [() => redact("x", { mode: "slow" as "fast" }), /^redact: mode: .*fast/],
      [() => redact("x", { style: "tag" } as {}), /^redact: style: /],
      [
        () => redact("x", { style: "tag" } as {}),
        /expected one of entities, mode, replaceStyle, placeholders, country, strict, thresholds$/
      ],
      [() => redact("x", { text: "y" } as {}), /^redact: text: Unknown key; expected one of entities/],
      [
        () => redact("x", { placeholders: true, replaceStyle: "mask" as "tag" }),
        /^redact: replaceStyle: Expected "tag", got "mask"/
      ],
      [() => redact("x", { placeholders: "yes" } as {}), /^redact: placeholders: Expected a boolean, got "yes"/],
      [() => restore("<EMAIL_1>", undefined as unknown as {}), /^restore: placeholders: Expected an object/],
      [() => restore("x", { "<EMAIL_1>": 1 } as {}), /^restore: placeholders.<EMAIL_1>: Expected a string, got 1/],
      [() => restore(null as unknown as string, {}), /^restore: text: Expected a string/],
      [() => redact("x", null as unknown as {}), /^redact: options: .*object/],
      [() => toMarkdown("x", { url: "waders.html" }), /^toMarkdown: url: .*absolute URL/],
      [() => pdfToMarkdown(new Uint8Array(3), { maxPages: 0 }), /^pdfToMarkdown: maxPages: /],
      [() => fetchPage(1 as unknown as string), /^fetchPage: url: .*string/],
      [() => fetchPage("https://example.com/", { timeout: -1 }), /^fetchPage: timeout: .*more than 0/],
      [() => fetchPage("https://example.com/", { allow: ["127.0.0.1"] }), /^fetchPage: allow.0: .*`host:port`/],
      [() => fetchPage("https://example.com/", { signal: 1 as unknown as AbortSignal }), /^fetchPage: signal: /],
      [() => parseQuery(null as unknown as string), /^parseQuery: query: .*string/]
    ]
    for (const [act, message] of wrong) {
      const error = await failureOf(act)
      assert.deepInclude(error, { _tag: "InvalidOptions", isRetryable: false })
      assert.match(error instanceof Error ? error.message : "", message)
    }
  })
})
