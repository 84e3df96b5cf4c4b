/** Removes capabilities that Effect's server advertises but this server does not have. */

/** Effect advertises completions even without prompts and resources, of which this server has none. */
const COMPLETIONS = /,"completions":\{\}|"completions":\{\},?/

/** Quotation marks in the texts of a message are escaped, so a text never looks like a capability. */
export const withoutAbsent = (message: string): string =>
  message.includes("\"serverInfo\"") && message.includes("\"capabilities\":{")
    ? message.replace(COMPLETIONS, "")
    : message
