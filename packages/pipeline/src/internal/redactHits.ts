import type { Hit } from "@dunlin/providers/SearchProvider"
import type { RedactPiiOptions } from "@dunlin/schema/RedactPii"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Addresses, Fields, redactorOf } from "./redactFields.ts"

interface RedactedHits {
  readonly hits: ReadonlyArray<Hit>
  readonly warnings: ReadonlyArray<string>
}

/**
 * Redacts a provider's texts in one call. Page texts are dropped, because pages are redacted when they are scraped.
 * If redaction fails, the texts are withheld.
 */
export const redactHits = Effect.fnUntraced(function*(
  hits: ReadonlyArray<Hit>,
  options: RedactPiiOptions,
  services: Context.Context<never>
): Effect.fn.Return<RedactedHits> {
  const fields = new Fields()
  const addresses = new Addresses(fields)
  const redacted = hits.map((hit) => {
    addresses.add(hit.url)
    if ("imageUrl" in hit && hit.imageUrl !== undefined) addresses.add(hit.imageUrl)
    return textsOf(hit, fields)
  })
  const outcome = yield* Effect.option(fields.redact(redactorOf(services), options))
  if (outcome._tag === "None") {
    return {
      hits: hits.map(withoutTexts),
      warnings: ["Titles and descriptions were withheld, because their redaction failed."]
    }
  }
  return {
    hits: hits.map((hit, index) => withTexts(hit, redacted[index]!)),
    warnings: [...outcome.value, ...telling(addresses)]
  }
})

const telling = ({ count }: Addresses): ReadonlyArray<string> =>
  count === 0
    ? []
    : [`redactPII does not change result URLs; ${count} of them contain personal data that is redacted in the texts.`]

interface Texts {
  title: string
  description?: string
  snippet?: string
  extraSnippets?: ReadonlyArray<string>
}

const textsOf = (hit: Hit, fields: Fields): Texts => {
  const { title } = hit
  switch (hit.source) {
    case "web":
      return fields.copy({
        title,
        description: hit.description,
        ...(hit.extraSnippets === undefined ? {} : { extraSnippets: hit.extraSnippets })
      })
    case "news":
      return fields.copy({ title, snippet: hit.snippet })
    case "images":
      return fields.copy({ title })
  }
}

const withTexts = (hit: Hit, texts: Texts): Hit => {
  if (hit.source === "images") return { ...hit, ...texts }
  const { matches: _matches, text: _text, ...rest } = hit
  return { ...rest, ...texts } as Hit
}

const withoutTexts = (hit: Hit): Hit => {
  switch (hit.source) {
    case "web": {
      const { extraSnippets: _snippets, matches: _matches, text: _text, ...rest } = hit
      return { ...rest, title: "", description: "" }
    }
    case "news": {
      const { matches: _matches, text: _text, ...rest } = hit
      return { ...rest, title: "", snippet: "" }
    }
    case "images":
      return { ...hit, title: "" }
  }
}
