/** Converts filters of other APIs to filters of `/v2/search`. Each filter applies to every result. */
import type { Condition } from "@dunlin/pipeline/SearchState"
import * as Domains from "@dunlin/query-operators/Domains"
import * as CountryCode from "@dunlin/schema/CountryCode"
import * as HostName from "@dunlin/schema/HostName"
import type { SearchRequestInput } from "@dunlin/schema/SearchRequest"
import * as Effect from "effect/Effect"
import * as ApiError from "../../ApiError.ts"

/** Engines support none of these filters, so more results are requested than returned. */
const ASKED_PER_RESULT = 3

interface Place {
  readonly host: string
  readonly path: string
}

const placeOf = (written: string): Place | undefined => {
  const bare = written.trim().toLowerCase().replace(/^https?:\/\//, "").replace(/^\*?\./, "")
  const [host = "", ...rest] = bare.split("/")
  const path = rest.join("/").replace(/\/?\*?$/, "")
  return host !== "" && HostName.isHostName(host) ? { host, path: path === "" ? "" : `/${path}` } : undefined
}

const isIn = ({ host, path }: Place, url: string): boolean => {
  const address = URL.parse(url)
  if (address === null || !Domains.isWithin(Domains.hostOf(url) ?? "", host)) return false
  const below = address.pathname.toLowerCase()
  return path === "" || below === path || below.startsWith(`${path}/`)
}

export interface DomainFilter {
  readonly request: Pick<SearchRequestInput, "includeDomains" | "excludeDomains">
  readonly condition?: Condition
}

const places = (field: string, written: ReadonlyArray<string>) =>
  Effect.forEach(written, (text) => {
    const place = placeOf(text)
    return place === undefined
      ? Effect.fail(ApiError.badRequest(field, "host names such as example.com, optionally with a path"))
      : Effect.succeed(place)
  })

/** The contract supports host names in one of the lists. All other filters become a condition on each result's URL. */
export const domains = Effect.fnUntraced(function*(
  include: { readonly field: string; readonly value?: ReadonlyArray<string> | undefined },
  exclude: { readonly field: string; readonly value?: ReadonlyArray<string> | undefined }
): Effect.fn.Return<DomainFilter, ApiError.ApiError> {
  const wanted = yield* places(include.field, include.value ?? [])
  const unwanted = yield* places(exclude.field, exclude.value ?? [])
  const hosts = [...new Set(wanted.map(({ host }) => host))]
  const request = wanted.length > 0
    ? { includeDomains: hosts }
    : unwanted.every(({ path }) => path === "")
    ? { excludeDomains: unwanted.map(({ host }) => host) }
    : {}
  const isHeld = wanted.every(({ path }) => path === "") && (unwanted.length === 0 || "excludeDomains" in request)
  return isHeld ? { request } : {
    request,
    condition: {
      about: wanted.length === 0 ? exclude.field : include.field,
      overfetch: ASKED_PER_RESULT,
      holds: (url) =>
        (wanted.length === 0 || wanted.some((place) => isIn(place, url))) && !unwanted.some((place) => isIn(place, url))
    }
  }
})

const DAY = 86_400_000

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** Converts a date or time to a whole day: the first one after a lower bound, or the last one before an upper bound. */
const dayOf = (field: string, written: string, bound: "from" | "before" | "through") => {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written)
  const iso = american === null
    ? written
    : `${american[3]}-${american[1]!.padStart(2, "0")}-${american[2]!.padStart(2, "0")}`
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso)
  const time = /^\d{4}-\d{2}-\d{2}/.test(iso) ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(time)) return Effect.fail(ApiError.badRequest(field, "a date such as 2026-01-31"))
  if (bound === "from") return Effect.succeed(day(Math.ceil(time / DAY) * DAY))
  if (bound === "through" && isDay) return Effect.succeed(iso)
  return Effect.succeed(day(Math.floor((time + (isDay ? 0 : 1)) / DAY) * DAY - DAY))
}

const inAmerican = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`

interface Bound {
  readonly field: string
  readonly value?: string | undefined
  readonly isInclusive?: boolean
}

export const between = Effect.fnUntraced(function*(
  from: Bound,
  to: Bound
): Effect.fn.Return<string | undefined, ApiError.ApiError> {
  const first = from.value === undefined ? undefined : yield* dayOf(from.field, from.value, "from")
  const last = to.value === undefined
    ? undefined
    : yield* dayOf(to.field, to.value, to.isInclusive === false ? "before" : "through")
  if (first === undefined && last === undefined) return undefined
  if (first !== undefined && last !== undefined && first > last) {
    return yield* ApiError.badRequest(to.field, `a date on or after ${from.field}`)
  }
  return [
    "cdr:1",
    ...(first === undefined ? [] : [`cd_min:${inAmerican(first)}`]),
    ...(last === undefined ? [] : [`cd_max:${inAmerican(last)}`])
  ].join(",")
})

const units = { hour: "h", h: "h", day: "d", d: "d", week: "w", w: "w", month: "m", m: "m", year: "y", y: "y" } as const

export const within = (unit: keyof typeof units | undefined): string | undefined =>
  unit === undefined ? undefined : `qdr:${units[unit]}`

export const ranges = Object.keys(units) as ReadonlyArray<string> as ["hour", ...Array<keyof typeof units>]

const names = new Intl.DisplayNames(["en"], { type: "region" })

const codes = new Map(Array.from(CountryCode.all, (code) => [(names.of(code) ?? code).toLowerCase(), code]))

export const country = (field: string, written: string | undefined) => {
  if (written === undefined || written === "" || written.toLowerCase() === "all") return Effect.succeed(undefined)
  const code = codes.get(written.toLowerCase()) ?? CountryCode.normalize(written)
  return CountryCode.all.has(code)
    ? Effect.succeed(code)
    : Effect.fail(ApiError.badRequest(field, "an English country name or an ISO 3166-1 code"))
}

export const phrase = (text: string): string => `"${text.replaceAll("\"", " ").trim()}"`

type Given<A> =
  & { [Key in keyof A as undefined extends A[Key] ? never : Key]: A[Key] }
  & { [Key in keyof A as undefined extends A[Key] ? Key : never]?: Exclude<A[Key], undefined> }

/** Undefined fields are removed, because absent fields have defaults. */
export const given = <A extends object>(fields: A): Given<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<A>
