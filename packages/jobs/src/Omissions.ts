/**
 * Counts the URLs of a job without a page in the result, by reason, and describes the reasons.
 *
 * @since 0.2.0
 */
import type { Omission, OmissionReason } from "@dunlin/schema/Omission"

/** Completes the sentence "N URLs are …", for example "outside the path of the start URL". */
const words: { readonly [Reason in OmissionReason]: string } = {
  outside: "outside the path of the start URL",
  site: "on other sites",
  excluded: "excluded by a pattern",
  file: "files without text, or URLs that are too long",
  depth: "deeper than the maximum link depth",
  limit: "above the page limit",
  known: "above the number of URLs that a job can store",
  numbers: "linked only from pages that differ from others only in numbers",
  trap: "similar to URLs without new text",
  alternate: "other URLs of the same pages",
  robots: "disallowed by robots.txt",
  nofollow: "linked only from \"nofollow\" pages",
  copy: "linked only from duplicate pages",
  error: "linked only from failed pages",
  links: "links, because only sitemaps are read",
  query: "with a query",
  blocked: "blocked by the threat policy",
  sitemap: "sitemaps that were not read",
  moved: "the redirect target of the start URL",
  duplicate: "pages with the same content as another page",
  canonical: "pages with another canonical URL",
  noindex: "\"noindex\" pages",
  redirect: "redirects to pages outside the crawl",
  list: "lists of URLs",
  empty: "pages without text"
}

/** Reasons for which a URL was requested and its page then omitted. URLs with other reasons were never requested. */
const requested: ReadonlySet<OmissionReason> = new Set([
  "duplicate",
  "canonical",
  "noindex",
  "redirect",
  "list",
  "empty",
  "moved"
])

/**
 * Whether URLs with this reason were requested.
 *
 * @category predicates
 * @since 0.2.0
 */
export const isRequested = (reason: OmissionReason): boolean => requested.has(reason)

/**
 * Describes a reason briefly.
 *
 * **Example** (One line per reason)
 *
 * ```ts
 * import { Omissions } from "@dunlin/jobs"
 *
 * console.log(Omissions.describe("depth")) // deeper than the maximum link depth
 * ```
 *
 * @category conversions
 * @since 0.2.0
 */
export const describe = (reason: OmissionReason): string => words[reason]

const addresses = ({ count, isAtLeast }: Omission): string =>
  `${isAtLeast === true ? "At least " : ""}${count} ${count === 1 ? "URL was" : "URLs were"}`

/** Warnings of a job. The remaining reasons follow from the caller's request, so they cause no warning. */
const sentences: { readonly [Reason in OmissionReason]?: (omission: Omission) => string } = {
  numbers: (omission) =>
    `${
      addresses(omission)
    } not followed, because they are linked only from pages that differ from others only in numbers ` +
    `(for example ${omission.example}); "deduplicateSimilarURLs": false follows such pages too.`,
  trap: (omission) =>
    `${addresses(omission)} not requested, because similar URLs had no new text (for example ${omission.example}).`,
  known: (omission) =>
    `${
      addresses(omission)
    } not requested, because the job has reached its maximum number of URLs (for example ${omission.example}); ` +
    "raise \"limit\" to allow more.",
  sitemap: ({ count, example }) =>
    `${count === 1 ? "1 sitemap was" : `${count} sitemaps were`} not read (for example ${example}).`,
  moved: ({ example }) => `The start URL redirects to ${example}; the URLs of that place are used.`
}

const outside = (omission: Omission): string =>
  `${
    addresses(omission)
  } not requested, because they are outside the path of the start URL (for example ${omission.example}); ` +
  "set \"crawlEntireDomain\": true to follow them."

/**
 * Returns the sentences for the warning of a job or map.
 *
 * @category conversions
 * @since 0.2.0
 */
export const sentencesOf = (
  omissions: ReadonlyArray<Omission>,
  { isAlone = false, isSatisfied = false }: {
    /** Whether the start page is the only page of the result. */
    readonly isAlone?: boolean | undefined
    /** Whether the job has its maximum number of pages. If so, only the redirect of the start URL is reported. */
    readonly isSatisfied?: boolean | undefined
  } = {}
): ReadonlyArray<string> =>
  omissions.flatMap((omission) => {
    const { reason } = omission
    if (reason === "outside" && isAlone) return [outside(omission)]
    if (isSatisfied && reason !== "moved") return []
    return sentences[reason]?.(omission) ?? []
  })

/**
 * Returns the counts as lines, largest counts first.
 *
 * @category conversions
 * @since 0.2.0
 */
export const lines = (omissions: ReadonlyArray<Omission>): ReadonlyArray<string> =>
  omissions.toSorted((one, other) => other.count - one.count).map(({ count, example, isAtLeast, reason }) =>
    `${isAtLeast === true ? "at least " : ""}${count} ${words[reason]} (for example ${example})`
  )

/**
 * An account in memory.
 *
 * @category models
 * @since 0.2.0
 */
export interface Account {
  /** Counts a URL once, under its first reason. */
  readonly add: (key: string, reason: OmissionReason, url?: string) => void
  /** Removes a URL from the count, because it is in the result. */
  readonly remove: (key: string) => void
  readonly omissions: () => ReadonlyArray<Omission>
}

/** Twice the maximum number of URLs of a map. */
const MAX_NOTED_URLS = 200_000

/**
 * Creates an account for one run in one process.
 *
 * **Example** (Two addresses on another site)
 *
 * ```ts
 * import { Omissions } from "@dunlin/jobs"
 *
 * const account = Omissions.account()
 * for (const url of ["https://a.example/", "https://b.example/", "https://a.example/"]) account.add(url, "site")
 * console.log(account.omissions()) // [ { reason: 'site', count: 2, example: 'https://a.example/' } ]
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const account = (): Account => {
  const reasons = new Map<string, { readonly reason: OmissionReason; readonly url: string }>()
  const cut = new Set<OmissionReason>()
  return {
    add: (key, reason, url = key) => {
      if (reasons.has(key)) return
      if (reasons.size >= MAX_NOTED_URLS) cut.add(reason)
      else reasons.set(key, { reason, url })
    },
    remove: (key) => {
      reasons.delete(key)
    },
    omissions: () => {
      const counted = new Map<OmissionReason, { count: number; readonly example: string }>()
      for (const { reason, url } of reasons.values()) {
        const known = counted.get(reason)
        if (known === undefined) counted.set(reason, { count: 1, example: url })
        else known.count++
      }
      return Array.from(counted, ([reason, { count, example }]): Omission => ({
        reason,
        count,
        ...(cut.has(reason) ? { isAtLeast: true } : {}),
        example
      })).sort((one, other) => one.reason < other.reason ? -1 : 1)
    }
  }
}
