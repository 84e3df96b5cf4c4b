export const warned = (known: ReadonlyArray<string>, added: ReadonlyArray<string>): ReadonlyArray<string> =>
  added.length === 0 ? known : [...new Set([...known, ...added])]
