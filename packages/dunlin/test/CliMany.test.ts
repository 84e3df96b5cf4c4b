import * as Effect from "effect/Effect"
import { execFile, execFileSync, spawn } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { needing } from "../../common/test/components.ts"
import { until } from "../../common/test/until.ts"
import { program, runCommand } from "./commandLine.ts"

const { read } = await import(new URL("../src/internal/cli/localFiles.ts", import.meta.url).href) as {
  readonly read: (
    path: string,
    most?: number
  ) => Effect.Effect<{ readonly body: Uint8Array }, { readonly message: string }>
}

const folder = mkdtempSync(join(tmpdir(), "dunlin-many-"))

/** What the pages from the sixth on wait for, and the sixth itself. */
let held: Promise<void> | undefined
let sixth: Promise<void> | undefined

/** Numbers of the pages that were asked for. */
const asked: Array<number> = []

/** Pages 1 to 15 of a site, all of them linked by its first; everything else is gone. */
const site = createServer(async (request, response) => {
  const number = Number(request.url?.slice(1))
  asked.push(number)
  if (number > 5) await (number === 6 && sixth !== undefined ? sixth : held)
  const isThere = request.url === "/" || request.url === "/broken/" || (number >= 1 && number <= 15)
  const folder = request.url === "/broken/" ? "/broken/" : "/"
  // Of twelve gone pages of one form a crawl may leave further ones alone.
  const count = folder === "/" ? 15 : 11
  const links = Array.from({ length: count }, (_, at) => `<a href="${folder}${at + 1}">page ${at + 1}</a>`).join(" ")
  response.writeHead(isThere ? 200 : 404, { "content-type": "text/html" })
  response.end(
    isThere
      ? `<title>Page ${number}</title><main><h1>Page ${number}</h1><p>What page ${number} says.</p>${links}</main>`
      : "<title>Gone</title><main><h1>Gone</h1><p>There is no such page.</p></main>"
  )
})
let url = ""
let env: Record<string, string | undefined> = {}

const dunlin = (args: ReadonlyArray<string>, stdin = "", own: Record<string, string | undefined> = env) =>
  runCommand({ args, cwd: folder, env: own, stdin })

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  url = `http://${host}`
  env = { PATH: process.env.PATH, HOME: folder, DUNLIN_DATA: join(folder, "data"), DUNLIN_EGRESS_ALLOW: host }
})

