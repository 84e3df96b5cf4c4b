/**
 * One finding of personal data: its place, its kind, and how sure the detector is.
 *
 * @since 0.1.0
 */
export type { Entity } from "@dunlin/pii/Entity"
export type { Span } from "@dunlin/pii/Span"
