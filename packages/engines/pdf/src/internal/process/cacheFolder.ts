/** Finds a private folder in which parser processes share compiled code. */
import { lstatSync, mkdirSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"

/** Mode bits that give group and others write access. */
const WRITABLE_BY_OTHERS = 0o022
/** Mode of a folder that only its owner can access. */
const OWNER_ONLY_FOLDER_MODE = 0o700

const isPrivate = (path: string): boolean => {
  const found = lstatSync(path)
  if (!found.isDirectory()) return false
  return process.getuid === undefined || found.uid === process.getuid() && (found.mode & WRITABLE_BY_OTHERS) === 0
}

/**
 * Returns the folder; `undefined` if there is no private one. Code that another user could have written must not run.
 */
export const find = (): string | undefined => {
  try {
    const path = join(tmpdir(), `dunlin-code-${process.getuid?.() ?? userInfo().username}`)
    mkdirSync(path, { recursive: true, mode: OWNER_ONLY_FOLDER_MODE })
    return isPrivate(path) ? path : undefined
  } catch {
    return undefined
  }
}
