import * as NodeCrypto from "node:crypto"

/** A part of a path that names one page of many: a number, a hash, a date, a title of several words. */
const NAME_OF_ONE_PAGE = /\d|^[^-_]+(?:[-_][^-_]+){2,}$|%|.{30,}/
/** Parts of a path that tell kinds apart. */
const MAX_PARTS = 6

/** The kind of a URL: its host and the shape of its path and query, as a hash. */
export const kindOf = ({ host, pathname, searchParams }: URL): string => {
  const parts = pathname.split("/").slice(0, MAX_PARTS).map((part) => NAME_OF_ONE_PAGE.test(part) ? "*" : part)
  const names = Array.from(new Set(searchParams.keys())).filter((name) => !/\d/.test(name)).sort().slice(0, MAX_PARTS)
  return NodeCrypto.createHash("sha256").update(`${host}${parts.join("/")}?${names.join("&")}`).digest("hex")
}
