/** Checks a call of a client: the required fields that are missing, and the violated filters. */
export interface Call {
  readonly client: string
  readonly call: string
  readonly missed: ReadonlyArray<string>
  readonly violated: ReadonlyArray<string>
  readonly why?: string
}

export interface Expected<A> {
  readonly fields?: ReadonlyArray<string>
  readonly holds?: { readonly [filter: string]: (answer: A) => boolean }
}

const missing = (value: unknown, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => !has(value, path.split(".")))

const has = (value: unknown, [first, ...rest]: ReadonlyArray<string>): boolean => {
  if (first === undefined) return value !== undefined
  if (typeof value !== "object" || value === null) return false
  const isList = first.endsWith("[]")
  const inner = (value as Record<string, unknown>)[first.replace("[]", "")]
  if (!isList) return inner !== undefined && has(inner, rest)
  return Array.isArray(inner) && inner.length > 0 && inner.every((item) => has(item, rest))
}

export const called = async <A>(
  client: string,
  call: string,
  run: () => Promise<A>,
  { fields = [], holds = {} }: Expected<A>
): Promise<Call> => {
  try {
    const answer = await run()
    const violated = Object.entries(holds).filter(([, isHeld]) => {
      try {
        return !isHeld(answer)
      } catch {
        return true
      }
    }).map(([name]) => name)
    return {
      client,
      call,
      missed: missing(answer, fields),
      violated,
      ...(violated.length === 0 && missing(answer, fields).length === 0
        ? {}
        : { why: JSON.stringify(answer).slice(0, 400) })
    }
  } catch (error) {
    return { client, call, missed: ["everything"], violated: [], why: String(error).slice(0, 400) }
  }
}
