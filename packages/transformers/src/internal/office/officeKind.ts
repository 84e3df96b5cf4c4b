/**
 * Detects office files and e-books by content, because servers and clients guess types. It does not load the readers.
 */
import * as Archive from "./archive.ts"

export type Kind = "word" | "sheets" | "slides" | "openDocument" | "epub" | "rtf" | "legacy"

/** Signature of compound files: Office up to 2003, and newer files with a password. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const MIME_TYPES: ReadonlyArray<readonly [prefix: string, kind: Kind]> = [
  ["application/vnd.oasis.opendocument.", "openDocument"],
  ["application/epub+zip", "epub"]
]

const isRtf = (body: Uint8Array): boolean => Buffer.from(body.subarray(0, 5)).toString("latin1") === "{\\rtf"

const kindOfArchive = (archive: Archive.Archive): Kind | undefined => {
  if (archive.has("word/document.xml")) return "word"
  if (archive.has("xl/workbook.xml")) return "sheets"
  if (archive.has("ppt/presentation.xml")) return "slides"
  const declared = archive.read("mimetype")
  const type = declared === undefined ? "" : Buffer.from(declared.subarray(0, 100)).toString("latin1")
  const known = MIME_TYPES.find(([prefix]) => type.startsWith(prefix))?.[1]
  return known ?? (archive.has("META-INF/container.xml") ? "epub" : undefined)
}

export const kindOf = (body: Uint8Array): { readonly kind: Kind; readonly bytes: number } | undefined => {
  if (isRtf(body)) return { kind: "rtf", bytes: body.byteLength }
  if (COMPOUND_FILE.every((byte, at) => body[at] === byte)) return { kind: "legacy", bytes: body.byteLength }
  if (!Archive.isArchive(body)) return undefined
  try {
    const archive = Archive.open(body)
    const kind = kindOfArchive(archive)
    return kind === undefined ? undefined : { kind, bytes: archive.declaredBytes }
  } catch {
    return undefined
  }
}
