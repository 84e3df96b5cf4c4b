/** How people name files where an address may stand, too. */

const path = /^(?:\.{1,2}$|\.{0,2}\/|\.{1,2}\\|[a-z]:[\\/]|file:)/i

/** Whether this is written as nobody writes a host: `./page.html`, `../a`, `/home/a`, `C:\a`, `file:///home/a`. */
export const isWrittenAsPath = (target: string): boolean => path.test(target)

const fileName = /^[^/?#:]+\.(?:html?|xhtml|pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|markdown|mdx|txt|json|csv)$/i

/** Whether this is a name with an ending that no domain has. */
export const endsAsFile = (target: string): boolean => fileName.test(target)