afterAll(() => {
  site.closeAllConnections()
  site.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe("the data folder", () => {
  it.each(["crawl", "batch", "map"])("is created by the first command: dunlin %s", async (command) => {
    const home = join(folder, `home-${command}`)
    mkdirSync(home)
    const limit = command === "batch" ? [] : ["--limit", "2"]
    const fresh = await dunlin([command, `${url}/`, ...limit], "", { ...env, HOME: home, DUNLIN_DATA: undefined })
    assert.strictEqual(fresh.code, 0, fresh.stderr)
    assert.notStrictEqual(fresh.stdout, "")
    const named = join(home, "a", "new")
    const given = await dunlin([command, `${url}/`, ...limit, "--data", named])
    assert.strictEqual(given.code, 0, given.stderr)
    assert.isTrue(existsSync(join(named, "jobs.sqlite")))
  })

  it("is reported with the system's error", async () => {
    const data = join(folder, "in-the-way")
    mkdirSync(join(data, "jobs.sqlite"), { recursive: true })
    const { code, stderr } = await dunlin(["crawl", `${url}/`, "--data", data])
    assert.strictEqual(code, 1)
    assert.match(stderr, /dunlin: the job store did not respond: EISDIR: [^\n]+jobs\.sqlite/)
  })
})

describe("the output of pages", () => {
  const place = join(folder, "places")
  beforeAll(() => {
    mkdirSync(join(place, "lines.jsonl.d"), { recursive: true })
    mkdirSync(join(place, "folder.jsonl"))
    writeFileSync(join(place, "package.json"), "{\"name\":\"mine\"}\n")
    writeFileSync(join(place, "notes.txt"), "mine\n")
    writeFileSync(join(place, "mine.jsonl"), "{\"name\":\"mine\"}\n")
    writeFileSync(join(place, "cut.jsonl"), "{\"name\":")
  })

  it.each([
    ["package.json", /package\.json exists and is not a folder: choose a folder or a \.jsonl file/],
    ["notes.txt", /notes\.txt exists and is not a folder/],
    ["new.json", /new\.json looks like a file, but pages are only written to \.jsonl files and folders/],
    ["new/deep/out.json", /out\.json looks like a file, but pages are only written to \.jsonl files and folders/],
    ["new/deep/out.jsonl", /folder .*new\/deep for .* does not exist: create it first/],
    ["mine.jsonl", /mine\.jsonl exists, and its first line is not a page from a crawl or batch: choose another file/],
    ["cut.jsonl", /its first line is not a page/],
    ["folder.jsonl", /folder\.jsonl is not a file/],
    ["notes.txt/pages", /the folder cannot be created \(ENOTDIR\)|cannot be written \(ENOTDIR\)/],
    ["", /the value is empty/]
  ])("is a folder or a .jsonl file of pages, and not %j", async (name, says) => {
    const before = ["package.json", "notes.txt", "mine.jsonl", "cut.jsonl"].map((file) =>
      readFileSync(join(place, file), "utf8")
    )
    for (const command of ["crawl", "batch"]) {
      const { code, stderr, stdout } = await dunlin([command, `${url}/1`, "-o", name === "" ? "" : join(place, name)])
      assert.deepInclude({ code, stdout }, { code: 2, stdout: "" }, stderr)
      assert.match(stderr, /^dunlin: --output: [^\n]+\n$/)
      assert.match(stderr, says)
    }
    assert.isFalse(existsSync(join(place, "new")))
    assert.deepStrictEqual(
      ["package.json", "notes.txt", "mine.jsonl", "cut.jsonl"].map((file) => readFileSync(join(place, file), "utf8")),
      before
    )
  })

  it("can be a file of an earlier run, or an empty one", async () => {
    const file = join(place, "pages.jsonl")
    writeFileSync(file, "")
    for (const lines of [1, 2]) {
      const { code, stderr } = await dunlin(["batch", `${url}/${lines}`, "-o", file])
      assert.strictEqual(code, 0, stderr)
      assert.lengthOf(readFileSync(file, "utf8").trim().split("\n"), lines)
    }
  })

  it("starts a new line after an incomplete one, also in a resumed run", async () => {
    const { stderr } = await dunlin(["batch", `${url}/1`, "-o", join(place, "other.jsonl")])
    const id = /--resume (\S+)/.exec(stderr)![1]!
    const page = readFileSync(join(place, "other.jsonl"), "utf8")
    for (const [at, rest] of [page.slice(0, -20), page + page.slice(0, 20), page.slice(0, -1)].entries()) {
      const file = join(place, `killed${at}.jsonl`)
      writeFileSync(file, rest)
      const { code, stderr } = await dunlin(["batch", "--resume", id, "-o", file])
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(readFileSync(file, "utf8"), `${rest}\n${page}`)
    }
    const file = join(place, "one.jsonl")
    writeFileSync(file, "{\"name\":\"mine\"}")
    assert.strictEqual((await dunlin(["batch", "--resume", id, "-o", file])).code, 2)
    assert.strictEqual(readFileSync(file, "utf8"), "{\"name\":\"mine\"}")
  })

  it("can be a folder with any name", async () => {
    const { code, stderr } = await dunlin(["batch", `${url}/1`, "-o", join(place, "lines.jsonl.d")])
    assert.strictEqual(code, 0, stderr)
    assert.strictEqual((await dunlin(["batch", `${url}/1`, "-o", `${join(place, "new.txt")}/`])).code, 0)
  })
})

describe("a path that is not a regular file", () => {
  it("is rejected before it is read", async () => {
    const pipe = join(folder, "pipe.txt")
    execFileSync("mkfifo", [pipe])
    for (const path of [pipe, "/dev/zero"]) {
      const { code, stderr } = await dunlin(["scrape", path])
      assert.strictEqual(code, 2)
      assert.include(stderr, `${path}: it is a pipe or a device, not a file`)
    }
  })

  it("is a file of more bytes than are read", async () => {
    const large = join(folder, "large.txt")
    writeFileSync(large, "")
    truncateSync(large, 100_000_001)
    const { code, stderr } = await dunlin(["scrape", large])
    assert.strictEqual(code, 2)
    assert.include(stderr, `${large}: it is larger than 100 MB`)
  })

  it("is limited by what is read, whatever size it reports", needing("Linux"), async () => {
    // A file of no bytes, as the system tells it, that has many.
    const path = "/proc/self/maps"
    const error = await Effect.runPromise(Effect.flip(read(path, 100)))
    assert.strictEqual(error.message, `${path}: it is larger than 0.0001 MB`)
    assert.isAbove((await Effect.runPromise(read(path))).body.length, 100)
  })
})

describe("lists of URLs", () => {
  it("contain no files of this machine", async () => {
    const list = join(folder, "list.txt")
    for (const line of ["file:///etc/passwd", "/etc/passwd", "./list.txt", "example.com"]) {
      const content = `# pages\n\n${url}/1\n${line}\n`
      writeFileSync(list, content)
      for (const [args, source] of [[["--file", list], `--file ${list}`], [["-"], "stdin"]] as const) {
        const { code, stderr, stdout } = await dunlin(["scrape", ...args], content)
        assert.deepInclude({ code, stdout }, { code: 2, stdout: "" })
        assert.include(stderr, `dunlin: ${source}: line 4 is not an http(s) URL: ${line}`)
      }
    }
  })
})

describe("a reader that closes the pipe", () => {
  it.each([
    ["crawl", "head -1"],
    ["scrape", "true"]
  ])("stops dunlin %s silently", async (command, reader) => {
    const args = command === "crawl" ? [`${url}/`] : [1, 2, 3].map((number) => `${url}/${number}`)
    const script = `{ "$0" "$@"; echo "status $?" >&2; } | ${reader}`
    const { stderr } = await new Promise<{ readonly stderr: string }>((resolve) =>
      execFile(
        "sh",
        ["-c", script, process.execPath, program, command, ...args],
        { cwd: folder, env },
        (_, __, stderr) => resolve({ stderr })
      )
    )
    assert.match(stderr, /status 0\n$/)
    assert.notMatch(stderr, /EPIPE|Error|unexpected|    at /)
  })
})

describe("pages that their server rejects", () => {
  it("do not count as read", async () => {
    const one = await dunlin(["scrape", `${url}/gone`])
    assert.strictEqual(one.code, 1)
    assert.include(one.stdout, "There is no such page.")
    assert.include(one.stderr, `dunlin: ${url}/gone: 404 Not Found\n`)
    const two = await dunlin(["scrape", `${url}/gone`, `${url}/1`])
    assert.strictEqual(two.code, 1)
    assert.include(two.stderr, "1 of 2 pages failed")
    for (const command of ["batch", "crawl"]) {
      const { code, stderr } = await dunlin([command, `${url}/gone`])
      assert.strictEqual(code, 1, stderr)
      assert.include(stderr, `failed ${url}/gone: `)
      assert.include(stderr, "0 of 1 pages, 1 failed")
      assert.include(stderr, "dunlin: the page could not be read\n")
    }
    const some = await dunlin(["batch", `${url}/gone`, `${url}/1`])
    assert.strictEqual(some.code, 0)
    assert.include(some.stderr, "1 of 2 pages, 1 failed")
  })
})

it("are listed in part for one reason, and the others counted", async () => {
  const { code, stderr } = await dunlin(["crawl", `${url}/broken/`, "-o", "broken.jsonl"])
  assert.strictEqual(code, 0, stderr)
  assert.lengthOf(stderr.match(/^failed http\S+: the page returned 404$/gm) ?? [], 10)
  assert.include(stderr, "\nfailed 1 more: the page returned 404\n1 of 12 pages, 11 failed\n")
})

it("reports how to resume a run whose pages cannot be written", async () => {
  const output = join(folder, "unwritable")
  assert.strictEqual((await dunlin(["crawl", `${url}/broken/`, "-o", output])).code, 0)
  const [page] = readdirSync(output)
  rmSync(join(output, page!))
  mkdirSync(join(output, page!))
  const stopped = await dunlin(["crawl", `${url}/broken/`, "-o", output])
  assert.strictEqual(stopped.code, 1)
  const flags = /--resume \S+ -o \S+/.exec(stopped.stderr)?.[0]
  assert.include(stopped.stderr, `Fix the output, then resume with ${flags}: EISDIR`)
  rmSync(join(output, page!), { recursive: true })
  const again = await dunlin(["crawl", ...flags!.split(" ")])
  assert.strictEqual(again.code, 0, again.stderr)
  assert.deepStrictEqual(readdirSync(output), [page])
})

// one after the other: a crawl that lets its pages go would let go those of the other, which could end before it is stopped
describe("a crawl that is stopped and resumed", { concurrent: false }, () => {
  it.each([
    ["r.jsonl", "answers"],
    [undefined, "does not respond"]
  ])("writes every page once: to %s, while the site %s", async (output, isAnswered) => {
    asked.length = 0
    let open = () => {}
    held = new Promise((resolve) => open = resolve)
    let openSixth = () => {}
    sixth = new Promise((resolve) => openSixth = resolve)
    // Pages that are kept already are not held: the run could end before it is stopped.
    const data = ["--data", join(folder, `stopped-${output}`)]
    const to = output === undefined ? data : ["-o", output, ...data]
    const child = spawn(process.execPath, [program, "crawl", `${url}/`, "--concurrency", "1", ...to], {
      cwd: folder,
      env
    })
    const ended = new Promise((resolve) => child.once("close", resolve))
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text) => stdout += text)
    child.stderr.setEncoding("utf8").on("data", (text) => stderr += text)
    const written = () => output === undefined ? stdout : readFileSync(join(folder, output), { encoding: "utf8" })
    const lines = () => output === undefined || existsSync(join(folder, output)) ? written().split("\n").length - 1 : 0
    await Effect.runPromise(until(() => lines() >= 3 && asked.some((number) => number > 5)))
    child.kill("SIGINT")
    // It ends with the page in its hands; should it have taken another one by then, that one is held.
    if (isAnswered === "answers") openSixth()
    assert.strictEqual(await ended, 130)
    openSixth()
    const before = lines()
    assert.isBelow(before, 16)
    held = undefined
    sixth = undefined
    open()
    const id = /--resume (\S+)/.exec(stderr)?.[1]
    const again = await dunlin(["crawl", "--resume", id!, ...to])
    assert.strictEqual(again.code, 0, again.stderr)
    assert.include(again.stderr, `${before} pages were already written and are skipped`)
    assert.include(again.stderr, "16 of 16 pages")
    const all = (output === undefined ? stdout + again.stdout : written()).trim().split("\n")
    const urls = all.map((line) => JSON.parse(line).metadata.sourceURL)
    assert.lengthOf(urls, 16)
    assert.strictEqual(new Set(urls).size, 16)
    // One that was not answered is asked for again, and no other.
    const later = asked.filter((number) => number > 5)
    assert.strictEqual(new Set(later).size, 10)
    assert.isAtMost(later.length, 11)
    if (isAnswered !== "answers") assert.lengthOf(later, 11)
  })
})

