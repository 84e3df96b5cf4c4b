/** Defines a row of the settings table: a variable, its allowed values, and its description. */
import * as RemoteBrowser from "@dunlin/fetcher/RemoteBrowser"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { SettingsError } from "../../SettingsError.ts"
import { parseAge } from "./age.ts"
import { text } from "./variable.ts"

export interface Kind<A> {
  readonly schema: Schema.ConstraintCodec<A, string>
  readonly expected: string
  readonly isShown: boolean
}

export type Part =
  | "artifacts"
  | "audit"
  | "cache"
  | "categories"
  | "credits"
  | "fetcher"
  | "html"
  | "idempotency"
  | "jobs"
  | "listener"
  | "media"
  | "models"
  | "papers"
  | "pdf"
  | "provider"
  | "redactor"
  | "search"
  | "teams"
  | "telemetry"
  | "threats"
  | "vectors"

interface About {
  readonly says: string
  /** Shown instead of the default value. @default "none" */
  readonly otherwise?: string
  readonly readBy: Part
}

export interface Setting<A> {
  readonly variable: string
  readonly says: string
  readonly otherwise: string
  readonly expected: string
  readonly isSecret: boolean
  readonly readBy: Part
  readonly config: Config.Config<A>
  fault(value: A): string | undefined
}

const MAX_SHOWN_CHARACTERS_OF_VALUE = 60

const faultOf = <A>(kind: Kind<A>) => {
  const isValid = Schema.is(Schema.toType(kind.schema))
  return (value: A): string | undefined =>
    isValid(value)
      ? undefined
      : `expected ${kind.expected}${
        kind.isShown ? `, got ${JSON.stringify(String(value).slice(0, MAX_SHOWN_CHARACTERS_OF_VALUE))}` : ""
      }`
}

const wrongValue = <A>(variable: string, { expected, isShown }: Kind<A>, written: string): Config.ConfigError => {
  const shown = isShown ? `, got ${JSON.stringify(written.slice(0, MAX_SHOWN_CHARACTERS_OF_VALUE))}` : ""
  const error = new SettingsError({ variable, why: `expected ${expected}${shown}` })
  return new Config.ConfigError(new ConfigProvider.SourceError({ message: error.message, cause: error }))
}

const read = <A>(variable: string, kind: Kind<A>): Config.Config<Option.Option<A>> => {
  const decode = Schema.decodeUnknownOption(kind.schema)
  return Config.mapEffect(text(variable), (written) => {
    if (Option.isNone(written)) return Effect.succeed(Option.none<A>())
    const value = decode(written.value)
    return Option.isSome(value) ? Effect.succeed(value) : Effect.fail(wrongValue(variable, kind, written.value))
  })
}

const described = (variable: string, kind: { readonly expected: string }, about: About, otherwise: string) => ({
  variable,
  says: about.says,
  otherwise: about.otherwise ?? otherwise,
  expected: kind.expected,
  readBy: about.readBy
})

export const optional = <A>(variable: string, kind: Kind<A>, about: About): Setting<Option.Option<A>> => {
  const fault = faultOf(kind)
  return {
    ...described(variable, kind, about, "none"),
    isSecret: false,
    config: read(variable, kind),
    fault: (value) => Option.isNone(value) ? undefined : fault(value.value)
  }
}

export const secret = (
  variable: string,
  kind: Kind<string>,
  about: About
): Setting<Option.Option<Redacted.Redacted>> => {
  const hidden = { ...kind, isShown: false }
  const fault = faultOf(hidden)
  return {
    ...described(variable, kind, about, "none"),
    isSecret: true,
    config: Config.map(read(variable, hidden), Option.map((value) => Redacted.make(value))),
    fault: (value) => Option.isNone(value) ? undefined : fault(Redacted.value(value.value))
  }
}

export const withDefault = <A>(variable: string, kind: Kind<A>, value: A, about: About): Setting<A> => ({
  ...described(variable, kind, about, `\`${String(value)}\``),
  isSecret: false,
  config: Config.map(read(variable, kind), Option.getOrElse(() => value)),
  fault: faultOf(kind)
})

const itemsOf = (value: string): ReadonlyArray<string> =>
  value.split(",").map((item) => item.trim()).filter((item) => item !== "")

