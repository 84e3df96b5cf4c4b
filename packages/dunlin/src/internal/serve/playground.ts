/**
 * Serves the page at `GET /`, which consists of prebuilt static files. They contain no secrets, so no key is
 * required.
 */
import * as PackageFile from "@dunlin/common/PackageFile"
import type { Exchange, Mount } from "@dunlin/http-api/Mount"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { gzip } from "node:zlib"

const asker = { here: import.meta.url, name: "dunlin", module: "internal/serve/playground" }

const kinds = {
  "index.html": "text/html; charset=utf-8",
  "main.js": "text/javascript; charset=utf-8",
  "renderer.js": "text/javascript; charset=utf-8",
  "explainer.js": "text/javascript; charset=utf-8",
  "style.css": "text/css; charset=utf-8",
  "frame.css": "text/css; charset=utf-8"
}

type Name = keyof typeof kinds

/** Only resources of the server load. Shown pages are `srcdoc` texts of frames, in which scripts do not run. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types dunlin"
].join("; ")

interface File {
  readonly plain: Uint8Array
  readonly packed: Uint8Array
  readonly tag: string
}

const pack = promisify(gzip)

const read = async (name: Name): Promise<File> => {
  const file = PackageFile.file(asker, `dist/playground/${name}`)
  if (file === undefined) throw new Error(PackageFile.advice(asker))
  const plain = await readFile(file)
  const tag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`
  return { plain, packed: await pack(plain), tag }
}

const loaded = new Map<Name, Promise<File>>()

/** A failed read is not cached, so that the next request tries again. */
const fileOf = (name: Name): Promise<File> => {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const file = read(name)
  loaded.set(name, file)
  file.catch(() => loaded.delete(name))
  return file
}

const headers = {
  "cache-control": "no-cache",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  vary: "accept-encoding"
}

const answer = (name: Name, { plain, packed, tag }: File, request: Exchange): HttpServerResponse.HttpServerResponse => {
  // Sandboxed frames have an opaque origin, so their style sheet must allow other origins.
  const sharing = name === "frame.css" ? "cross-origin" : "same-origin"
  const withTag = { ...headers, "cross-origin-resource-policy": sharing, etag: tag }
  if (request.headers["if-none-match"] === tag) return HttpServerResponse.empty({ status: 304, headers: withTag })
  const isPacked = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "")
  return HttpServerResponse.uint8Array(isPacked ? packed : plain, {
    contentType: kinds[name],
    headers: isPacked ? { ...withTag, "content-encoding": "gzip" } : withTag
  })
}

const absent = HttpServerResponse.text("The playground is disabled on this server; /docs describes the API.\n", {
  status: 404
})

const mount = (path: `/${string}`, name: Name): Mount => ({
  path,
  methods: ["GET"],
  name: "playground",
  isPublic: true,
  handle: (request) =>
    Effect.tryPromise(() => fileOf(name)).pipe(
      Effect.match({ onFailure: () => absent, onSuccess: (file) => answer(name, file, request) })
    )
})

export const mounts: ReadonlyArray<Mount> = [
  mount("/", "index.html"),
  ...(["main.js", "renderer.js", "explainer.js", "style.css", "frame.css"] as const).map((name) =>
    mount(`/playground/${name}`, name)
  )
]
