export const unaudited = (
  options: { readonly auditMetadata?: object | undefined } | undefined
): ReadonlyArray<string> =>
  options?.auditMetadata === undefined
    ? []
    : ["auditMetadata has no effect: only `dunlin serve` writes an audit log."]
