/** The message of an error, which elsewhere continues a sentence, as a complete sentence. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
