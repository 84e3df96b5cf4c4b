/** The page and search options of the command line, one flag each. */
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { parseAge } from "../settings/age.ts"

/** `a,b` and repeated flags are equivalent. */
export const list = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.flatMap((value) => value.split(",")).map((value) => value.trim()).filter((value) => value !== "")

const time = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.filterMap(parseAge, () => "a time such as 500ms, 20s or 5m"),
    Flag.optional
  )

const several = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.atLeast(0))

/** Flags for reading a page. */
export const pageFlags = {
  onlyMainContent: Flag.Boolean("only-main-content").pipe(
    Flag.withDescription(
      "Whether navigation and banners are left out (default: yes); --no-only-main-content keeps them"
    ),
    Flag.optional
  ),
  includeTags: several("include-tags", "Only elements that fit one of these CSS selectors"),
  excludeTags: several("exclude-tags", "No elements that fit one of these CSS selectors"),
  waitFor: time("wait-for", "Time to wait in a browser before the page is read"),
  maxAge: time("max-age", "How old a page of the cache may be; 0s fetches it anew (default: 2d)"),
  mobile: Flag.Boolean("mobile").pipe(Flag.withDescription("Read the page as a phone does"), Flag.withDefault(false)),
  redact: Flag.Boolean("redact").pipe(
    Flag.withDescription("Take names, addresses, numbers and secrets out of the text"),
    Flag.withDefault(false)
  )
}

type Typed<Flags> = { readonly [Name in keyof Flags]: Flags[Name] extends Flag.Flag<infer A> ? A : never }

const milliseconds = (given: Option.Option<Duration.Duration>) => Option.map(given, Duration.toMillis)

const whenGiven = <Key extends string, A>(key: Key, value: Option.Option<A>) =>
  Option.isSome(value) ? { [key]: value.value } : {}

const whenAny = (key: string, values: ReadonlyArray<string>) => values.length === 0 ? {} : { [key]: values }

/** The `scrapeOptions` fields that were set by flags. */
export const toScrapeOptions = (flags: Typed<typeof pageFlags>): Readonly<Record<string, unknown>> => ({
  ...whenGiven("onlyMainContent", flags.onlyMainContent),
  ...whenAny("includeTags", list(flags.includeTags)),
  ...whenAny("excludeTags", list(flags.excludeTags)),
  ...whenGiven("waitFor", milliseconds(flags.waitFor)),
  ...whenGiven("maxAge", milliseconds(flags.maxAge)),
  ...(flags.mobile ? { mobile: true } : {}),
  ...(flags.redact ? { redactPII: true } : {})
})

/** Flags for a search. */
export const searchFlags = {
  location: Flag.String("location").pipe(
    Flag.withDescription("Where the searcher is; `dunlin locations` lists what is known"),
    Flag.optional
  ),
  includeDomains: several("include-domains", "Only these domains, separated by commas"),
  excludeDomains: several("exclude-domains", "None of these domains"),
  timeout: time("timeout", "Time for the whole search, pages included (default: 5m)")
}

/** The search fields that were set by flags. */
export const toSearch = (flags: Typed<typeof searchFlags>): Readonly<Record<string, unknown>> => ({
  ...whenGiven("location", flags.location),
  ...whenAny("includeDomains", list(flags.includeDomains)),
  ...whenAny("excludeDomains", list(flags.excludeDomains)),
  ...whenGiven("timeout", milliseconds(flags.timeout))
})

/** The provider, instead of `DUNLIN_PROVIDER`. */
export const provider = several(
  "provider",
  "Search providers, separated by commas (default: DUNLIN_PROVIDER, or local)"
)

/** Timeout of one page. */
export const pageTimeout = time("timeout", "Time for a page (default: 30s)")

/** The timeout field of a scrape. */
export const toTimeout = (timeout: Option.Option<Duration.Duration>) => whenGiven("timeout", milliseconds(timeout))
