/** Creates tables by kind of personal data, from the engine's table. */
import { entities, type Entity } from "@dunlin/pii/Entity"

export const perEntity = <A>(valueOf: (entity: Entity) => A): Record<Entity, A> =>
  Object.fromEntries(entities.map((entity) => [entity, valueOf(entity)])) as Record<Entity, A>

export const entityByName = (namesOf: (entity: Entity) => ReadonlyArray<string>): ReadonlyMap<string, Entity> =>
  new Map(entities.flatMap((entity) => namesOf(entity).map((name) => [name, entity] as const)))
