/** Returns the value of `--name=value` in the words of a command. */
export const optionOf = (args: ReadonlyArray<string>, name: string): string | undefined =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + "--=".length)
