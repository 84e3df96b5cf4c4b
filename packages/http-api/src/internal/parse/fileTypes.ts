export interface FileType {
  readonly format: string
  readonly kind: "document" | "image"
  readonly extensions: ReadonlyArray<string>
  readonly mimeTypes: ReadonlyArray<string>
  readonly available: boolean
}

const document = (
  format: string,
  extensions: ReadonlyArray<string>,
  mimeTypes: ReadonlyArray<string>,
  available = true
): FileType => ({ format, kind: "document", extensions, mimeTypes, available })

const office = (format: string, extensions: ReadonlyArray<string>, type: string, available = true): FileType =>
  document(format, extensions, [`application/${type}`], available)

const OPEN_XML = "vnd.openxmlformats-officedocument"
const OPEN_DOCUMENT = "vnd.oasis.opendocument"

export const fileTypes: ReadonlyArray<FileType> = [
  document("html", [".html", ".htm", ".xhtml"], ["text/html", "application/xhtml+xml"]),
  document("pdf", [".pdf"], ["application/pdf"]),
  document("markdown", [".md", ".markdown", ".mdx"], ["text/markdown"]),
  document("text", [".txt", ".text", ".log"], ["text/plain"]),
  document("csv", [".csv"], ["text/csv"]),
  document("tsv", [".tsv"], ["text/tab-separated-values"]),
  document("json", [".json"], ["application/json"]),
  document("xml", [".xml"], ["application/xml", "text/xml"]),
  office("docx", [".docx", ".docm"], `${OPEN_XML}.wordprocessingml.document`),
  office("doc", [".doc"], "msword", false),
  office("xlsx", [".xlsx", ".xlsm"], `${OPEN_XML}.spreadsheetml.sheet`),
  office("xlsb", [".xlsb"], "vnd.ms-excel.sheet.binary.macroenabled.12", false),
  office("xls", [".xls"], "vnd.ms-excel", false),
  office("pptx", [".pptx", ".pptm"], `${OPEN_XML}.presentationml.presentation`),
  office("ppt", [".ppt"], "vnd.ms-powerpoint", false),
  office("odt", [".odt"], `${OPEN_DOCUMENT}.text`),
  office("ods", [".ods"], `${OPEN_DOCUMENT}.spreadsheet`),
  office("odp", [".odp"], `${OPEN_DOCUMENT}.presentation`),
  office("rtf", [".rtf"], "rtf"),
  office("epub", [".epub"], "epub+zip"),
  {
    format: "image",
    kind: "image",
    extensions: [".png", ".jpg", ".jpeg"],
    mimeTypes: ["image/png", "image/jpeg"],
    available: false
  }
]

export const readable: string = fileTypes.filter(({ available }) => available).map(({ format }) => format).join(", ")

export const typeOf = (name: string, mimeType: string): FileType | undefined => {
  const extension = /\.[^./\\]+$/.exec(name)?.[0].toLowerCase()
  return fileTypes.find(({ extensions }) => extension !== undefined && extensions.includes(extension)) ??
    fileTypes.find(({ mimeTypes }) => mimeTypes.includes(mimeType))
}
