/** Removes capabilities that the server advertises but does not have. */

/** Effect advertises completions even without prompts and resources; this server has neither. */
const COMPLETIONS = /,"completions":\{\}|"completions":\{\},?/

/** A message without them. Quotation marks in the texts of a message are escaped, so a text never looks like a capability. */
export const withoutAbsent = (message: string): string =>
  message.includes("\"serverInfo\"") && message.includes("\"capabilities\":{")
    ? message.replace(COMPLETIONS, "")
    : message