export const list = (
  variable: string,
  kind: Kind<string>,
  about: About,
  values: ReadonlyArray<string> = []
): Setting<ReadonlyArray<string>> => {
  const fault = faultOf(kind)
  const decode = Schema.decodeUnknownOption(kind.schema)
  return {
    ...described(variable, kind, about, values.length === 0 ? "none" : `\`${values.join(",")}\``),
    isSecret: false,
    config: Config.mapEffect(text(variable), (written) => {
      const items = itemsOf(Option.getOrElse(written, () => ""))
      if (items.length === 0) return Effect.succeed(values)
      const wrong = items.find((item) => Option.isNone(decode(item)))
      return wrong === undefined
        ? Effect.succeed([...new Set(items)])
        : Effect.fail(wrongValue(variable, kind, wrong))
    }),
    fault: (value) => value.map(fault).find((why) => why !== undefined)
  }
}

const checked = (expected: string, isRight: (value: string) => boolean, isShown = true): Kind<string> => ({
  schema: Schema.String.check(Schema.makeFilter(isRight, { expected })),
  expected,
  isShown
})

export const anyText: Kind<string> = checked("a text", (value) => value.trim() !== "")

export const matching = (expected: string, pattern: RegExp): Kind<string> =>
  checked(expected, (value) => pattern.test(value))

export const atLeastLong = (characters: number): Kind<string> =>
  checked(`a text of at least ${characters} characters`, (value) => value.length >= characters)

export const webAddress: Kind<string> = checked(
  "an http or https URL",
  (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
  false
)

export const webAddresses: Kind<string> = checked(
  "an http or https URL, or several separated by commas",
  (value) => value.split(",").every((each) => /^https?:$/.test(URL.parse(each.trim())?.protocol ?? "")),
  false
)

export const nameOfIndex: Kind<string> = matching(
  "a name of lower-case letters, digits, `_` and `-`",
  /^[a-z0-9][a-z0-9_-]{0,200}$/
)

export const browserAddresses: Kind<string> = checked(
  RemoteBrowser.expected,
  (value) => RemoteBrowser.parse(value) !== undefined,
  false
)

export const addressOf = (...protocols: readonly [string, ...ReadonlyArray<string>]): Kind<string> =>
  checked(
    `a URL that begins with ${protocols[0]}://`,
    (value) => protocols.some((protocol) => value.startsWith(`${protocol}://`)) && URL.canParse(value),
    false
  )

const SERVERS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^]*)$/

export const databaseAddress: Kind<string> = checked(
  "a URL that begins with postgres://",
  (value) => {
    const [, lead, hosts, rest] = SERVERS.exec(value) ?? []
    return hosts !== undefined && hosts.split(",").every((host) => URL.canParse(`${lead}${host}${rest}`))
  },
  false
)

export const wholeNumber = (bounds: { readonly minimum: number; readonly maximum?: number }): Kind<number> => {
  const maximum = bounds.maximum ?? Number.MAX_SAFE_INTEGER
  return {
    schema: Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: bounds.minimum, maximum })),
    expected: bounds.maximum === undefined
      ? `a whole number of at least ${bounds.minimum}`
      : `a whole number from ${bounds.minimum} to ${bounds.maximum}`,
    isShown: true
  }
}

export const oneOf = <const Names extends ReadonlyArray<string>>(...names: Names): Kind<Names[number]> => ({
  schema: Schema.Literals(names),
  expected: `one of ${names.join(", ")}`,
  isShown: true
})

export const logLevel: Kind<LogLevel.LogLevel> = {
  schema: Schema.String.pipe(
    Schema.decodeTo(Schema.Literals(LogLevel.values), {
      decode: SchemaGetter.transform((written: string) =>
        LogLevel.values.find((name) => name.toLowerCase() === written.toLowerCase()) ?? (written as LogLevel.LogLevel)
      ),
      encode: SchemaGetter.transform((level: LogLevel.LogLevel): string => level)
    })
  ),
  expected: `one of ${LogLevel.values.join(", ")}`,
  isShown: true
}

export const time = (examples: string, minimum: Duration.Duration = Duration.zero): Kind<Duration.Duration> => ({
  schema: Schema.String.check(
    Schema.makeFilter((value) => Option.exists(parseAge(value), Duration.isGreaterThanOrEqualTo(minimum)))
  ).pipe(
    Schema.decodeTo(Schema.Duration, {
      decode: SchemaGetter.transform((written: string) => Option.getOrThrow(parseAge(written))),
      encode: SchemaGetter.transform((duration: Duration.Duration) => String(duration))
    })
  ),
  expected: Duration.isZero(minimum)
    ? `a duration such as ${examples}`
    : `a duration of at least ${Duration.format(minimum)}, such as ${examples}`,
  isShown: true
})
