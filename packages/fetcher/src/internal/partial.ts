/** Status of a response that contains a part of a page although no part was requested (RFC 9110 15.3.7). */

export const PARTIAL_STATUS = 206

export const partialWarning = "The server returned only part of the page (status 206)."
