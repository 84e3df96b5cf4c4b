/**
 * Stores numbers that an index records about itself. This file imports nothing from Node, because browsers also load
 * it.
 */
import type { Storage } from "../Storage.ts"

export const count = async (sql: Storage, name: string, amount: number): Promise<void> => {
  if (amount === 0 || await sql.run("update fact set value = value + ? where name = ?", amount, name) > 0) return
  await sql.insert("fact", ["name", "value"], [[name, amount]])
}
