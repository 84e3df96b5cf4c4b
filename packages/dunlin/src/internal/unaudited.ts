/** The warning for a call that names a user: a client has no audit log. */
export const unaudited = (
  options: { readonly auditMetadata?: object | undefined } | undefined
): ReadonlyArray<string> =>
  options?.auditMetadata === undefined
    ? []
    : ["auditMetadata has no effect: a client writes no audit log; `dunlin serve` writes one."]