describe("a crawl whose process is killed", { concurrent: false }, () => {
  it("has printed its id, and can be resumed with it", async () => {
    const data = ["--data", join(folder, "killed")]
    const none = await dunlin(["crawl", "--resume", ...data])
    assert.strictEqual(none.code, 2)
    assert.match(none.stderr, /^dunlin: --resume: no unfinished crawl in this data folder[^\n]*\n$/)
    const unknown = await dunlin(["crawl", "--resume", "bogus", ...data])
    assert.strictEqual(unknown.code, 2)
    assert.match(
      unknown.stderr,
      /^dunlin: --resume: bogus is not a crawl in this data folder[^\n]*\n$/
    )

    let open = () => {}
    held = new Promise((resolve) => open = resolve)
    const child = spawn(process.execPath, [program, "crawl", `${url}/`, "-o", "killed.jsonl", ...data], {
      cwd: folder,
      env
    })
    const ended = new Promise((resolve) => child.once("close", resolve))
    let stderr = ""
    child.stderr.setEncoding("utf8").on("data", (text) => stderr += text)
    await Effect.runPromise(until(() => stderr.includes("\n")))
    child.kill("SIGKILL")
    await ended
    held = undefined
    open()
    const id = /^crawl (\S+) started; if interrupted, resume with dunlin crawl --resume \1 -o killed\.jsonl\n/.exec(
      stderr
    )?.[1]
    assert.isDefined(id, stderr)

    // A batch is no crawl.
    assert.strictEqual((await dunlin(["batch", "--resume", ...data])).code, 2)
    const other = await dunlin(["batch", "--resume", id!, ...data])
    assert.deepStrictEqual([other.code, other.stderr], [
      2,
      `dunlin: --resume: ${id} is a crawl; resume it with dunlin crawl --resume ${id}\n`
    ])
    const again = await dunlin(["crawl", "--resume", "-o", "killed.jsonl", ...data])
    assert.strictEqual(again.code, 0, again.stderr)
    assert.include(again.stderr, `resuming crawl ${id}\n`)
    assert.include(again.stderr, "16 of 16 pages")
    assert.strictEqual((await dunlin(["crawl", "--resume", ...data])).code, 2)
  })
})

