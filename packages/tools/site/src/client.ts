/**
 * Implements the behaviour of pages in a browser: theme, menu, search. It is a classic script, so that it also runs
 * from local files.
 */

import type { Ask, Group, Result } from "./ask.ts"

interface Loaded {
  DUNLIN_SEARCH?: Promise<Ask>
}

const root = document.currentScript?.dataset.root ?? ""
const store = globalThis as Loaded

const systemTheme = () => matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"

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
    const made = document.createElement("script")
    made.src = root + file
    made.addEventListener("load", () => resolve())
    made.addEventListener("error", () => reject(new Error(`${file} cannot be read`)))
    document.head.append(made)
  })

let loading: Promise<void> | undefined

const load = () => loading ??= script("search-data.js").then(() => script("search.js"))

const element = (tag: string, text: string, name = ""): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  if (name !== "") made.className = name
  return made
}

const passage = ({ description, matches }: Result): HTMLElement => {
  const made = element("span", "", "passage")
  let from = 0
  for (const { end, start } of matches) {
    made.append(description.slice(from, start), element("mark", description.slice(start, end)))
    from = end
  }
  made.append(description.slice(from))
  return made
}

const link = (result: Result): HTMLElement => {
  const { heading, section, title, url } = result
  const item = document.createElement("a")
  item.href = root + url
  const name = element("span", "", "title")
  name.append(element("strong", title))
  if (heading !== "") name.append(element("span", ` › ${heading}`))
  item.append(name, element("span", section, "section"), passage(result))
  return item
}

const heading = (text: string): HTMLElement => element("p", text, "kind")

const nothing = (query: string): ReadonlyArray<HTMLElement> => {
  const overview = document.createElement("a")
  overview.href = `${root}overview.html`
  overview.append(
    element("strong", "All pages"),
    element("span", "No page matches. The overview lists all pages.", "passage")
  )
  return [heading(`Nothing was found for “${query}”`), overview]
}

const items = (groups: ReadonlyArray<Group>): ReadonlyArray<HTMLElement> =>
  groups.flatMap(({ name, results }) => [heading(name), ...results.map(link)])

type Show = (groups: ReadonlyArray<Group>) => ReadonlyArray<HTMLElement>

const search = (input: HTMLInputElement, found: HTMLElement, show: Show = items) => {
  let requests = 0
  return async () => {
    const turn = ++requests
    const query = input.value.trim()
    found.hidden = query === ""
    if (query === "") return
    if (store.DUNLIN_SEARCH === undefined) found.replaceChildren(heading("Reading the index…"))
    try {
      await load()
      const ask = await store.DUNLIN_SEARCH
      const groups = await ask?.(query) ?? []
      if (turn === requests) found.replaceChildren(...(groups.length === 0 ? nothing(query) : show(groups)))
    } catch (error) {
      loading = undefined
      found.replaceChildren(
        heading(`The search failed: ${error instanceof Error ? error.message : String(error)}`)
      )
    }
  }
}

const addCopyButtons = () => {
  // The clipboard is missing if the page was loaded without HTTPS.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard === undefined) return
  for (const block of document.querySelectorAll<HTMLElement>("main pre")) {
    const button = element("button", "Copy", "copy")
    button.setAttribute("type", "button")
    button.addEventListener("click", () => {
      clipboard.writeText(block.querySelector("code")?.textContent ?? "").then(
        () => {
          button.textContent = "Copied"
          setTimeout(() => {
            button.textContent = "Copy"
          }, 2000)
        },
        () => {
          button.textContent = "Select it, please"
        }
      )
    })
    const frame = element("div", "", "code")
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

const move = (found: HTMLElement, input: HTMLElement, step: number) => {
  const links = [input, ...found.querySelectorAll<HTMLElement>("a")]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
}

/** Maximum number of answers on the front page, so that the page below them stays visible. */
const MAX_FRONT_PAGE_ANSWERS = 4

const firstAnswers: Show = ([first]) => first?.results.slice(0, MAX_FRONT_PAGE_ANSWERS).map(link) ?? []

const addTrial = () => {
  const input = document.getElementById("trial")
  const answers = document.getElementById("answers")
  if (!(input instanceof HTMLInputElement) || answers === null) return
  const run = search(input, answers, firstAnswers)
  input.addEventListener("focus", () => void load().catch(() => {}), { once: true })
  input.addEventListener("input", () => void run())
  input.form?.addEventListener("submit", (event) => {
    event.preventDefault()
    answers.querySelector("a")?.click()
  })
  for (const button of document.querySelectorAll<HTMLElement>("[data-question]")) {
    button.addEventListener("click", () => {
      input.value = button.dataset.question ?? ""
      void run()
    })
  }
}

addEventListener("DOMContentLoaded", () => {
  show(document.documentElement.dataset.theme ?? systemTheme())
  addCopyButtons()
  addTrial()
  document.getElementById("theme")?.addEventListener("click", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark"
    show(next)
    try {
      localStorage.setItem("theme", next)
    } catch {
      // The reader must then choose the theme again on the next page.
    }
  })
  document.querySelector(".pages [aria-current]")?.scrollIntoView({ block: "nearest" })
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
    const isPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey
    if (isPalette || event.key === "/" && !isTyping) {
      event.preventDefault()
      input.focus()
      input.select()
    } else if (event.key === "Escape") {
      found.hidden = true
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !found.hidden) {
      if (event.target !== input && !(event.target instanceof Element && found.contains(event.target))) return
      event.preventDefault()
      move(found, input, event.key === "ArrowDown" ? 1 : -1)
    }
  })
})
