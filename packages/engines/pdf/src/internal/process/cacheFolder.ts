/** Where parser processes keep compiled code from one to the next: a folder that nobody else can write to. */
import { lstatSync, mkdirSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"

/** Modes of a folder: what group and others may write, and what its owner alone may do. */
const WRITABLE_BY_OTHERS = 0o022
const OWNER_ONLY_FOLDER_MODE = 0o700

const isPrivate = (path: string): boolean => {
  const found = lstatSync(path)
  if (!found.isDirectory()) return false
  return process.getuid === undefined || found.uid === process.getuid() && (found.mode & WRITABLE_BY_OTHERS) === 0
}

/** Undefined where there is no such folder: code that others could have put there must not run. */
export const find = (): string | undefined => {
  try {
    const path = join(tmpdir(), `dunlin-code-${process.getuid?.() ?? userInfo().username}`)
    mkdirSync(path, { recursive: true, mode: OWNER_ONLY_FOLDER_MODE })
    return isPrivate(path) ? path : undefined
  } catch {
    return undefined
  }
}
