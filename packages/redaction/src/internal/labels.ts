/**
 * Maps the labels of token classifiers and chat models to entities.
 *
 * @since 0.1.0
 */
import { kinds } from "@dunlin/pii/Entity"
import type { Entity } from "../Span.ts"
import { entityByName } from "./kinds.ts"

const known = entityByName((entity) => kinds[entity].labels)

export const entityOfLabel = (label: string): Entity | undefined =>
  known.get(label.replace(/^[BIESLU]-/, "").toLowerCase().replaceAll(/[\s-]/g, "_"))
