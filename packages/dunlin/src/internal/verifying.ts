/** Compares quotations to pages, using the options of a caller. */
import * as Reader from "@dunlin/pipeline/Reader"
import * as Verdicts from "@dunlin/pipeline/Verdicts"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import * as Verify from "@dunlin/schema/Verify"
import * as Effect from "effect/Effect"
import { strict } from "./strict.ts"

export const verify = Effect.fnUntraced(function*(
  quotations: ReadonlyArray<string>,
  fields: Omit<Verify.VerifyRequestInput, "quotations">
) {
  const { request: { markdown, maxAge, timeout, url, ...request } } = yield* Verify.decode(
    { ...fields, quotations },
    strict
  )
  if (url === undefined || markdown !== undefined) {
    return Verdicts.response({ text: markdown ?? "", url, charged: 0, warnings: [] }, request.quotations)
  }
  const { url: target, ...options } = yield* ScrapeRequest.decodeReading({
    url,
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(timeout === undefined ? {} : { timeout })
  })
  const reader = yield* Reader.Reader
  return yield* reader.verify({ url: target, options, quotations: request.quotations })
})
