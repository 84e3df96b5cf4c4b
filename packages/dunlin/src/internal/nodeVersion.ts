/**
 * Checks the version of Node. The minimum is that of the package's `engines`, which reading pages and storing the
 * index require.
 */
const least = [22, 19] as const

/**
 * Throws if Node is too old, because the first call would fail with an unclear error. Does nothing outside of Node
 * (edge, Bun, Deno).
 */
export const requireNode = (versions: Readonly<Record<string, string | undefined>> | undefined): void => {
  const { bun, deno, node } = versions ?? {}
  if (node === undefined || bun !== undefined || deno !== undefined) return
  const [major = 0, minor = 0] = node.split(".").map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return
  throw new Error(`Dunlin requires Node ${least.join(".")} or newer; this is Node ${node}`)
}
