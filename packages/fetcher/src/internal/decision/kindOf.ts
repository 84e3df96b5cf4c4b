import * as NodeCrypto from "node:crypto"

/** Matches a path segment that names an individual page: a number, a hash, a date, a title of several words. */
const NAME_OF_ONE_PAGE = /\d|^[^-_]+(?:[-_][^-_]+){2,}$|%|.{30,}/
/** Maximum path segments that distinguish kinds. */
const MAX_PARTS = 6

/** Returns the kind of a URL: its host and the pattern of its path and query, as a hash. */
export const kindOf = ({ host, pathname, searchParams }: URL): string => {
  const parts = pathname.split("/").slice(0, MAX_PARTS).map((part) => NAME_OF_ONE_PAGE.test(part) ? "*" : part)
  const names = Array.from(new Set(searchParams.keys())).filter((name) => !/\d/.test(name)).sort().slice(0, MAX_PARTS)
  return NodeCrypto.createHash("sha256").update(`${host}${parts.join("/")}?${names.join("&")}`).digest("hex")
}
