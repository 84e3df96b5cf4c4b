/** Removes capabilities that Effect's server advertises but this server does not have. */

/** Effect advertises completions even without prompts and resources. This server has neither. */
const COMPLETIONS = /,"completions":\{\}|"completions":\{\},?/

/** Quotation marks in texts are escaped, so a text never looks like a capability. */
export const withoutAbsent = (message: string): string =>
  message.includes("\"serverInfo\"") && message.includes("\"capabilities\":{")
    ? message.replace(COMPLETIONS, "")
    : message
