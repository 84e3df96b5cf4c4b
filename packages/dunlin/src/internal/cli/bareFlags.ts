/** Flags that may stand without their value. */

/** What `--resume` stands for when no id follows it. */
export const newest = "newest"

/** The arguments with the value that a bare `--resume` stands for. */
export const withValues = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = args.indexOf("--")
  return args.map((argument, at) => {
    if (argument !== "--resume" || (end !== -1 && at > end)) return argument
    const next = args[at + 1]
    return next === undefined || next.startsWith("-") ? `${argument}=${newest}` : argument
  })
}
