/**
 * Reads from a URL its host, path and file type, as far as it shows them.
 *
 * @since 0.2.0
 */
import { toUnicode } from "./internal/hostName.ts"
import type { HostTarget } from "./QueryNode.ts"
import { fold } from "./TextEvidence.ts"

/** The parts of a URL that filters use. */
export interface UrlParts {
  readonly hostname: string
  /** The port, including the default of `http` and `https`; `""` if it is unknown. */
  readonly port: string
  readonly path: string
  readonly folded: string
  readonly extension: string | undefined
  readonly hints: ReadonlySet<string>
}

const extension = /\.([a-z0-9]{1,10})$/i
const letter = /[a-z]/i
const withPort = /^(.+):(\d+)$/
const usualPorts = new Map([["http:", "80"], ["https:", "443"]])

/** Parses a URL. Returns `undefined` if it is invalid. */
export const read = (url: string): UrlParts | undefined => {
  const parsed = URL.parse(url)
  if (parsed === null) return undefined
  const path = decode(parsed.pathname)
  const name = path.slice(path.lastIndexOf("/") + 1)
  const matched = extension.exec(name)
  const hostname = parsed.hostname.replace(/\.$/, "")
  return {
    hostname,
    port: parsed.port === "" ? usualPorts.get(parsed.protocol) ?? "" : parsed.port,
    path: path.toLowerCase(),
    folded: fold(`${url} ${decode(url)}${hostname.includes("xn--") ? ` ${toUnicode(hostname)}` : ""}`),
    extension: matched === null || !letter.test(matched[1]!) ? undefined : matched[1]!.toLowerCase(),
    hints: new Set([
      ...path.toLowerCase().split("/"),
      ...Array.from(parsed.searchParams.values(), (value) => value.toLowerCase())
    ])
  }
}

const decode = (text: string): string => {
  if (!text.includes("%")) return text
  // Each sequence is decoded separately, so that a malformed one does not keep the others encoded.
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    const bytes = Uint8Array.from(escaped.slice(1).split("%"), (hex) => Number.parseInt(hex, 16))
    return new TextDecoder().decode(bytes)
  })
}

/** Returns whether the URL is on the host, one of its subdomains, and under its path. */
export const isUnder = (url: UrlParts, target: HostTarget): boolean => {
  const [, host = target.host, port = url.port] = withPort.exec(target.host) ?? []
  if (port !== url.port || (url.hostname !== host && !url.hostname.endsWith(`.${host}`))) return false
  if (target.path === "") return true
  const path = decode(target.path).toLowerCase()
  return url.path === path || url.path.startsWith(`${path}/`)
}

/**
 * Returns whether a URL has a file type; `undefined` if the URL does not show it. With `strict`, a URL without evidence
 * counts as a web page.
 */
export const isFileType = (url: UrlParts, title: string, wanted: string, strict: boolean): boolean | undefined => {
  const { extension, hints } = url
  const alike = sameType.find((group) => group.includes(wanted)) ?? [wanted]
  if (extension !== undefined && alike.includes(extension)) return true
  if (title.toLowerCase().startsWith(`[${wanted}]`)) return true
  const isKnown = extension !== undefined && files.has(extension)
  // `/pdf/2301.00001` and `get.php?format=pdf` may be PDFs
  if ((!isKnown || programs.has(extension)) && alike.some((type) => hints.has(type))) return undefined
  if (isKnown) return false
  return strict && !alike.includes("html") ? false : undefined
}

const sameType: ReadonlyArray<ReadonlyArray<string>> = [
  ["htm", "html", "xhtml", "shtml"],
  ["jpg", "jpeg"],
  ["tif", "tiff"],
  ["yml", "yaml"],
  ["md", "markdown"],
  ["mpg", "mpeg"]
]

// File extensions of programs, whose responses can have any type.
const programs = new Set(["php", "asp", "aspx", "jsp", "cgi", "do"])

// A dot in the last path segment is not always an extension (`/wiki/Node.js`, `/release/v1.b`). So only known
// extensions are evidence against another type.
const files = new Set(
  ("html htm xhtml shtml php asp aspx jsp cgi do pdf doc docx odt rtf xls xlsx ods csv tsv ppt pptx odp txt md xml json " +
    "yaml yml rss atom ps epub mobi djvu tex zip gz tgz bz2 xz 7z rar tar jpg jpeg png gif webp svg avif bmp tif tiff " +
    "mp3 wav ogg flac mp4 webm avi mov mkv mpg mpeg exe dmg iso apk deb rpm jar ipynb kml kmz swf dwf").split(" ")
)
