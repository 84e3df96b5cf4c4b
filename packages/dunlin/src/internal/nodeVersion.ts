/** What `engines` of the package says: what reads pages and keeps the index needs it. */
const least = [22, 19] as const

/**
 * Throws when Node is too old, instead of what then fails somewhere inside at the first call. Where there is no Node (an
 * edge, Bun, Deno) it says nothing.
 */
export const requireNode = (versions: Readonly<Record<string, string | undefined>> | undefined): void => {
  const { bun, deno, node } = versions ?? {}
  if (node === undefined || bun !== undefined || deno !== undefined) return
  const [major = 0, minor = 0] = node.split(".").map(Number)
  if (major > least[0] || (major === least[0] && minor >= least[1])) return
  throw new Error(`Dunlin needs Node ${least.join(".")} or newer, and this is ${node}`)
}
