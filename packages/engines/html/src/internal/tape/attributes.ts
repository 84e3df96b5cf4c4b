/**
 * Names of attributes as small integers: those that this package asks for come first, in every page the same; the other
 * names of a page follow in the order in which it first uses them.
 *
 * @since 0.1.0
 */

/** The names that have the same index in every page. */
export const common: ReadonlyArray<string> =
  ("class id href src style role hidden title alt type name content property rel width height srcset lang dir "
    + "aria-hidden aria-label aria-modal itemprop itemtype itemscope data-src colspan rowspan align target media")
    .split(" ")

export const CLASS = common.indexOf("class")
export const ID = common.indexOf("id")
export const HREF = common.indexOf("href")
export const STYLE = common.indexOf("style")
export const ROLE = common.indexOf("role")
export const HIDDEN = common.indexOf("hidden")
export const ARIA_HIDDEN = common.indexOf("aria-hidden")
export const ARIA_MODAL = common.indexOf("aria-modal")
export const ITEMPROP = common.indexOf("itemprop")
export const PROPERTY = common.indexOf("property")
export const ITEMTYPE = common.indexOf("itemtype")

/** Numbers of an attribute on a tape: its name, and where its value begins and ends. */
export const WIDTH = 3
