import * as NodeCrypto from "node:crypto"

const NAME_OF_ONE_PAGE = /\d|^[^-_]+(?:[-_][^-_]+){2,}$|%|.{30,}/
const MAX_PARTS = 6

export const kindOf = ({ host, pathname, searchParams }: URL): string => {
  const parts = pathname.split("/").slice(0, MAX_PARTS).map((part) => NAME_OF_ONE_PAGE.test(part) ? "*" : part)
  const names = Array.from(new Set(searchParams.keys())).filter((name) => !/\d/.test(name)).sort().slice(0, MAX_PARTS)
  return NodeCrypto.createHash("sha256").update(`${host}${parts.join("/")}?${names.join("&")}`).digest("hex")
}
