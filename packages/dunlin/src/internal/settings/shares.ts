/**
 * Divides the pages that are read in parallel among this process and its further ones. Otherwise this process would
 * take all pages of a crawl, because a host has a limit of pages over all processes.
 */
export const sharesOf = (workers: number, processes: number): { readonly own: number; readonly each: number } => {
  const each = Math.max(1, Math.floor(workers / (processes + 1)))
  return { own: Math.max(1, workers - processes * each), each }
}
