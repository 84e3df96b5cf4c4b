/** Defines an expected request, and its responses in order. */
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import * as Duration from "effect/Duration"
import { differences } from "./matching.ts"
import type { Refusal, Rule } from "./model.ts"

/** The duration or promise that a response waits for. */
type Until = ReadonlyArray<Duration.Duration | Promise<unknown>>

export type Turn =
  | { readonly kind: "body"; readonly until: Until; readonly bodyOf: (body: any) => unknown }
  | { readonly kind: "refusal"; readonly until: Until; readonly failure: ErrorCode | number; readonly more: Refusal }
  | { readonly kind: "break"; readonly until: Until }

export interface Expectation {
  readonly method: string
  readonly path: string
  readonly differs: (body: unknown) => ReadonlyArray<string>
  readonly answers: () => boolean
  readonly next: () => Turn | undefined
}

export interface Kind<Given, Settings> {
  readonly method: string
  readonly path: string
  readonly check: (given: Given, settings: Settings | undefined) => unknown
  readonly make: (given: Given, body: any, settings: Settings | undefined) => unknown
}

const differing = (wanted: unknown) => (body: unknown): ReadonlyArray<string> => {
  if (wanted === undefined) return []
  if (typeof wanted !== "function") return differences(wanted, body)
  return wanted(body) === true ? [] : ["body: the rule's function returned false"]
}

export const make = <Body, Given, Settings>(
  { check, make, method, path }: Kind<Given, Settings>,
  wanted: unknown
): { readonly expectation: Expectation; readonly rule: Rule<Body, Given, Settings> } => {
  const turns: Array<Turn> = []
  let requests = 0
  let until: Array<Duration.Duration | Promise<unknown>> = []
  const add = (turn: Turn): Rule<Body, Given, Settings> => {
    turns.push(turn)
    until = []
    return rule
  }
  const rule: Rule<Body, Given, Settings> = {
    answers: (given, settings) => {
      if (typeof given === "function") {
        const from = given as (body: Body) => Given
        return add({ kind: "body", until, bodyOf: (body) => make(from(body), body, settings) })
      }
      check(given, settings)
      return add({ kind: "body", until, bodyOf: (body) => make(given, body, settings) })
    },
    fails: (failure, more = {}) => add({ kind: "refusal", until, failure, more }),
    breaks: () => add({ kind: "break", until }),
    waits: (next) => {
      // A promise that rejects before the request arrives must not end the process. The request reports it.
      if (next instanceof Promise) next.catch(() => {})
      until.push(next instanceof Promise ? next : Duration.fromInputUnsafe(next))
      return rule
    }
  }
  return {
    rule,
    expectation: {
      method,
      path,
      differs: differing(wanted),
      answers: () => turns.length > 0,
      next: () => turns[Math.min(requests++, turns.length - 1)]
    }
  }
}
