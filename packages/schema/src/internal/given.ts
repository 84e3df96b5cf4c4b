/**
 * The input type for programs. Optional fields may also be `undefined`, as in options that a program passes on.
 * Decoding treats them as absent.
 */
export type Given<T> = T extends ReadonlyArray<infer Item> ? ReadonlyArray<Given<Item>>
  // the keys that callers choose
  : string extends keyof T ? T
  : T extends object ? { readonly [Name in keyof T]: Given<T[Name]> | ({} extends Pick<T, Name> ? undefined : never) }
  : T
