/** Flags whose value is optional. */

export const newest = "newest"

export const withValues = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = args.indexOf("--")
  return args.map((argument, at) => {
    if (argument !== "--resume" || (end !== -1 && at > end)) return argument
    const next = args[at + 1]
    return next === undefined || next.startsWith("-") ? `${argument}=${newest}` : argument
  })
}
