/** Runs a function with the string and expression methods counted. The count is the same on every machine. */
export const count = (run: () => void): number => {
  let work = 0
  const restore: Array<() => void> = []
  const wrap = (target: object, name: string, cost: (self: unknown, result: any, parameters: Array<any>) => number) => {
    const original = Reflect.get(target, name) as (...parameters: Array<unknown>) => unknown
    Reflect.set(target, name, function(this: unknown, ...parameters: Array<unknown>) {
      const result = Reflect.apply(original, this, parameters)
      work += cost(this, result, parameters)
      return result
    })
    restore.push(() => {
      Reflect.set(target, name, original)
    })
  }
  const length = (value: unknown) => typeof value === "string" ? value.length : 0
  wrap(String.prototype, "charCodeAt", () => 1)
  wrap(String.prototype, "slice", (_, result) => 1 + length(result))
  // a search costs what it walks
  wrap(String.prototype, "indexOf", (self, result, [, from]) => 1 + (result < 0 ? length(self) : result) - (from ?? 0))
  wrap(
    String.prototype,
    "lastIndexOf",
    (self, result, [, from]) => 1 + Math.min(from ?? Infinity, length(self)) - result
  )
  wrap(String.prototype, "startsWith", () => 1)
  wrap(String.prototype, "split", (self) => 1 + length(self))
  wrap(Map.prototype, "get", () => 1)
  wrap(Set.prototype, "has", () => 1)
  wrap(Array.prototype, "push", () => 1)
  wrap(Array.prototype, "filter", (self) => (self as ReadonlyArray<unknown>).length)
  wrap(Array.prototype, "every", () => 1)
  wrap(String.prototype, "endsWith", () => 1)
  run()
  for (const undo of restore) undo()
  return work
}
