/** Recognises file paths in arguments that may also be URLs. */

const path = /^(?:\.{1,2}$|\.{0,2}\/|\.{1,2}\\|[a-z]:[\\/]|file:)/i

export const isWrittenAsPath = (target: string): boolean => path.test(target)

const fileName = /^[^/?#:]+\.(?:html?|xhtml|pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|markdown|mdx|txt|json|csv)$/i

/** Whether a target ends like a file. File extensions of this list are not top-level domains. */
export const endsAsFile = (target: string): boolean => fileName.test(target)
