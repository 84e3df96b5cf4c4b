/** The input type for programs: an optional field may also be `undefined`. */
export type Given<T> = T extends ReadonlyArray<infer Item> ? ReadonlyArray<Given<Item>>
  : string extends keyof T ? T
  : T extends object ? { readonly [Name in keyof T]: Given<T[Name]> | ({} extends Pick<T, Name> ? undefined : never) }
  : T
