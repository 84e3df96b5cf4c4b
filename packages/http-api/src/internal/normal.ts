/** The usual form of a path: clients also write other cases, double slashes, and a slash at the end. */
export const normal = (path: string): string => path.toLowerCase().replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "")
