/** What the pages do in a browser: theme, menu, search. A classic script, so that it runs from a folder as well. */

interface Hit {
  readonly url: string
  readonly title: string
  readonly description: string
}

interface Loaded {
  DUNLIN_SEARCH?: (
    query: string
  ) => Promise<ReadonlyArray<{ readonly name: string; readonly hits: ReadonlyArray<Hit> }>>
}

const root = document.currentScript?.dataset.root ?? ""
const store = globalThis as Loaded

const systemTheme = () => matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"

/** What was chosen before; from a folder some browsers keep nothing. */
const storedTheme = (): string | null => {
  try {
    return localStorage.getItem("theme")
  } catch {
    return null
  }
}

const show = (theme: string) => {
  document.documentElement.dataset.theme = theme
  const button = document.getElementById("theme")
  if (button !== null) button.textContent = theme === "dark" ? "Light" : "Dark"
}

show(storedTheme() ?? systemTheme())

const script = (file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const element = document.createElement("script")
    element.src = root + file
    element.addEventListener("load", () => resolve())
    element.addEventListener("error", () => reject(new Error(`${file} cannot be read`)))
    document.head.append(element)
  })

let loading: Promise<void> | undefined

/** The index is read when somebody is about to search. */
const load = () => loading ??= script("search-data.js").then(() => script("search.js"))

const link = ({ description, title, url }: Hit): HTMLElement => {
  const item = document.createElement("a")
  item.href = root + url
  const name = document.createElement("strong")
  name.textContent = title
  const text = document.createElement("span")
  text.textContent = description
  item.append(name, text)
  return item
}

const heading = (text: string): HTMLElement => {
  const element = document.createElement("p")
  element.textContent = text
  return element
}

const search = (input: HTMLInputElement, found: HTMLElement) => {
  let asked = 0
  return async () => {
    const turn = ++asked
    const query = input.value.trim()
    found.hidden = query === ""
    if (query === "") return
    try {
      await load()
      const groups = await store.DUNLIN_SEARCH?.(query) ?? []
      if (turn !== asked) return
      found.replaceChildren(...groups.flatMap(({ hits, name }) => [heading(name), ...hits.map(link)]))
      if (groups.length === 0) found.textContent = "Nothing was found."
    } catch (error) {
      found.textContent = `The search does not work: ${error instanceof Error ? error.message : String(error)}`
    }
  }
}

const move = (found: HTMLElement, input: HTMLElement, step: number) => {
  const links = [input, ...found.querySelectorAll<HTMLElement>("a")]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
}

addEventListener("DOMContentLoaded", () => {
  show(document.documentElement.dataset.theme ?? systemTheme())
  document.getElementById("theme")?.addEventListener("click", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark"
    show(next)
    try {
      localStorage.setItem("theme", next)
    } catch {
      // it is chosen again on the next page
    }
  })
  const menu = document.querySelector<HTMLDetailsElement>(".menu")
  if (menu !== null) menu.open = matchMedia("(min-width: 60rem)").matches
  const input = document.getElementById("query")
  const found = document.getElementById("found")
  if (!(input instanceof HTMLInputElement) || found === null) return
  const run = search(input, found)
  input.addEventListener("focus", () => void load().catch(() => {}), { once: true })
  input.addEventListener("input", () => void run())
  input.form?.addEventListener("submit", (event) => {
    event.preventDefault()
    found.querySelector("a")?.click()
  })
  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea") !== null
    if (event.key === "/" && !isTyping) {
      event.preventDefault()
      input.focus()
    } else if (event.key === "Escape") {
      found.hidden = true
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !found.hidden) {
      if (event.target !== input && !(event.target instanceof Element && found.contains(event.target))) return
      event.preventDefault()
      move(found, input, event.key === "ArrowDown" ? 1 : -1)
    }
  })
})
