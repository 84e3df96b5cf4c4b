/**
 * The entities that labels of token classifiers and chat models stand for.
 *
 * @since 0.1.0
 */
import { kinds } from "@dunlin/pii/Entity"
import type { Entity } from "../Span.ts"
import { entityByName } from "./kinds.ts"

const known = entityByName((entity) => kinds[entity].labels)

/** The entity of a label, with or without a `B-`, `I-`, `E-`, `S-` in front; undefined for any other label. */
export const entityOfLabel = (label: string): Entity | undefined =>
  known.get(label.replace(/^[BIESLU]-/, "").toLowerCase().replaceAll(/[\s-]/g, "_"))
