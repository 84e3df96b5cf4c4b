/**
 * Provides a site's search box as the web component `<dunlin-search>`. In the reader's browser, it searches a folder
 * that `dunlin site` or `FrozenIndex.freezeFolder` wrote. Keyboard and screen readers can use it as a combobox.
 *
 * | attribute | |
 * | --- | --- |
 * | `src` | URL of the folder; default: the folder of the script that `dunlin site` writes |
 * | `label`, `placeholder` | names of the field; default `Search` |
 * | `limit` | pages in the list; default 8 |
 * | `hotkeys` | `/`, Ctrl+K and Cmd+K focus the field |
 * | `align` | `end`: the list grows to the other side |
 *
 * @since 0.3.0
 */
import { SearchBoxElement } from "./internal/box/element.ts"

/**
 * The texts of the box. Set the property `messages` of the element for another language.
 *
 * @category models
 * @since 0.3.0
 */
export interface Messages {
  readonly label: string
  readonly loading: string
  readonly results: (count: number) => string
  readonly none: (query: string) => string
  readonly failed: (reason: string) => string
}

/**
 * Detail of the event `dunlin-search-select`. Calling `preventDefault` stops the browser from following the link, for
 * example to use a router.
 *
 * @category models
 * @since 0.3.0
 */
export interface Selection {
  readonly query: string
  readonly url: string
  readonly title: string
}

/**
 * @category options
 * @since 0.3.0
 */
export interface DefineOptions {
  /**
   * The name of the element.
   *
   * @default "dunlin-search"
   */
  readonly name?: string | undefined
  /** The folder of boxes without the attribute `src`. */
  readonly src?: string | URL | undefined
}

/**
 * Defines the element, once. Without a browser it does nothing, so a module that calls it can be rendered on a server.
 *
 * **Example** (A search box in an application)
 *
 * ```ts
 * import { SearchBox } from "@dunlin/search-index"
 *
 * SearchBox.define({ src: "/search/" }) // then <dunlin-search></dunlin-search>
 * console.log("customElements" in globalThis) // false
 * ```
 *
 * @category constructors
 * @since 0.3.0
 */
export const define = ({ name = "dunlin-search", src }: DefineOptions = {}): void => {
  if (typeof customElements === "undefined" || customElements.get(name) !== undefined) return
  customElements.define(
    name,
    class extends SearchBoxElement {
      protected override readonly home = src
    }
  )
}
