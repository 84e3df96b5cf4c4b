/**
 * Finds the elements that a selector matches, in time linear in nodes times selector parts. There is no backtracking:
 * one pass per part computes the set of all matching elements, starting with the innermost.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { attributeTest } from "./attributeTests.ts"
import type { Complex, Step, Test } from "./plan.ts"
import { atPositions, nameNumbers } from "./positions.ts"
import { backFrom, from, previousElements } from "./relations.ts"
import { containingText, emptyElements, inLanguages } from "./texts.ts"

interface Run {
  readonly tape: Tape
  previous: Int32Array | undefined
  names: ReturnType<typeof nameNumbers> | undefined
  empty: Uint8Array | undefined
  readonly aliases: Map<string, Uint8Array>
}

type Check = (i: number) => boolean

/**
 * Returns a function that tests selectors on a page. Its result holds 1 for each element that matches, and 0 for
 * others.
 */
export const matcher = (tape: Tape): (list: ReadonlyArray<Complex>) => Uint8Array => {
  const run: Run = { tape, previous: undefined, names: undefined, empty: undefined, aliases: new Map() }
  return (list) => anyOf(run, list)
}

const previousOf = (run: Run): Int32Array => run.previous ??= previousElements(run.tape)

const anyOf = (run: Run, list: ReadonlyArray<Complex>): Uint8Array => {
  const out = lastOf(run, list[0]!)
  for (let k = 1; k < list.length; k++) add(out, lastOf(run, list[k]!))
  return out
}

const add = (out: Uint8Array, more: Uint8Array): void => {
  for (let i = 0; i < out.length; i++) if (more[i] === 1) out[i] = 1
}

const lastOf = (run: Run, steps: Complex): Uint8Array => {
  let set: Uint8Array | undefined
  for (const { combinator, tests } of steps) {
    const candidates = set === undefined || combinator === undefined
      ? undefined
      : from(run.tape, previousOf(run), set, combinator)
    set = holding(run, tests, candidates)
  }
  return set!
}

const having = (run: Run, list: ReadonlyArray<Complex>): Uint8Array => {
  const out = new Uint8Array(run.tape.n)
  for (const steps of list) {
    let here: Uint8Array | undefined
    for (let k = steps.length - 1; k >= 0; k--) {
      const { combinator, tests } = steps[k]!
      here = backFrom(run.tape, previousOf(run), holding(run, tests, here), combinator!)
    }
    add(out, here!)
  }
  return out
}

const holding = (run: Run, tests: Step["tests"], candidates: Uint8Array | undefined): Uint8Array => {
  const { n, tag } = run.tape
  const out = candidates ?? new Uint8Array(n).fill(1)
  const checks: Array<Check> = []
  const others: Array<Test> = []
  for (const test of tests) {
    const check = checkOf(run, test)
    if (check === undefined) others.push(test)
    else checks.push(check)
  }
  let isAny = false
  for (let i = 0; i < n; i++) {
    if (out[i] === 0) continue
    out[i] = tag[i] !== Tags.TEXT && checks.every((check) => check(i)) ? 1 : 0
    if (out[i] === 1) isAny = true
  }
  for (const test of others) {
    if (!isAny) return out
    const found = setOf(run, test)
    const wanted = test.kind === "any" && test.not ? 0 : 1
    isAny = false
    for (let i = 0; i < n; i++) {
      if (out[i] === 0) continue
      if (found[i] === wanted) isAny = true
      else out[i] = 0
    }
  }
  return out
}

const checkOf = ({ tape }: Run, test: Test): Check | undefined => {
  switch (test.kind) {
    case "tag":
      return named(tape, test.name)
    case "attribute":
      return attributeTest(tape, test)
    case "root":
      return (i) => tape.parent[i]! < 0
    case "never":
      return () => false
    default:
      return undefined
  }
}

const named = (tape: Tape, name: string): Check => {
  const id = Tags.tagId(name)
  return id === Tags.UNKNOWN ? (i) => tape.unknown.get(i) === name : (i) => tape.tag[i] === id
}

/** Returns the elements that match one test. The result must not be changed. */
const setOf = (run: Run, test: Test): Uint8Array => {
  const { tape } = run
  switch (test.kind) {
    case "empty":
      return run.empty ??= emptyElements(tape)
    case "lang":
      return inLanguages(tape, test.ranges)
    case "contains":
      return containingText(tape, test.text, test.ignoreCase)
    case "nth": {
      const counted = test.of === undefined ? undefined : anyOf(run, test.of)
      return atPositions(tape, test, counted, run.names ??= nameNumbers(tape))
    }
    case "any":
      return anyOf(run, test.list)
    case "alias": {
      const known = run.aliases.get(test.name) ?? anyOf(run, test.list)
      run.aliases.set(test.name, known)
      return known
    }
    case "has":
      return having(run, test.list)
    default:
      return holding(run, [test], undefined)
  }
}
