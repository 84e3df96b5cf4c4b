/**
 * Writes and reads the stored owner of a key: the owner, a space, and the name of the work in the ledger. Earlier
 * versions stored only the owner.
 */

/**
 * Milliseconds for which the ledger name of a dead process's work is stored. A retry within this time is charged
 * once.
 */
export const KNOWN_FOR = 86_400_000

export const ownership = (owner: string, charge: string): string => `${owner} ${charge}`

export const chargeOf = (stored: string, otherwise: string): string => stored.split(" ")[1] ?? otherwise
