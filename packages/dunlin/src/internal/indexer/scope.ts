/** Which addresses belong to a run. */
import * as PageWorth from "@dunlin/jobs/PageWorth"

/** The same site, and the folder the start is in. */
export const below = (start: string): (url: string) => boolean => {
  const { pathname } = new URL(start)
  const site = PageWorth.siteOf(start)
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1)
  return (link) => {
    const url = URL.parse(link)
    return url !== null && PageWorth.isPage(url) && PageWorth.siteOf(link) === site && url.pathname.startsWith(folder)
  }
}
