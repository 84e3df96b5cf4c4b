/**
 * A found piece of personal data: where it is, what it is, how sure we are.
 *
 * @since 0.1.0
 */
export type { Entity, Span } from "@dunlin/pii/Span"
