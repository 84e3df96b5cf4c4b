/** Finds secrets that must not be written to a cassette. */
import * as Secret from "@dunlin/common/Secret"
import type * as Redact from "@dunlin/redaction/Redact"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

const hidden = "REDACTED"

/** Names of headers, parameters and fields that contain a credential, in lower case with dashes between words. */
const secretName =
  /(?:^|-)(?:api-?keys?|key|(?:access|refresh|id|auth|csrf|xsrf)?-?tokens?|(?:client)?-?secrets?|passwords?|passwd|pwd|passphrase|auth|authorization|credentials?|cookies?|jwts?|session|(?:php|j)?sess(?:ion)?-?id|sid|signature|sig)$/

/** Names of fields that contain credentials at any depth. */
const secretList = /(?:^|-)(?:cookies?|credentials?)$/

const dashed = (name: string): string =>
  name.replace(/([a-z\d])([A-Z])/g, "$1-$2").replace(/([A-Z])([A-Z][a-z])/g, "$1-$2").replace(/[_.]/g, "-")
    .toLowerCase()

const isSecret = (name: string): boolean => secretName.test(dashed(name))

/** Matches a URL parameter anywhere in a text. In HTML the separator is `&amp;`. */
const parameter = /([?&;#]([\w.-]{1,64})=)[^&#;\s"'<>\\`]{1,4096}/g

const credentials = /\b(https?:\/\/)[^\s/@"'<>\\]{1,512}@/gi

/** The shortest tokens in use have 16 characters. */
const bearer = /\b(Bearer\s)[\w.~+/-]{16,4096}=*/gi

const withoutCredentials = (text: string): string =>
  text
    .replace(credentials, "$1")
    .replace(parameter, (all, head: string, name: string) => isSecret(name) ? head + hidden : all)
    .replace(bearer, `$1${hidden}`)

const allHidden = (value: Schema.Json): Schema.Json => {
  if (typeof value === "string") return hidden
  if (Array.isArray(value)) return value.map(allHidden)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, allHidden(inner)]))
}

/** A string is a credential if its field says so, or if an action types it. */
const isHidden = (name: string, inner: Schema.Json, type: Schema.Json | undefined): boolean => {
  if (type === "write" && name === "text") return true
  // The keyboard key that an action presses is not a credential.
  if (name === "key" || !isSecret(name)) return false
  return typeof inner === "string" || Array.isArray(inner) || secretList.test(dashed(name))
}

type Fields = Readonly<Record<string, Schema.Json>>

const marked = ["description", "snippet"]

/** Match offsets are wrong for a changed text, so they are removed. The pipeline finds the matches again. */
const inPlace = (before: Fields, after: Fields): Schema.Json => {
  if (!Array.isArray(before["matches"]) || marked.every((name) => before[name] === after[name])) return after
  const { matches: _, ...rest } = after
  return rest
}

export const cleaner = (secrets: ReadonlyArray<Secret.Secret>): (value: Schema.Json) => Schema.Json => {
  const values = secrets.map((secret) => Secret.text(secret, "secrets")).filter((value) => value !== "")
  const text = (given: string): string =>
    values.reduce(
      (out, value) => out.replaceAll(value, hidden).replaceAll(encodeURIComponent(value), hidden),
      withoutCredentials(given)
    )
  const clean = (value: Schema.Json): Schema.Json => {
    if (typeof value === "string") return text(value)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== "object" || value === null) return value
    const fields = value as Fields
    const cleaned = Object.entries(fields).map(([name, inner]) => [
      text(name),
      isHidden(name, inner, fields["type"]) ? allHidden(inner) : clean(inner)
    ])
    return inPlace(fields, Object.fromEntries(cleaned) as Fields)
  }
  return clean
}

/** Response fields without prose: URLs, bytes, and fixed words of this program. */
const noText =
  /^(?:_tag|body|bytes|charset|code|contentType|engine|headers|hosts?|links?|position|proxyUsed|source|.*url)$/i

export const redacting = (redactPII: boolean | Redact.Options) => (answer: Schema.Json): Effect.Effect<Schema.Json> => {
  if (redactPII === false) return Effect.succeed(answer)
  // In HTML, a tag such as `<PERSON>` would be an invisible element.
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
      return inPlace(value as Fields, Object.fromEntries(await Promise.all(fields)))
    }
    return within(answer)
  })
}
