/** Recognises file paths in arguments that may also be URLs. */

const path = /^(?:\.{1,2}$|\.{0,2}\/|\.{1,2}\\|[a-z]:[\\/]|file:)/i

/** A path such as `./page.html`, `../a`, `/home/a`, `C:\a` or `file:///home/a`. */
export const isWrittenAsPath = (target: string): boolean => path.test(target)

const fileName = /^[^/?#:]+\.(?:html?|xhtml|pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|markdown|mdx|txt|json|csv)$/i

/** The file extension is not a top-level domain. */
export const endsAsFile = (target: string): boolean => fileName.test(target)
