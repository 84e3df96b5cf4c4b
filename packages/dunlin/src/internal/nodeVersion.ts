/** The minimum version of Node, as in the package's `engines`. Reading pages and storing the index require it. */
const least = [22, 19] as const

/**
 * Throws if Node is too old; otherwise the first call would fail with an obscure error. Does nothing outside Node
 * (edge, Bun, Deno).
 */
export const requireNode = (versions: Readonly<Record<string, string | undefined>> | undefined): void => {
  const { bun, deno, node } = versions ?? {}
  if (node === undefined || bun !== undefined || deno !== undefined) return
  const [major = 0, minor = 0] = node.split(".").map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return
  throw new Error(`Dunlin requires Node ${least.join(".")} or newer; this is Node ${node}`)
}
