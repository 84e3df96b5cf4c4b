declare module "punycode/punycode.es6.js" {
  /** The text of a label that is written without its `xn--`; throws a `RangeError` when it is none. */
  export const decode: (label: string) => string
}
