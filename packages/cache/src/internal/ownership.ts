/**
 * The stored owner of a key: the owner, a space, and the name of the work in the ledger. Earlier versions stored the
 * owner alone.
 */

/** Milliseconds for which work whose process died is known, so that a client that tries again pays once. */
export const KNOWN_FOR = 86_400_000

/** As it is stored. */
export const ownership = (owner: string, charge: string): string => `${owner} ${charge}`

/** The name of the work. */
export const chargeOf = (stored: string, otherwise: string): string => stored.split(" ")[1] ?? otherwise
