/** Clients also send upper case, double slashes and a trailing slash. */
export const normal = (path: string): string => path.toLowerCase().replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "")
