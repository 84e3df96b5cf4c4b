/** Defines the page and search options of the command line, one flag each. */
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { parseAge } from "../settings/age.ts"

export const list = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.flatMap((value) => value.split(",")).map((value) => value.trim()).filter((value) => value !== "")

const time = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.filterMap(parseAge, () => "a duration such as 500ms, 20s or 5m"),
    Flag.optional
  )

const several = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.atLeast(0))

export const pageFlags = {
  onlyMainContent: Flag.Boolean("only-main-content").pipe(
    Flag.withDescription(
      "Omit navigation and banners (default); --no-only-main-content keeps them"
    ),
    Flag.optional
  ),
  includeTags: several("include-tags", "Include only elements that match one of these CSS selectors"),
  excludeTags: several("exclude-tags", "Exclude elements that match one of these CSS selectors"),
  waitFor: time("wait-for", "Time to wait in the browser before the page is read"),
  maxAge: time("max-age", "Maximum age of a cached page; 0s always fetches (default: 2d)"),
  mobile: Flag.Boolean("mobile").pipe(
    Flag.withDescription("Read the page as a mobile device"),
    Flag.withDefault(false)
  ),
  redact: Flag.Boolean("redact").pipe(
    Flag.withDescription("Redact names, addresses, numbers and secrets in the text"),
    Flag.withDefault(false)
  )
}

type Typed<Flags> = { readonly [Name in keyof Flags]: Flags[Name] extends Flag.Flag<infer A> ? A : never }

const milliseconds = (given: Option.Option<Duration.Duration>) => Option.map(given, Duration.toMillis)

const whenGiven = <Key extends string, A>(key: Key, value: Option.Option<A>) =>
  Option.isSome(value) ? { [key]: value.value } : {}

const whenAny = (key: string, values: ReadonlyArray<string>) => values.length === 0 ? {} : { [key]: values }

export const toScrapeOptions = (flags: Typed<typeof pageFlags>): Readonly<Record<string, unknown>> => ({
  ...whenGiven("onlyMainContent", flags.onlyMainContent),
  ...whenAny("includeTags", list(flags.includeTags)),
  ...whenAny("excludeTags", list(flags.excludeTags)),
  ...whenGiven("waitFor", milliseconds(flags.waitFor)),
  ...whenGiven("maxAge", milliseconds(flags.maxAge)),
  ...(flags.mobile ? { mobile: true } : {}),
  ...(flags.redact ? { redactPII: true } : {})
})

export const searchFlags = {
  location: Flag.String("location").pipe(
    Flag.withDescription("Location of the searcher; `dunlin locations` lists the known places"),
    Flag.optional
  ),
  includeDomains: several("include-domains", "Include only these domains, separated by commas"),
  excludeDomains: several("exclude-domains", "Exclude these domains, separated by commas"),
  timeout: time("timeout", "Timeout of the whole search, pages included (default: 5m)")
}

export const toSearch = (flags: Typed<typeof searchFlags>): Readonly<Record<string, unknown>> => ({
  ...whenGiven("location", flags.location),
  ...whenAny("includeDomains", list(flags.includeDomains)),
  ...whenAny("excludeDomains", list(flags.excludeDomains)),
  ...whenGiven("timeout", milliseconds(flags.timeout))
})

export const provider = several(
  "provider",
  "Search providers, separated by commas (default: DUNLIN_PROVIDER, or local)"
)

export const pageTimeout = time("timeout", "Timeout per page (default: 30s)")

export const toTimeout = (timeout: Option.Option<Duration.Duration>) => whenGiven("timeout", milliseconds(timeout))
