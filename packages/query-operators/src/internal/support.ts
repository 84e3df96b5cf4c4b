import type { Capability, Dialect, Support } from "./dialectModel.ts"

export const support = (dialect: Dialect, capability: Capability): Support => {
  const own = dialect.supports[capability]
  if (own !== undefined) return own
  if (capability === "-phrase") return support(dialect, "-word")
  if (capability.startsWith("-") && capability !== "-word") return support(dialect, capability.slice(1) as Capability)
  return capability === "related" ? "unsupported" : "residual"
}
