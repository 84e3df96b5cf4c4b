import { Charset, EgressGuard, HttpFetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { Socket } from "node:net"
import * as NodeZlib from "node:zlib"
import { answer, type Handler, serve, untilOpen } from "./FaultServer.ts"

const head = "HTTP/1.1 200 OK\r\nconnection: close\r\n"
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`
const short = `${head}content-length: 5\r\n\r\nhello`
const raw = (bytes: string | Uint8Array): Handler => (socket) => socket.end(bytes)
const send = (headers: Parameters<typeof answer>[1], body: string | Uint8Array): Handler =>
  raw(answer(200, headers, body))

/** Repeats a piece until the other side goes away. */
const endless = (start: string, piece: string): Handler => (socket) => {
  const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)))
  const more = () => {
    while (!socket.destroyed && socket.write(block));
    if (!socket.destroyed) socket.once("drain", more)
  }
  socket.write(start)
  more()
}

/** One byte a millisecond, as a network may. */
const byByte = (socket: Socket, text: string): void => {
  let at = 0
  const timer = setInterval(() => {
    if (at < text.length) return void socket.write(text.charAt(at++))
    clearInterval(timer)
    socket.end()
  }, 1)
}

const packed = NodeZlib.gzipSync("hello")
/** A gzip header with all there can be in it: extra bytes, a name, a comment and a check sum. */
const named = Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 2, 0, 1, 2, 0x61, 0, 0x62, 0, 9, 9])
const frame = (text: string) => NodeZlib.zstdCompressSync(text)
const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4])
/** A frame of five plain bytes that asks for a window of 128 MiB to read them. */
const greedyFrame = Buffer.concat([
  Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (27 - 10) << 3, (5 << 3) | 1, 0, 0]),
  Buffer.from("hello")
])

const outcome = (handler: Handler) =>
  Effect.gen(function*() {
    const server = yield* serve({ page: handler, there: send({}, "there") })
    const fetcher = yield* HttpFetcher.make({ maxBytes: 100_000 }).pipe(
      Effect.provide(EgressGuard.layer({ allow: [server.target] }))
    )
    const result = yield* Effect.result(
      fetcher.fetch({ url: `${server.origin}/page`, timeout: "1 minute", options: defaultOptions })
    )
    yield* untilOpen(server, 0)
    return Result.match(result, {
      onFailure: (error) => error.reason._tag as string,
      onSuccess: (page) => `${page.status} ${Charset.decode(page.body, page.charset).text}`
    })
  }).pipe(Effect.scoped)

describe("an HTTP response", () => {
  const cases: Readonly<Record<string, readonly [expected: string, handler: Handler]>> = {
    "100 Continue and the answer, byte by byte": [
      "200 hello",
      (socket) => byByte(socket, `HTTP/1.1 100 Continue\r\nx: y\r\n\r\n${short}`)
    ],
    "a hundred times 100 Continue": ["200 hello", raw("HTTP/1.1 100 Continue\r\n\r\n".repeat(100) + short)],
    "100 Continue without end": ["TooLarge", endless("", "HTTP/1.1 100 Continue\r\n\r\n")],
    "early hints without end": ["TooLarge", endless("", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n")],
    "a reason without end": ["TooLarge", endless("HTTP/1.1 200 ", "OK ")],
    "a chunk size of nothing but zeros": ["TooLarge", endless(chunked, "0")],
    "a chunk size in another notation": ["ProtocolError", raw(`${chunked}0x5\r\nhello\r\n0\r\n\r\n`)],
    "a negative chunk": ["ProtocolError", raw(`${chunked}-5\r\nhello\r\n0\r\n\r\n`)],
    "a chunk that is longer than it says": ["ProtocolError", raw(`${chunked}3\r\nhello\r\n0\r\n\r\n`)],
    "lengths in a list": ["ProtocolError", raw(`${head}content-length: 5, 6\r\n\r\nhello`)],
    "a negative length": ["ProtocolError", raw(`${head}content-length: -5\r\n\r\nhello`)],
    "a length beyond all integers": ["ProtocolError", raw(`${head}content-length: 18446744073709551617\r\n\r\nh`)],
    "a coding that is nearly chunked": [
      "ProtocolError",
      raw(`${head}transfer-encoding: xchunked\r\ncontent-length: 5\r\n\r\nhello`)
    ],
    "line feeds alone": ["ProtocolError", raw("HTTP/1.1 200 OK\ncontent-length: 5\n\nhello")],
    "a return inside a header": ["ProtocolError", raw(`${head}x: a\rb: c\r\n\r\nhello`)],
    "trailers": ["200 hello", raw(`${chunked}5\r\nhello\r\n0\r\nx: y\r\nset-cookie: a=b\r\n\r\n`)],
    "a reset inside a body without a length": [
      "ConnectionReset",
      (socket) => {
        socket.write(`${head}\r\nhel`)
        setTimeout(() => socket.resetAndDestroy(), 30)
      }
    ],
    "a reset after the whole body": [
      "200 hello",
      (socket) => {
        socket.write(short)
        setTimeout(() => socket.resetAndDestroy(), 30)
      }
    ],
    "a transfer coding below the chunks": [
      "200 hello",
      (socket) => {
        socket.write(`${head}transfer-encoding: gzip, chunked\r\n\r\n${packed.length.toString(16)}\r\n`)
        socket.write(packed)
        socket.end("\r\n0\r\n\r\n")
      }
    ],
    "codings in two fields": [
      "200 hello",
      send({ "content-encoding": ["gzip", "br"] }, NodeZlib.brotliCompressSync(NodeZlib.gzipSync("hello")))
    ],
    "several zstd frames": [
      "200 hello",
      send({ "content-encoding": "zstd" }, Buffer.concat([skippable, frame("hel"), frame(""), frame("lo")]))
    ],
    "zstd frames that are too much together": [
      "TooLarge",
      send({ "content-encoding": "zstd" }, Buffer.concat([frame("a".repeat(60_000)), frame("b".repeat(60_000))]))
    ],
    "zstd frames by the thousand": [
      "DecodeError",
      send({ "content-encoding": "zstd" }, Buffer.concat(Array.from({ length: 2_000 }, () => frame(""))))
    ],
    "a zstd frame that is cut": [
      "DecodeError",
      send({ "content-encoding": "zstd" }, Buffer.concat([frame("hello"), frame("world").subarray(0, 8)]))
    ],
    "a zstd frame with a giant window": ["DecodeError", send({ "content-encoding": "zstd" }, greedyFrame)],
    "a gzip body with other bytes behind it": [
      "200 hello",
      send({ "content-encoding": "gzip" }, Buffer.concat([packed, Buffer.from("PHP Warning: ")]))
    ],
    "a gzip body with names in its header, and other bytes": [
      "200 hello",
      send({ "content-encoding": "gzip" }, Buffer.concat([named, packed.subarray(10), Buffer.from("x")]))
    ],
    "a gzip body without its check sum": [
      "200 hello",
      send({ "content-encoding": "gzip" }, packed.subarray(0, -8))
    ],
    "a gzip body with a wrong check sum": [
      "DecodeError",
      send({ "content-encoding": "gzip" }, Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8, 1)]))
    ],
    "nothing but the header of a gzip body": [
      "DecodeError",
      send({ "content-encoding": "gzip" }, Buffer.from([0x1f, 0x8b, 8, 0xff, 0, 0, 0, 0, 0, 0]))
    ],
    "a charset in the place of a coding": ["200 hello", send({ "content-encoding": "ISO-8859-1" }, "hello")],
    "a coding in quotes, and how the body got there": [
      "200 hello",
      send({ "content-encoding": "aws-chunked, \"gzip\"" }, packed)
    ],
    "a Refresh header": ["200 there", send({ refresh: "0; url=/there" }, "hello")],
    "a Refresh header that only reloads": ["200 hello", send({ refresh: "5" }, "hello")],
    "a refresh without quotes": ["200 there", send({}, "<meta http-equiv=refresh content=0;url=/there>")]
  }
  for (const [name, [expected, handler]] of Object.entries(cases)) {
    it.live(`${name}: ${expected}`, () => Effect.map(outcome(handler), (found) => assert.strictEqual(found, expected)))
  }
})
