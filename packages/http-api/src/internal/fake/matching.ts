/** Compares a request with an expected one. */

const MAX_SHOWN_CHARACTERS = 100

export const shown = (value: unknown): string => {
  const text = value instanceof RegExp ? String(value) : JSON.stringify(value) ?? "nothing"
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof RegExp)

export const differences = (wanted: unknown, given: unknown, path = "body"): ReadonlyArray<string> => {
  if (wanted instanceof RegExp) {
    return typeof given === "string" && given.search(wanted) >= 0 ? [] : [unlike(path, wanted, given)]
  }
  if (Array.isArray(wanted)) {
    return Array.isArray(given) && given.length === wanted.length
      ? wanted.flatMap((item, index) => differences(item, given[index], `${path}[${index}]`))
      : [unlike(path, wanted, given)]
  }
  if (isObject(wanted)) {
    return isObject(given)
      ? Object.entries(wanted).flatMap(([name, value]) =>
        value === undefined
          ? []
          : differences(value, Object.hasOwn(given, name) ? given[name] : undefined, at(path, name))
      )
      : [unlike(path, wanted, given)]
  }
  return Object.is(wanted, given) ? [] : [unlike(path, wanted, given)]
}

const at = (path: string, name: string): string => path === "body" ? name : `${path}.${name}`

const unlike = (path: string, wanted: unknown, given: unknown): string =>
  `${path}: expected ${shown(wanted)}, got ${shown(given)}`
