/**
 * Implements the search box element with the WAI-ARIA combobox pattern: the focus stays in the field, and arrow keys
 * select an option. Only one search runs at a time, and only the latest text is searched next.
 */
import type { FrozenHit, FrozenIndex, FrozenPassage } from "../../FrozenIndex.ts"
import type { Messages } from "../../SearchBox.ts"
import { listOf } from "./options.ts"
import { style } from "./style.ts"

export const english: Messages = {
  label: "Search",
  loading: "Loading…",
  results: (count) => count === 1 ? "1 page" : `${count} pages`,
  none: (query) => `No page was found for “${query}”.`,
  failed: (reason) => `The search failed: ${reason}`
}

const DEFAULT_PAGES = 8

const MARGIN_OF_WINDOW_PX = 8

/** Creates the parts of the element by DOM calls, because a page may forbid markup strings (Trusted Types). */
const partsOf = () => {
  const make = <K extends keyof HTMLElementTagNameMap>(name: K, part: string, role = ""): HTMLElementTagNameMap[K] => {
    const element = document.createElement(name)
    element.className = part
    element.part = part
    if (role !== "") element.role = role
    return element
  }
  const box = make("div", "box", "search")
  const input = make("input", "input", "combobox")
  input.type = "search"
  for (const [name, value] of Object.entries(attributesOfInput)) input.setAttribute(name, value)
  const popup = make("div", "popup")
  popup.hidden = true
  const list = make("div", "list", "listbox")
  list.id = "list"
  list.hidden = true
  const message = make("p", "message")
  const status = make("div", "status", "status")
  popup.append(list, message)
  box.append(input, popup, status)
  return { box, input, popup, list, message, status }
}

const attributesOfInput = {
  "aria-autocomplete": "list",
  "aria-controls": "list",
  "aria-expanded": "false",
  autocapitalize: "off",
  autocomplete: "off",
  enterkeyhint: "search",
  spellcheck: "false"
}

const isTyping = (event: Event): boolean => {
  const [target] = event.composedPath()
  return target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
}

const reasonOf = (cause: unknown): string => cause instanceof Error ? cause.message : String(cause)

const openFolder = async (folder: URL): Promise<FrozenIndex> =>
  (await import("../../FrozenIndex.ts")).openFolder(folder)

type Find = (query: string, limit: number) => Promise<ReadonlyArray<FrozenHit>>

/** Base class of the element. Servers can import this module, too, but have no `HTMLElement`. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

let sheet: CSSStyleSheet | undefined

/**
 * Returns the style sheet that all search boxes of a page share. One that a script creates needs no permission in the
 * page's content security policy.
 */
const sheetOf = (): CSSStyleSheet => {
  if (sheet !== undefined) return sheet
  sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}

export class SearchBoxElement extends Base {
  static readonly observedAttributes = ["label", "placeholder", "src"]

  protected readonly home: string | URL | undefined = undefined

  #messages = english
  #find: Find | undefined
  #index: Promise<FrozenIndex> | undefined
  #asked = ""
  #isRunning = false
  #isFollowing = false
  #options: ReturnType<typeof listOf>["options"] = []
  #active = -1

  readonly #parts = partsOf()
  readonly #input = this.#parts.input
  readonly #list = this.#parts.list

  constructor() {
    super()
    const { box, popup } = this.#parts
    const root = this.attachShadow({ mode: "open", delegatesFocus: true })
    root.adoptedStyleSheets = [sheetOf()]
    root.append(box)
    this.#input.addEventListener("focus", () => void this.#load().catch(() => {}))
    this.#input.addEventListener("input", () => void this.#run())
    this.#input.addEventListener("keydown", (event) => this.#onKey(event))
    this.#list.addEventListener("click", (event) => this.#onClick(event))
    // A click on the list does not take the focus from the field.
    popup.addEventListener("mousedown", (event) => event.preventDefault())
    this.#list.addEventListener("mousemove", (event) => this.#activate(this.#at(event), false))
    this.addEventListener("focusout", () => this.#toggle(false))
    this.#name()
  }

  connectedCallback() {
    // A page may have set properties before the element was defined.
    for (const name of ["messages", "search", "value"] as const) {
      if (!Object.hasOwn(this, name)) continue
      const value: unknown = this[name]
      delete (this as Record<string, unknown>)[name]
      Object.assign(this, { [name]: value })
    }
    document.addEventListener("keydown", this.#onHotkey)
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onHotkey)
  }

  attributeChangedCallback(name: string) {
    if (name === "src") this.#index = undefined
    this.#name()
  }

  get search(): Find | undefined {
    return this.#find
  }

  set search(find: Find | undefined) {
    this.#find = find
  }

  get messages(): Messages {
    return this.#messages
  }

  set messages(messages: Partial<Messages>) {
    this.#messages = { ...english, ...messages }
    this.#name()
  }

  get value(): string {
    return this.#input.value
  }

  set value(value: string) {
    this.#input.value = value
    void this.#run()
  }

  #name() {
    const label = this.getAttribute("label") ?? this.#messages.label
    this.#input.ariaLabel = label
    this.#list.ariaLabel = label
    this.#input.placeholder = this.getAttribute("placeholder") ?? label
  }

  #load(): Promise<Pick<FrozenIndex, "search">> {
    const find = this.#find
    if (find !== undefined) return Promise.resolve({ search: (query, limit = DEFAULT_PAGES) => find(query, limit) })
    if (this.#index !== undefined) return this.#index
    const src = this.getAttribute("src") ?? this.home
    if (src === undefined) return Promise.reject(new TypeError("the search box has no attribute `src`"))
    const opened = openFolder(new URL(src, document.baseURI))
    this.#index = opened
    // After a failure, the next search opens the folder again.
    opened.catch(() => {
      if (this.#index === opened) this.#index = undefined
    })
    return opened
  }

  get #query(): string {
    return this.#input.value.trim()
  }