describe("dunlin index of a folder", () => {
  it("reports every skipped file", async () => {
    const docs = join(folder, "docs")
    mkdirSync(docs)
    for (
      const [name, content] of [["a.md", "# Terns\n\nA tern dives.\n"], ["data.csv", "a,b\n"], ["empty.md", " \n"]]
    ) {
      writeFileSync(join(docs, name!), content!)
    }
    const { code, stderr, stdout } = await dunlin(["index", docs])
    assert.strictEqual(code, 0)
    assert.include(stdout, "1 added, 0 updated, 0 unchanged, 2 skipped")
    assert.match(stderr, /skipped file:.*data\.csv: files of this type are not supported/)
    assert.match(stderr, /skipped file:.*empty\.md: the file has no text/)
  })
})

describe("dunlin worker", () => {
  it("logs lines of JSON on stdout, like dunlin serve", async () => {
    const child = spawn(process.execPath, [program, "worker"], { cwd: folder, env })
    const ended = new Promise((resolve) => child.once("close", resolve))
    let stdout = ""
    await new Promise<void>((resolve) => {
      child.once("close", () => resolve())
      child.stdout.setEncoding("utf8").on("data", (text) => {
        stdout += text
        if (stdout.includes("\n")) resolve()
      })
    })
    child.kill("SIGTERM")
    assert.strictEqual(await ended, 0)
    assert.deepInclude(JSON.parse(stdout.split("\n")[0]!), { level: "INFO", message: "working on jobs" })
  })
})
