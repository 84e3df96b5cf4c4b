/** Reads an uploaded file: a form with the fields `file` and `options`. */
import { RawPage } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { createHash } from "node:crypto"
import * as ApiError from "../../ApiError.ts"
import { isTooDeep } from "../body.ts"
import type { Request } from "../request.ts"
import { readable, typeOf } from "./fileTypes.ts"

export interface Upload {
  readonly page: RawPage
  readonly options: { readonly [name: string]: unknown }
  readonly digest: () => string
}

/** Names in `invalid` never exist (RFC 2606). */
const BASE = "https://upload.invalid/"

const MAX_NAME_CHARACTERS = 255

const noForm = ApiError.make(
  "BAD_REQUEST",
  "The body is not a form: send multipart/form-data with the field `file`, and options as JSON in the field `options`"
)

const formOf = Effect.fnUntraced(function*({ bytes, headers }: Request) {
  const type = headers["content-type"] ?? ""
  if (!/^multipart\/form-data\s*;/i.test(type)) return yield* noForm
  if ((headers["content-encoding"] ?? "identity") !== "identity") {
    return yield* ApiError.badRequest("Content-Encoding", "an uncompressed form")
  }
  const body = yield* bytes
  const form = yield* Effect.tryPromise({
    try: () => new Response(body as Uint8Array<ArrayBuffer>, { headers: { "content-type": type } }).formData(),
    catch: () => ApiError.badRequest("body", "complete multipart/form-data with a boundary")
  })
  return { body, form }
})

const optionsOf = Effect.fnUntraced(function*(form: FormData) {
  const given = form.get("options") ?? "{}"
  const expected = ApiError.badRequest("options", "one JSON object, in a text field of the form")
  if (typeof given !== "string" || isTooDeep(given)) return yield* expected
  const options = yield* Effect.try({ try: (): unknown => JSON.parse(given), catch: () => expected })
  return Predicate.isObject(options) && !Array.isArray(options)
    ? options as { readonly [name: string]: unknown }
    : yield* expected
})

const addressOf = (name: string): string => {
  const [last = ""] = name.split(/[/\\]/).slice(-1)
  return `${BASE}${encodeURIComponent(last.toWellFormed().slice(-MAX_NAME_CHARACTERS))}`
}

export const readUpload = Effect.fnUntraced(function*(request: Request): Effect.fn.Return<Upload, ApiError.ApiError> {
  const { body, form } = yield* formOf(request)
  const options = yield* optionsOf(form)
  const file = form.get("file")
  if (file === null || typeof file === "string") {
    return yield* ApiError.badRequest("file", "a file with a name, in a field of the form")
  }
  if (file.size === 0) return yield* ApiError.badRequest("file", "a non-empty file")
  const [mimeType = "", ...parameters] = file.type.toLowerCase().split(";").map((part) => part.trim())
  const type = typeOf(file.name, mimeType)
  if (type?.available === false) {
    return yield* ApiError.make(
      "UNSUPPORTED_FILE_TYPE",
      `This server cannot read ${type.format} files; supported formats are ${readable}`
    )
  }
  const url = addressOf(file.name)
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length)
  return {
    options,
    digest: () => createHash("sha256").update(body).digest("hex"),
    page: new RawPage({
      sourceUrl: url,
      url,
      status: 200,
      headers: {},
      contentType: type?.mimeTypes[0] ?? mimeType,
      ...(charset === undefined || charset === "" ? {} : { charset }),
      body: new Uint8Array(yield* Effect.promise(() => file.arrayBuffer())),
      redirects: [],
      fetchedAt: yield* Clock.currentTimeMillis,
      engine: "http",
      proxyUsed: "basic",
      warnings: []
    })
  }
})
