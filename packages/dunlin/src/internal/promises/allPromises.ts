/**
 * The table of promises: what happens to each when the part it stands on is not set up, mistyped, or down. The reference
 * page comes from here, and so do the tests that take each part away. `unkept.ts` has what a start can know.
 */
import { pages } from "./promisesOfPages.ts"
import { search } from "./promisesOfSearch.ts"
import { service } from "./promisesOfService.ts"
import type { Row } from "./row.ts"

export const promises = { ...search, ...pages, ...service }

export type PromiseName = keyof typeof promises

/** The sections of the reference page. */
export const sections: ReadonlyArray<readonly [title: string, rows: Readonly<Record<string, Row>>]> = [
  ["Search", search],
  ["Pages", pages],
  ["Teams, storage and charges", service]
]
