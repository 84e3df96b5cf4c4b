/** The message of an error, which continues a sentence elsewhere, as a sentence of its own. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
