/** Provides the assertions of conformance suites, with the names from chai. */
import { AssertionError, deepStrictEqual, fail, match, notStrictEqual, ok, strictEqual } from "node:assert/strict"

export { deepStrictEqual, fail, match, notStrictEqual, strictEqual }

const show = (value: unknown): string => typeof value === "string" ? JSON.stringify(value) : String(value)

const expect: (
  condition: boolean,
  actual: unknown,
  words: string,
  expected: unknown,
  message?: string
) => asserts condition = (
  condition,
  actual,
  words,
  expected,
  message
) => {
  if (condition) return
  const difference = `${show(actual)} ${words} ${show(expected)}`
  throw new AssertionError({
    message: message === undefined ? difference : `${message}: ${difference}`,
    actual,
    expected
  })
}

const includes = (whole: string | ReadonlyArray<unknown>, part: unknown): boolean =>
  typeof whole === "string" ? whole.includes(String(part)) : whole.includes(part)

export const include = <A>(whole: string | ReadonlyArray<A>, part: A | string, message?: string): void =>
  expect(includes(whole, part), whole, "should include", part, message)

export const notInclude = <A>(whole: string | ReadonlyArray<A>, part: A | string, message?: string): void =>
  expect(!includes(whole, part), whole, "should not include", part, message)

export const deepInclude = (whole: object, part: Readonly<Record<string, unknown>>, message?: string): void => {
  const actual = Object.fromEntries(Object.entries(whole).filter(([key]) => Object.hasOwn(part, key)))
  deepStrictEqual(actual, { ...part }, message)
}

export const notMatch = (text: string, pattern: RegExp, message?: string): void =>
  expect(!pattern.test(text), text, "should not match", pattern, message)

export const isTrue: (value: boolean, message?: string) => asserts value is true = (value, message) =>
  ok(value === true, message)

export const isFalse: (value: boolean, message?: string) => asserts value is false = (value, message) =>
  ok(value === false, message)

export const isAbove = (value: number, bound: number, message?: string): void =>
  expect(value > bound, value, "should be above", bound, message)

export const isAtLeast = (value: number, bound: number, message?: string): void =>
  expect(value >= bound, value, "should be at least", bound, message)

export const isAtMost = (value: number, bound: number, message?: string): void =>
  expect(value <= bound, value, "should be at most", bound, message)
