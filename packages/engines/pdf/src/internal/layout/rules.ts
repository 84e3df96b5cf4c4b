/** Joins the parts of each rule of a page, and groups rules that cross. */
import type { Rule } from "../page/page.ts"
import { SAME_EDGE_POINTS, SAME_ROW_POINTS } from "./measures.ts"

const isNear = (at: number, rule: Rule): boolean =>
  at >= rule.from - SAME_EDGE_POINTS && at <= rule.to + SAME_EDGE_POINTS

export const joinRules = (rules: ReadonlyArray<Rule>): Array<Rule> => {
  const sorted = [...rules].sort((a, b) => a.at - b.at || a.from - b.from)
  const joined: Array<Rule> = []
  for (const rule of sorted) {
    let target: Rule | undefined
    for (let k = joined.length - 1; k >= 0; k--) {
      const other = joined[k]!
      if (rule.at - other.at >= SAME_ROW_POINTS) break
      if (rule.from <= other.to + SAME_EDGE_POINTS && rule.to >= other.from - SAME_EDGE_POINTS) {
        target = other
        break
      }
    }
    if (target === undefined) joined.push({ ...rule })
    else {
      target.from = Math.min(target.from, rule.from)
      target.to = Math.max(target.to, rule.to)
    }
  }
  return joined
}

export interface Group {
  readonly horizontal: Array<Rule>
  readonly vertical: Array<Rule>
}

export const group = (horizontal: ReadonlyArray<Rule>, vertical: ReadonlyArray<Rule>): Array<Group> => {
  const parent = Array.from({ length: horizontal.length + vertical.length }, (_, k) => k)
  const find = (k: number): number => {
    let root = k
    while (parent[root] !== root) root = parent[root]!
    while (parent[k] !== root) {
      const next = parent[k]!
      parent[k] = root
      k = next
    }
    return root
  }
  for (let i = 0; i < horizontal.length; i++) {
    const h = horizontal[i]!
    for (let j = 0; j < vertical.length; j++) {
      const v = vertical[j]!
      if (isNear(v.at, h) && isNear(h.at, v)) {
        parent[find(i)] = find(horizontal.length + j)
      }
    }
  }
  const groups = new Map<number, Group>()
  const at = (k: number): Group => {
    const root = find(k)
    let found = groups.get(root)
    if (found === undefined) {
      found = { horizontal: [], vertical: [] }
      groups.set(root, found)
    }
    return found
  }
  horizontal.forEach((rule, k) => at(k).horizontal.push(rule))
  vertical.forEach((rule, k) => at(horizontal.length + k).vertical.push(rule))
  return [...groups.values()]
}

/** Maximum distance to the next rule, as a multiple of the distance between the rules of the header. */
const MAX_STEPS_TO_NEXT_RULE = 4

/** Adds rows to a header with column rules, if rules of equal width are below it. */
export const withRows = (groups: ReadonlyArray<Group>): ReadonlyArray<Group> => {
  const lone = groups.filter(({ vertical }) => vertical.length === 0).flatMap(({ horizontal }) => horizontal)
    .sort((a, b) => a.at - b.at)
  return groups.map((group) => {
    const [top, bottom] = [...group.horizontal].sort((a, b) => a.at - b.at)
    if (group.horizontal.length !== 2 || group.vertical.length < 2) return group
    const reach = (bottom!.at - top!.at) * MAX_STEPS_TO_NEXT_RULE
    const below: Array<Rule> = []
    let last = bottom!
    for (const rule of lone) {
      const isSame = Math.abs(rule.from - last.from) < SAME_EDGE_POINTS &&
        Math.abs(rule.to - last.to) < SAME_EDGE_POINTS
      if (!isSame || rule.at <= last.at || rule.at - last.at > reach) continue
      below.push(rule)
      last = rule
    }
    return below.length < 2 ? group : { ...group, horizontal: [...group.horizontal, ...below] }
  })
}
