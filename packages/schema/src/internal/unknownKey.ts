import type { RequestIssue } from "../InvalidRequest.ts"
import * as Spelling from "../Spelling.ts"

export const unknownKey = (path: RequestIssue["path"], known: Iterable<string>): RequestIssue => {
  const names = [...known]
  const key = String(path.at(-1))
  const meant = Spelling.meant(key, names)
  return meant === undefined ? noneOf(path, names) : mistyped(path, meant)
}

export const mistyped = (path: RequestIssue["path"], meant: string): RequestIssue => ({
  path,
  code: "unrecognized_keys",
  expected: meant,
  message: `Unknown key; did you mean ${meant}?`
})

const noneOf = (path: RequestIssue["path"], known: Iterable<string>): RequestIssue => {
  const expected = [...known].join(", ")
  return expected === ""
    ? { path, code: "unrecognized_keys", message: "Unknown key" }
    : { path, code: "unrecognized_keys", expected, message: `Unknown key; expected one of ${expected}` }
}
