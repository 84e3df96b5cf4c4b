/**
 * Combines the metadata that a page declares with the author and dates that its text names.
 *
 * @since 0.4.0
 */
import type { Metadata } from "../../Metadata.ts"
import { stamp, writtenDay } from "../survey/days.ts"
import { owned } from "../tape/owned.ts"
import { isButtonLabel, isPerson, nameOf } from "./authorNames.ts"
import type { Credits } from "./credits.ts"

/**
 * Adds the author and dates of the text. A declared date wins. A declared author wins if it is a person other than the
 * site, or if the text names no person.
 */
export const withCredits = (declared: Metadata, { author, modified, published }: Credits): Metadata => {
  const own = withoutNonsense(declared)
  const named = [own["author"]].flat().flatMap((name) => typeof name === "string" ? nameOf(name) ?? [] : [])
  const isNamed = named.some((name) => isPerson(name) && name !== own.ogSiteName) ||
    (named.length > 0 && (author === undefined || !isPerson(author.value)))
  return {
    ...own,
    ...(author === undefined || isNamed ? {} : { author: owned(author.value) }),
    ...(published === undefined || own.publishedTime !== undefined ? {} : { publishedTime: owned(published.value) }),
    ...(modified === undefined || own.modifiedTime !== undefined ? {} : { modifiedTime: owned(modified.value) })
  }
}

/** Removes authors that are labels of buttons, and invalid dates. */
const withoutNonsense = (found: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(found).flatMap(([key, value]): ReadonlyArray<readonly [string, unknown]> => {
      if (key === "author") return [value].flat().every((name) => isButtonLabel(String(name))) ? [] : [[key, value]]
      if (key !== "publishedTime" && key !== "modifiedTime") return [[key, value]]
      const time = timeOf(String(value))
      return time === undefined ? [] : [[key, time]]
    })
  ) as Metadata

const timeOf = (text: string): string | undefined =>
  !Number.isNaN(Date.parse(text)) || writtenDay(text) !== undefined && !/^\d{4}-/.test(text)
    ? text
    : stamp(text)?.replace(/^(\d{4}-\d{1,2}-\d{1,2})[T ].*$/, "$1")
