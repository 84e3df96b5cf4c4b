/**
 * Parses HTML once, and reads every format with pure functions. Re-exports `@dunlin/html`.
 *
 * @since 0.1.0
 */
import * as Engine from "@dunlin/html/Html"
import { reserved } from "../internal/html/reservedNames.ts"
import type { Metadata } from "./Metadata.ts"

export * from "@dunlin/html/Html"

/**
 * Returns the metadata of a page, from {@link Engine.metadata}. Field names that the pipeline fills are not taken from
 * the page.
 *
 * @category getters
 * @since 0.1.0
 */
export const metadata = (page: Engine.Page): Metadata => Engine.metadata(page, { reserved }) as Metadata
