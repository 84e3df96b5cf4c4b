/** Capabilities that the server advertises and does not have. */

/** Effect advertises completions whether or not there is a prompt or a resource to complete; here there is neither. */
const COMPLETIONS = /,"completions":\{\}|"completions":\{\},?/

/** A message without them. Quotation marks in the texts of a message are escaped, so a text never looks like a capability. */
export const withoutAbsent = (message: string): string =>
  message.includes("\"serverInfo\"") && message.includes("\"capabilities\":{")
    ? message.replace(COMPLETIONS, "")
    : message
