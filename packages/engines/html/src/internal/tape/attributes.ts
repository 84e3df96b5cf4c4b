/**
 * Stores attribute names as small integers. Names that this package uses come first, with the same number on every
 * page. A page's other names follow in order of their first use.
 *
 * @since 0.1.0
 */

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

export const WIDTH = 3
