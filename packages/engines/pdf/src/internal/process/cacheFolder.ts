/** Finds a private folder in which parser processes share compiled code. */
import { lstatSync, mkdirSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"

const WRITABLE_BY_OTHERS = 0o022
const OWNER_ONLY_FOLDER_MODE = 0o700

const isPrivate = (path: string): boolean => {
  const found = lstatSync(path)
  if (!found.isDirectory()) return false
  return process.getuid === undefined || found.uid === process.getuid() && (found.mode & WRITABLE_BY_OTHERS) === 0
}

/** Returns `undefined` if no private folder exists. Code that another user could have written must never run. */
export const find = (): string | undefined => {
  try {
    const path = join(tmpdir(), `dunlin-code-${process.getuid?.() ?? userInfo().username}`)
    mkdirSync(path, { recursive: true, mode: OWNER_ONLY_FOLDER_MODE })
    return isPrivate(path) ? path : undefined
  } catch {
    return undefined
  }
}
