const least = [22, 19] as const

/**
 * Throws for an old Node, because the first call would otherwise fail with an unclear error. Other runtimes are not
 * checked.
 */
export const requireNode = (versions: Readonly<Record<string, string | undefined>> | undefined): void => {
  const { bun, deno, node } = versions ?? {}
  if (node === undefined || bun !== undefined || deno !== undefined) return
  const [major = 0, minor = 0] = node.split(".").map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return
  throw new Error(`Dunlin requires Node ${least.join(".")} or newer; this is Node ${node}`)
}