  get #limit(): number {
    const limit = Number(this.getAttribute("limit"))
    return Number.isInteger(limit) && limit > 0 ? limit : DEFAULT_PAGES
  }

  async #run() {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#asked !== this.#query) {
      const query = this.#query
      this.#asked = query
      if (query === "") {
        this.#close()
        continue
      }
      if (this.#options.length === 0) this.#say(this.#messages.loading)
      try {
        const index = await this.#load()
        this.#show(query, await index.search(query, this.#limit, { isTyping: true }))
      } catch (cause) {
        this.#show(query, [])
        this.#say(this.#messages.failed(reasonOf(cause)))
        this.dispatchEvent(new CustomEvent("dunlin-search-error", { detail: { query, cause } }))
      }
    }
    this.#isRunning = false
  }

  #show(query: string, hits: ReadonlyArray<FrozenHit>) {
    const { groups, options } = listOf(hits)
    this.#options = options
    this.#active = -1
    this.#input.removeAttribute("aria-activedescendant")
    this.#list.replaceChildren(...groups)
    this.#parts.popup.scrollTop = 0
    if (this.#query === "") return this.#close()
    if (hits.length === 0) this.#say(this.#messages.none(query))
    else this.#parts.status.textContent = this.#messages.results(hits.length)
    this.#toggle(true)
    if (this.#isFollowing && this.#query === query) this.#follow(false)
  }

  #say(text: string) {
    this.#parts.message.textContent = text
    this.#parts.status.textContent = text
    this.#toggle(true)
  }

  #close() {
    this.#options = []
    this.#active = -1
    this.#list.replaceChildren()
    this.#parts.status.textContent = ""
    this.#toggle(false)
  }

  /** Aligns the list to the side with more space, so that the page never scrolls horizontally. */
  #fit() {
    const { left, right, width } = this.#parts.box.getBoundingClientRect()
    const page = this.ownerDocument.documentElement
    const growsLeft = (getComputedStyle(this).direction === "rtl") !== (this.getAttribute("align") === "end")
    const room = (growsLeft ? right : page.clientWidth - left) - MARGIN_OF_WINDOW_PX
    this.#parts.popup.style.maxInlineSize = `${Math.max(width, room)}px`
  }

  #toggle(isOpen: boolean) {
    const hasOptions = this.#options.length > 0
    if (isOpen) this.#fit()
    this.#parts.popup.hidden = !isOpen
    this.#list.hidden = !hasOptions
    this.#parts.message.hidden = hasOptions
    this.#input.ariaExpanded = String(isOpen && hasOptions)
    if (isOpen) return
    this.#isFollowing = false
    this.#activate(-1, false)
  }

  #activate(next: number, isScrolled: boolean) {
    this.#options[this.#active]?.element.setAttribute("aria-selected", "false")
    this.#active = next
    const option = this.#options[next]?.element
    if (option === undefined) return this.#input.removeAttribute("aria-activedescendant")
    option.ariaSelected = "true"
    this.#input.setAttribute("aria-activedescendant", option.id)
    if (isScrolled) option.scrollIntoView({ block: "nearest" })
  }

  #at(event: Event): number {
    const path = event.composedPath()
    return this.#options.findIndex(({ element }) => path.includes(element))
  }

  /** Moves the selection. The field itself is between the last and the first option. */
  #move(step: number) {
    const places = this.#options.length + 1
    this.#activate((this.#active + 1 + step + places) % places - 1, true)
  }

  #follow(isElsewhere: boolean) {
    const option = this.#options[Math.max(0, this.#active)]?.element
    this.#isFollowing = option === undefined
    option?.dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: isElsewhere, metaKey: isElsewhere })
    )
  }

  #onKey(event: KeyboardEvent) {
    if (event.isComposing) return
    const isOpen = !this.#parts.popup.hidden
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (this.#options.length === 0) return
      event.preventDefault()
      if (isOpen) this.#move(event.key === "ArrowDown" ? 1 : -1)
      else this.#toggle(true)
    } else if (event.key === "Enter") {
      if (this.#query === "") return
      event.preventDefault()
      if (this.#asked === this.#query && !this.#isRunning) this.#follow(event.ctrlKey || event.metaKey)
      else this.#isFollowing = true
    } else if (event.key === "Escape" && isOpen) {
      // The first press of Escape closes the list, and the second one empties the field.
      event.preventDefault()
      this.#toggle(false)
    }
  }

  #onClick(event: MouseEvent) {
    const found: FrozenPassage | undefined = this.#options[this.#at(event)]?.found
    if (found === undefined) return
    const isTaken = !this.dispatchEvent(
      new CustomEvent("dunlin-search-select", {
        bubbles: true,
        composed: true,
        cancelable: true,
        detail: { query: this.#asked, url: found.url, title: found.title }
      })
    )
    if (isTaken) event.preventDefault()
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) this.#toggle(false)
  }

  readonly #onHotkey = (event: KeyboardEvent) => {
    if (!this.hasAttribute("hotkeys") || event.defaultPrevented) return
    const isPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey &&
      !event.shiftKey
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event)
    if (!isPalette && !isSlash) return
    event.preventDefault()
    this.#input.focus()
    this.#input.select()
  }
}
