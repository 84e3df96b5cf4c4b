/** Creates the options of the list: a group for each page, with the page and its sections. */
import type { FrozenHit, FrozenPassage } from "../../FrozenIndex.ts"

const made = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text = ""
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(name)
  element.className = className
  element.part = className
  element.textContent = text
  return element
}

const followed: ReadonlySet<string> = new Set(["http:", "https:", "file:"])

const passageOf = ({ description, matches }: FrozenPassage): HTMLElement => {
  const passage = made("span", "passage")
  let from = 0
  for (const { end, start } of matches) {
    passage.append(description.slice(from, start), made("mark", "mark", description.slice(start, end)))
    from = end
  }
  passage.append(description.slice(from))
  return passage
}

const optionOf = (found: FrozenPassage, kind: "page" | "section", id: string, hasPassage: boolean): HTMLElement => {
  const option = document.createElement("a")
  option.className = kind
  option.part.add("option", kind)
  option.id = id
  option.role = "option"
  option.tabIndex = -1
  option.ariaSelected = "false"
  if (followed.has(URL.parse(found.url, document.baseURI)?.protocol ?? "")) option.href = found.url
  option.append(made("span", "title", found.title === "" ? found.url : found.title))
  if (hasPassage && found.description !== "") option.append(passageOf(found))
  return option
}

/** Returns the options of a list. The passage of a page is shown only if no section of the page is. */
export const listOf = (hits: ReadonlyArray<FrozenHit>) => {
  const options: Array<{ readonly element: HTMLElement; readonly found: FrozenPassage }> = []
  const groups = hits.map((hit) => {
    const group = made("div", "group")
    group.role = "group"
    group.ariaLabel = hit.title === "" ? hit.url : hit.title
    const add = (found: FrozenPassage, kind: "page" | "section", hasPassage: boolean) => {
      const element = optionOf(found, kind, `option-${options.length}`, hasPassage)
      options.push({ element, found })
      group.append(element)
    }
    add(hit, "page", hit.sections.length === 0)
    for (const section of hit.sections) add(section, "section", true)
    return group
  })
  return { groups, options }
}
