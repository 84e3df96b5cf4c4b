/**
 * The stored owner of a key: the owner, a space, and the work's ledger name. Earlier versions stored only the owner.
 */

/** Milliseconds for which the ledger name of a dead process's work is stored, so that a retry is charged once. */
export const KNOWN_FOR = 86_400_000

/** Returns the stored form. */
export const ownership = (owner: string, charge: string): string => `${owner} ${charge}`

/** Returns the ledger name of the work. */
export const chargeOf = (stored: string, otherwise: string): string => stored.split(" ")[1] ?? otherwise
