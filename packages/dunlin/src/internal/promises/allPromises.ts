/**
 * Lists the promises, and what happens if the component of a promise is not set up, mistyped, or down. The reference
 * page, and the tests that remove each component, are generated from this table.
 */
import { pages } from "./promisesOfPages.ts"
import { search } from "./promisesOfSearch.ts"
import { service } from "./promisesOfService.ts"
import type { Row } from "./row.ts"

export const promises = { ...search, ...pages, ...service }

export type PromiseName = keyof typeof promises

export const sections: ReadonlyArray<readonly [title: string, rows: Readonly<Record<string, Row>>]> = [
  ["Search", search],
  ["Pages", pages],
  ["Teams, storage and charges", service]
]
