declare module "punycode/punycode.es6.js" {
  /** Decodes a label without its `xn--`. Throws a `RangeError` if it is invalid. */
  export const decode: (label: string) => string
}
