import { EgressGuard, HttpFetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import * as NodeFs from "node:fs"
import type { AddressInfo } from "node:net"
import * as NodeTls from "node:tls"
import { debianPython as python, needing } from "../../common/test/components.ts"
import { answer, type Handler, html, serve } from "./FaultServer.ts"

const lookupTo = (...addresses: ReadonlyArray<string>): EgressGuard.Lookup => (_, callback) =>
  callback(null, addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })))

const visit = (url: string, guard: EgressGuard.Options, headers: Record<string, string> = {}) =>
  Effect.gen(function*() {
    const fetcher = yield* HttpFetcher.make()
    return yield* fetcher.fetch({ url, timeout: "10 minutes", options: { ...defaultOptions, headers } })
  }).pipe(Effect.provide(EgressGuard.layer(guard)), Effect.scoped)

describe("a host of several addresses", needing("Linux", "Python 3"), () => {
  const deaf = (address: string, port: number) =>
    Effect.acquireRelease(
      Effect.callback<() => void>((resume) => {
        const script = new URL("fixtures/deaf.py", import.meta.url).pathname
        const child = spawn(python ?? "python3", [script, address, String(port)], { stdio: ["pipe", "pipe", "ignore"] })
        child.stdout.once("data", () => resume(Effect.succeed(() => child.kill())))
      }),
      (end) => Effect.sync(end)
    )

  it.live("is reached at an address that responds, whatever happens to earlier ones", () =>
    Effect.gen(function*() {
      const server = yield* serve({ page: (socket) => socket.end(answer(200, {}, html("there"))) })
      const port = Number(server.target.split(":")[1])
      yield* deaf("127.0.0.7", port)
      const host = `several.example:${port}`
      for (const addresses of [["127.0.0.7"], ["127.0.0.9"], ["::1"], ["127.0.0.9", "127.0.0.7", "::1"]]) {
        const page = yield* visit(`http://${host}/page`, { allow: [host], lookup: lookupTo(...addresses, "127.0.0.1") })
        assert.strictEqual(page.status, 200, addresses.join())
      }
    }).pipe(Effect.scoped))
})

describe("a name", () => {
  const secure = Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly told: Array<string>; readonly close: () => void }>((resume) => {
      const read = (file: string) => NodeFs.readFileSync(new URL(`fixtures/${file}`, import.meta.url))
      const told: Array<string> = []
      const server = NodeTls.createServer({
        cert: read("self-signed.crt"),
        key: read("self-signed.key"),
        SNICallback: (name, callback) => {
          told.push(name)
          callback(null)
        }
      }, (socket) => {
        socket.on("error", () => socket.destroy())
        let head = ""
        socket.on("data", (piece) => {
          head += piece.toString()
          if (!head.endsWith("\r\n\r\n")) return
          told.push(/^host: (.*?):/im.exec(head)?.[1] ?? "")
          socket.end(answer(200, {}, html("secure")))
        })
      })
      server.listen(
        0,
        "127.0.0.1",
        () =>
          resume(Effect.succeed({ port: (server.address() as AddressInfo).port, told, close: () => server.close() }))
      )
    }),
    ({ close }) => Effect.sync(close)
  )

  it.live("is sent to a TLS server in the form of its certificate", () =>
    Effect.gen(function*() {
      const { port, told } = yield* secure
      const names = [
        ["site.example", "site.example", "site.example"],
        ["site.example.", "site.example", "site.example."],
        ["BÜCHER.example", "xn--bcher-kva.example", "xn--bcher-kva.example"],
        ["under_score.example", "under_score.example", "under_score.example"]
      ] as const
      for (const [name, server, host] of names) {
        told.length = 0
        yield* visit(`https://${name}:${port}/`, { allow: [`${server}:${port}`], lookup: lookupTo("127.0.0.1") })
        assert.deepStrictEqual(told, [server, host], name)
      }
    }).pipe(Effect.scoped))
})

describe("cookies", () => {
  it.live("are sent exactly where their attributes allow", () =>
    Effect.gen(function*() {
      const handlers: Record<string, Handler> = {}
      const server = yield* serve(handlers)
      const port = server.target.split(":")[1]
      const hosts = ["a.site.example", "b.site.example", "other.example"]
      const seen: Record<string, string> = {}
      const hop = (url: string, set: ReadonlyArray<string>, next?: string) => {
        const [host = "", ...path] = url.split("/")
        handlers[path.join("/")] = (socket, { headers }) => {
          seen[url] = headers.get("cookie") ?? ""
          socket.end(answer(next === undefined ? 200 : 302, { "set-cookie": set, location: next ?? null }))
        }
        return `http://${host}:${port}/${path.join("/")}`
      }
      const back = hop("a.site.example/back", [])
      const other = hop("other.example/other", ["theirs=1"], back)
      const sibling = hop("b.site.example/sibling", [], other)
      const deep = hop("a.site.example/deep/page", [], sibling)
      const start = hop("a.site.example/start", [
        "host=1",
        "domain=1; Domain=site.example",
        "dotted=1; Domain=.site.example",
        "suffix=1; Domain=example",
        "publicSuffix=1; Domain=co.uk",
        "foreign=1; Domain=other.example",
        "secure=1; Secure",
        "__Host-good=1; Path=/; Secure",
        "__Host-bad=1; Path=/; Domain=site.example",
        "__Secure-bad=1",
        "path=1; Path=/deep",
        "gone=1; Max-Age=0",
        "expired=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "quoted=\"a b\"",
        "script=1; HttpOnly; SameSite=Strict"
      ], deep)
      yield* visit(start, {
        allow: hosts.map((host) => `${host}:${port}`),
        lookup: lookupTo("127.0.0.1")
      }, { cookie: "mine=1; host=0" })
      const names = (cookie: string | undefined) => (cookie ?? "").split("; ").filter((pair) => pair !== "").sort()
      const everywhere = ["domain=1", "dotted=1"]
      const here = [...everywhere, "host=1", "quoted=\"a b\"", "script=1"].sort()
      assert.deepStrictEqual(names(seen["a.site.example/start"]), ["host=0", "mine=1"])
      assert.deepStrictEqual(names(seen["a.site.example/deep/page"]), [...here, "mine=1", "path=1"].sort())
      assert.deepStrictEqual(names(seen["b.site.example/sibling"]), everywhere)
      assert.deepStrictEqual(names(seen["other.example/other"]), [])
      assert.deepStrictEqual(names(seen["a.site.example/back"]), here)
    }).pipe(Effect.scoped))
})
