/**
 * Reads the metadata of a page. Names that the pipeline fills are not taken from pages.
 *
 * @since 0.1.0
 */
import * as Engine from "@dunlin/html/Metadata"
import type * as Document from "@dunlin/schema/Document"
import { reserved } from "../internal/html/reservedNames.ts"

/**
 * The metadata of a document, with the contract's fields.
 *
 * @category models
 * @since 0.1.0
 */
export type Metadata = Document.Metadata

/**
 * Reads title, description, language, icons, canonical URL, OpenGraph, Dublin Core and article times. Every other
 * named meta element is a string, or a list of strings if it is repeated.
 *
 * @category getters
 * @since 0.1.0
 */
export const fromTape = (
  tape: Parameters<typeof Engine.fromTape>[0],
  resolve: Parameters<typeof Engine.fromTape>[1]
): Metadata => Engine.fromTape(tape, resolve, reserved) as Metadata // fields of other types than text are reserved
