/** Returns the code of a module with the same meaning. Fails if an escape would change it. */
export const inAscii: (code: string) => string
