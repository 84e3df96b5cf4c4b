/** Defines the input type for programs. Optional fields may also be `undefined`, and decoding treats them as absent. */
export type Given<T> = T extends ReadonlyArray<infer Item> ? ReadonlyArray<Given<Item>>
  // The keys that callers choose.
  : string extends keyof T ? T
  : T extends object ? { readonly [Name in keyof T]: Given<T[Name]> | ({} extends Pick<T, Name> ? undefined : never) }
  : T
