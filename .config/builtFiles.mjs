// Static files that are built from sources: when they are current, and how they are replaced.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const newest = (folder) =>
  Math.max(
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)
  )

/** Whether the file, which is written last, is newer than all sources in these folders. */
export const isCurrent = (file, folders) => {
  try {
    return statSync(file).mtimeMs > Math.max(...folders.map(newest))
  } catch {
    return false
  }
}

/** Replaces the files of a folder. The last file proves that the others exist. */
export const replace = (folder, files) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
}
