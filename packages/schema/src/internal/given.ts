/**
 * What a program may write: fields that need not be there may also be `undefined`, as they are in options that a program
 * hands on. Decoding takes them for absent.
 */
export type Given<T> = T extends ReadonlyArray<infer Item> ? ReadonlyArray<Given<Item>>
  // the caller's own names
  : string extends keyof T ? T
  : T extends object ? { readonly [Name in keyof T]: Given<T[Name]> | ({} extends Pick<T, Name> ? undefined : never) }
  : T
