/** Builds the document as a reader sees it. The content of shadow roots and frames is inserted at their positions. */
import { settleKey } from "./settleScript.ts"

export const frameKey = `${settleKey}f`

/** A smaller frame shows no readable text. */
const MIN_FRAME_PX = 40
const FRAME_CHARACTERS = 40
const rootOf = `(element) => ((window[${
  JSON.stringify(settleKey)
}] || {}).rootOf || ((element) => element.shadowRoot))(element)`

/** Deeper elements are copied unchanged. */
const MAX_DEPTH_OF_ELEMENTS = 2_000

/**
 * Script of a function that returns the HTML of a document. A shadow root's content replaces its host's children, and
 * assigned nodes replace slots. Text that a shadow root's or frame's styles hide is omitted, because those styles do
 * not apply in the outer document.
 */
const compose = `(root, isFrame) => {
  const rootOf = ${rootOf}
  const inert = document.implementation.createHTMLDocument("")
  const copied = (node, deep) => {
    const made = inert.importNode(node, deep)
    if (node.popover && node.matches(":popover-open")) made.removeAttribute("popover")
    if (made.localName === "iframe") made.removeAttribute("srcdoc")
    if (made.localName === "template") made.removeAttribute("shadowrootmode")
    return made
  }
  const addresses = [["href", "href"], ["src", "src"], ["action", "action"], ["poster", "poster"]]
  const isHidden = (element) => {
    const style = getComputedStyle(element)
    if (style.display === "contents") return false
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false })) return true
    if (parseFloat(style.fontSize) < 1) return true
    const box = element.getBoundingClientRect()
    if (box.right + scrollX < 0 || box.bottom + scrollY < 0) return true
    if (/^(absolute|fixed)$/.test(style.position) && style.overflow !== "visible" && (box.width <= 1 || box.height <= 1)) return true
    return /^(inset\\((50|100)%|circle\\(0)/.test(style.clipPath) || (style.transform !== "none" && (box.width === 0 || box.height === 0))
  }
  const isKept = (element) => {
    const name = element.localName
    if (name === "script") return /ld\\+json/i.test(element.type)
    return name !== "style" && name !== "noscript" && !(name === "link" && /stylesheet/i.test(element.rel))
  }
  const childrenOf = (element) => {
    const root = rootOf(element)
    if (root) return [root.childNodes, true]
    if (element.localName === "slot" && element.getRootNode() instanceof ShadowRoot) {
      const assigned = element.assignedNodes({ flatten: true })
      return [assigned.length > 0 ? assigned : element.childNodes, true]
    }
    return [element.childNodes, false]
  }
  /** \`inside\`: in a root or a frame, whose styles do not apply outside; \`closed\`: in a closed details element. */
  const copy = (node, inside, closed, depth) => {
    if (node.nodeType !== 1) return node.nodeType === 3 ? inert.importNode(node, false) : undefined
    if (inside && !isKept(node)) return undefined
    if (inside && !closed && isHidden(node)) return undefined
    const html = node[${JSON.stringify(frameKey)}]
    if (typeof html === "string") {
      // A virtual list keeps its element. A frame becomes a section.
      const section = /^i?frame$/.test(node.localName) ? inert.createElement("section") : copied(node, false)
      section.innerHTML = html
      return section
    }
    if (depth > ${MAX_DEPTH_OF_ELEMENTS} || node.localName === "template" || node.namespaceURI !== "http://www.w3.org/1999/xhtml") return copied(node, true)
    const isSlot = node.localName === "slot" && node.getRootNode() instanceof ShadowRoot
    const made = isSlot ? inert.createDocumentFragment()
      : node.localName === "frameset" ? inert.createElement(node.parentNode === document.documentElement ? "body" : "div")
      : copied(node, false)
    if (isFrame && !isSlot) for (const [name, property] of addresses) {
      if (node.hasAttribute(name) && typeof node[property] === "string") made.setAttribute(name, node[property])
    }
    const [children, entersRoot] = childrenOf(node)
    const isClosed = closed || (node.localName === "details" && !node.open)
    for (const child of children) {
      const part = copy(child, inside || entersRoot, isClosed, depth + 1)
      if (part) made.append(part)
    }
    return made
  }
  if (!isFrame) return copy(root, false, false, 0).outerHTML
  const body = document.body
  if (!body) return ""
  const holder = inert.createElement("div")
  for (const child of childrenOf(body)[0]) {
    const part = copy(child, true, false, 0)
    if (part) holder.append(part)
  }
  return holder.textContent.replace(/\\s+/g, "").length < ${FRAME_CHARACTERS} ? "" : holder.innerHTML
}`

const hasParts =
  `document.querySelector("iframe[srcdoc], template[shadowrootmode], :popover-open") || [...document.querySelectorAll("*")].some((element) => (${rootOf})(element) || typeof element[${
    JSON.stringify(frameKey)
  }] === "string")`

export const documentScript = `((root) => {
  if (!root) return ""
  try { return ${hasParts} ? (${compose})(root, false) : root.outerHTML } catch { return root.outerHTML }
})(document.documentElement)`

export const frameScript = `(${compose})(document.documentElement, true)`

export const isSeen = `(element) => {
  const box = element.getBoundingClientRect()
  const isUnloaded = element.loading === "lazy" && element.contentDocument && element.contentDocument.URL === "about:blank" && /^https?:/.test(element.src)
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box.width >= ${MIN_FRAME_PX} && box.height >= ${MIN_FRAME_PX} && box.right + scrollX > 0 && box.bottom + scrollY > 0 && (isUnloaded ? "unloaded" : true)
}`
