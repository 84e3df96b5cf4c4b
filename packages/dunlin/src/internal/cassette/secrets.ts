/** What must not be in the file of a cassette. */
import type * as Redact from "@dunlin/redaction/Redact"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"

const hidden = "REDACTED"

/** Names of headers, parameters and fields that hold a credential. */
const secretName =
  /^(?:.*[-_])?(?:api[-_]?key|key|token|secret|password|auth|authorization|cookie|access[-_]?token|session|signature|sig)$/i

/** A parameter of an address, wherever that stands in a text; in HTML the sign before it is `&amp;`. */
const parameter = /([?&;#]([\w.-]{1,64})=)[^&#;\s"'<>\\`]{1,4096}/g

/** Name and password before the host of an address. */
const credentials = /\b(https?:\/\/)[^\s/@"'<>\\]{1,512}@/gi

/** A token as headers and examples of requests have it; the shortest that are in use have sixteen characters. */
const bearer = /\b(Bearer\s)[\w.~+/-]{16,4096}=*/gi

const withoutCredentials = (text: string): string =>
  text
    .replace(credentials, "$1")
    .replace(parameter, (all, head: string, name: string) => secretName.test(name) ? head + hidden : all)
    .replace(bearer, `$1${hidden}`)

/** Takes secrets out of everything that is written. */
export const cleaner = (secrets: ReadonlyArray<Redacted.Redacted>): (value: Schema.Json) => Schema.Json => {
  const values = secrets.map((secret) => String(Redacted.value(secret))).filter((value) => value !== "")
  const text = (given: string): string =>
    values.reduce(
      (out, value) => out.replaceAll(value, hidden).replaceAll(encodeURIComponent(value), hidden),
      withoutCredentials(given)
    )
  const clean = (value: Schema.Json): Schema.Json => {
    if (typeof value === "string") return text(value)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        text(name),
        // the key of a keyboard that an action presses is none
        name !== "key" && secretName.test(name) && typeof inner === "string" ? hidden : clean(inner)
      ])
    )
  }
  return clean
}

/** Fields of answers that are no text: addresses, bytes, and words of ours. */
const noText =
  /^(?:_tag|body|bytes|charset|code|contentType|engine|headers|hosts?|links?|position|proxyUsed|source|.*url)$/i

/** Takes what belongs to persons out of the texts of an answer. */
export const redacting = (redactPII: boolean | Redact.Options) => (answer: Schema.Json): Effect.Effect<Schema.Json> => {
  if (redactPII === false) return Effect.succeed(answer)
  // in HTML a tag would be an element, which nobody sees
  const options = { replaceStyle: "mask", ...(redactPII === true ? {} : redactPII) } as const
  return Effect.promise(async () => {
    const { redact } = await import("@dunlin/redaction/Redact")
    const within = async (value: Schema.Json): Promise<Schema.Json> => {
      if (typeof value === "string") return redact(value, options)
      if (Array.isArray(value)) return Promise.all(value.map(within))
      if (typeof value !== "object" || value === null) return value
      const fields = Object.entries(value).map(async ([name, inner]) =>
        [name, typeof inner === "string" && noText.test(name) ? inner : await within(inner)] as const
      )
      return Object.fromEntries(await Promise.all(fields))
    }
    return within(answer)
  })
}
