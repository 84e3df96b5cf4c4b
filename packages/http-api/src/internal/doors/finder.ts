/** Finds the endpoint of a compatible API. This module is loaded only if such an API is enabled. */
import type { DoorName } from "../../Doors.ts"
import { normal } from "../normal.ts"
import type { Handler, Route } from "../route.ts"
import { absentIn, routesOf } from "./serve.ts"
import { doors } from "./table.ts"

export type FindOfDoors = (method: string, url: string) => Handler | undefined

/** Exact paths take precedence over prefixes. */
export const finderOfDoors = (names: ReadonlyArray<DoorName>): FindOfDoors => {
  const open = names.map((name) => {
    const exact = new Map<string, Map<string, Handler>>()
    const below: Array<readonly [prefix: string, methods: Map<string, Handler>]> = []
    for (const { handler, method, path } of routesOf(doors[name])) {
      const spelled = normal(path.replace(/\/\*$/, "/"))
      const isBelow = path.endsWith("/*")
      const known = isBelow ? below.find(([prefix]) => prefix === `${spelled}/`)?.[1] : exact.get(spelled)
      const methods = known ?? new Map<string, Handler>()
      methods.set(method, handler)
      if (known !== undefined) continue
      if (isBelow) below.push([`${spelled}/`, methods])
      else exact.set(spelled, methods)
    }
    return { prefix: `/${name}`, exact, below, absent: absentIn(doors[name]) }
  })
  return (method, url) => {
    const written = url.split("?", 1)[0]!
    const path = normal(written)
    const door = open.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    if (door === undefined) return undefined
    const rest = door.below.find(([prefix, methods]) => written.startsWith(prefix) && methods.has(method))
    return door.exact.get(path)?.get(method) ?? rest?.[1].get(method) ?? door.absent
  }
}

export const routesOfAll = (names: ReadonlyArray<DoorName>): ReadonlyArray<Route> =>
  names.flatMap((name) => {
    const find = finderOfDoors([name])
    return (["GET", "POST", "DELETE", "PATCH"] as const).map((method): Route => ({
      method,
      path: `/${name}/*`,
      handler: (request) => (find(method, request.url) ?? absentIn(doors[name]))(request)
    }))
  })
