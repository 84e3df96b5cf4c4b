/**
 * Writes and reads the stored owner of a key: the owner, a space, and the name of the work in the ledger. Earlier
 * versions stored only the owner.
 */

/** Milliseconds for which the ledger name of a dead process's work stays stored, so that a retry is charged once. */
export const KNOWN_FOR = 86_400_000

/** Returns the owner and the ledger name as they are stored. */
export const ownership = (owner: string, charge: string): string => `${owner} ${charge}`

/** Returns the name of the work in the ledger; `otherwise` if none is stored. */
export const chargeOf = (stored: string, otherwise: string): string => stored.split(" ")[1] ?? otherwise
