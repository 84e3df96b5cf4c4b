/**
 * Contains parts of the settle script for content that loads when it becomes visible. They are plain JavaScript, sent
 * as text.
 */

/** More islands on one page are rare. */
const MAX_ISLANDS = 12
const PLACEHOLDER_CHARACTERS = 40
/** A placeholder shows its message within its first characters. */
const MAX_TEXTS_OF_TARGET = 200
/** A feed may have no end. */
const MAX_SHOWS_OF_END = 3
const MIN_GROWTH_PX = 50

/**
 * Script part that tracks ends of lists that load more when they become visible. `moreToShow` returns ends whose
 * content has arrived, so that the next ends are shown.
 */
export const endsPart = `
  const pageHeight = () => document.documentElement.scrollHeight
  const ends = new Map(), shows = new Map()
  let endless = false, measures = false, bottom = 0
  for (const owner of [window, document]) {
    const native = owner.addEventListener
    owner.addEventListener = hide(function (type, listener, ...rest) {
      if (type === "scroll" && typeof listener === "function" && /scrollHeight|(?:offset|client|inner)Height/.test(Function.prototype.toString.call(listener))) measures = true
      return native.call(this, type, listener, ...rest)
    }, native)
  }
  const mayShowAgain = (target) => {
    const times = (shows.get(target) || 0) + 1
    shows.set(target, times)
    if (times > ${MAX_SHOWS_OF_END}) endless = true
    return times <= ${MAX_SHOWS_OF_END}
  }
  const moreToShow = (isPlaceholder) => {
    const found = []
    for (const [target, height] of ends) {
      if (!target.isConnected || !isPlaceholder(target) || pageHeight() < height + ${MIN_GROWTH_PX}) continue
      ends.delete(target)
      if (mayShowAgain(target)) found.push(target)
    }
    return found
  }
  const hasMoreBelow = () => {
    if (!measures || pageHeight() <= innerHeight || pageHeight() < bottom + ${MIN_GROWTH_PX} || !mayShowAgain(document)) return false
    bottom = pageHeight()
    return true
  }`

export const seenPart = `
  // Parts of the page that load when visible.
  const unseen = new Map()
  if (window.IntersectionObserver) {
    const Native = window.IntersectionObserver
    const Watcher = class extends Native {
      constructor(callback, ...rest) {
        super(typeof callback !== "function" ? callback : function (entries, observer) {
          for (const { isIntersecting, target } of entries) if (isIntersecting) {
            if (unseen.get(target) > 0) ends.set(target, unseen.get(target))
            unseen.delete(target)
          }
          return callback.call(this, entries, observer)
        }, ...rest)
      }
      observe(target) {
        if (unseen.size < 1000 && !unseen.has(target)) unseen.set(target, 0)
        return super.observe(target)
      }
      unobserve(target) { unseen.delete(target); ends.delete(target); return super.unobserve(target) }
    }
    window.IntersectionObserver = hide(Watcher, Native)
  }`

export const islandsPart = `
  let shown = 0
  const hasLittleText = (target) => target.textContent.trim().length <= ${PLACEHOLDER_CHARACTERS}
  // A server also renders the text of such a part; its scripts complete it once it is visible.
  const awaitsScripts = (target) => {
    if (target.localName.includes("-") || target.parentElement?.localName.includes("-")) return true
    if (target.querySelector("[aria-busy=true], [class*=skeleton i], [class*=spinner i], [class*=shimmer i]")) return true
    const texts = document.createTreeWalker(target, 4)
    for (let read = 0; read < ${MAX_TEXTS_OF_TARGET} && texts.nextNode(); read++) {
      if (/^\\s*(loading|please wait|one moment)\\b.{0,30}$/i.test(texts.currentNode.data)) return true
    }
    return false
  }
  const showIslands = async () => {
    // Frames of the page's own site contain its text, unlike maps and players.
    for (const frame of document.querySelectorAll("iframe[loading=lazy i]")) if (frame.src.startsWith(location.origin + "/")) frame.loading = "eager"
    const waiting = moreToShow(hasLittleText)
    for (const [target, times] of unseen) {
      if (times > 0) { if (target.isConnected && times < pageHeight()) endless = true; continue }
      if (shown + waiting.length >= ${MAX_ISLANDS}) break
      const text = target.textContent.trim()
      const isNamed = text !== "" || target.localName.includes("-") || Object.keys(target.dataset || {}).length > 0 ||
        /comment|infinite|island|lazy|load|more|review|sentinel|scroll/i.test(target.id + " " + target.getAttribute("class"))
      const isPlaceholder = isNamed && hasLittleText(target) &&
        !/^(IMG|IFRAME|VIDEO|PICTURE)$/.test(target.nodeName) && !target.querySelector("img, picture, video, iframe, canvas, svg, input")
      if (target.isConnected && (isPlaceholder || (text !== "" && awaitsScripts(target))) && target.getClientRects().length > 0) waiting.push(target)
    }
    const goesDown = hasMoreBelow()
    if (waiting.length === 0 && !goesDown) return false
    const left = scrollX, top = scrollY
    for (const target of waiting) {
      shown++
      unseen.set(target, pageHeight())
      target.scrollIntoView({ block: "center", behavior: "instant" })
      await Promise.race([new Promise((resolve) => nativeFrame(() => native(resolve, 0))), pause(100)])
    }
    if (goesDown) {
      scrollTo({ top: bottom, behavior: "instant" })
      await Promise.race([new Promise((resolve) => nativeFrame(() => native(resolve, 0))), pause(200)])
    }
    scrollTo({ left, top, behavior: "instant" })
    await Promise.race([new Promise((resolve) => nativeFrame(() => native(resolve, 0))), pause(100)])
    touch()
    return true
  }`
