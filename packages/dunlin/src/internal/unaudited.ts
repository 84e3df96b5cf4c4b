/** Returns a warning for a call that names a user, because a client has no audit log. */
export const unaudited = (
  options: { readonly auditMetadata?: object | undefined } | undefined
): ReadonlyArray<string> =>
  options?.auditMetadata === undefined
    ? []
    : ["auditMetadata has no effect: only `dunlin serve` writes an audit log."]
