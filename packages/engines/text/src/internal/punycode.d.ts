declare module "punycode/punycode.es6.js" {
  export const decode: (label: string) => string
}
