/**
 * Declares a finding of personal data: its position, its entity, and its score.
 *
 * @since 0.1.0
 */
export type { Entity } from "@dunlin/pii/Entity"
export type { Span } from "@dunlin/pii/Span"
