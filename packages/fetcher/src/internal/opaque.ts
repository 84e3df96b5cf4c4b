interface Foreign {
  readonly code?: unknown
  readonly cause?: unknown
}

const isCode = (code: unknown): code is string => typeof code === "string" && /^[A-Z][A-Z0-9_]{1,63}$/.test(code)

/** Returns the only data that is kept of a foreign error: its code, or else the code of its cause. */
export const opaque = (error: unknown): { readonly code?: string } => {
  const foreign = (error ?? {}) as Foreign
  const code = foreign.code ?? (foreign.cause as Foreign | null | undefined)?.code
  return isCode(code) ? { code } : {}
}
