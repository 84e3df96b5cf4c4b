/** Converts an error message, which elsewhere continues a sentence, to a complete sentence. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
