/**
 * Tests the conditions on attributes.
 *
 * @since 0.1.0
 */
import { AttributeAction } from "css-what"
import { attrValue, type Tape } from "../tape/tape.ts"
import type { Test } from "./plan.ts"
import { containing, havingWord } from "./strings.ts"

type AttributeTest = Extract<Test, { readonly kind: "attribute" }>

export const attributeTest = (tape: Tape, test: AttributeTest): (i: number) => boolean => {
  const { attrs, attrsAt } = tape
  const name = tape.names.indexOf(test.name)
  if (name < 0) return test.action === AttributeAction.Not && test.value !== "" ? () => true : () => false
  const matchesValue = valueTest(test)
  return (i) => {
    const stop = attrsAt[i + 1]!
    for (let k = attrsAt[i]!; k < stop; k++) {
      if (attrs[3 * k] !== name) continue
      const value = attrValue(tape, k)
      return matchesValue(test.ignoreCase ? value.toLowerCase() : value)
    }
    return matchesValue(undefined)
  }
}

const valueTest = ({ action, value }: AttributeTest): (given: string | undefined) => boolean => {
  switch (action) {
    case AttributeAction.Exists:
      return (given) => given !== undefined
    case AttributeAction.Equals:
      return (given) => given === value
    case AttributeAction.Not:
      return value === "" ? (given) => given !== undefined && given !== "" : (given) => given !== value
    case AttributeAction.Hyphen:
      return (given) =>
        given !== undefined && given.startsWith(value) && (given.length === value.length || given[value.length] === "-")
    case AttributeAction.Start:
      return (given) => given !== undefined && value !== "" && given.startsWith(value)
    case AttributeAction.End:
      return (given) => given !== undefined && value !== "" && given.endsWith(value)
    case AttributeAction.Any: {
      const contains = containing(value)
      return (given) => given !== undefined && value !== "" && contains(given)
    }
    case AttributeAction.Element: {
      const has = havingWord(value)
      return (given) => given !== undefined && has(given)
    }
  }
}
