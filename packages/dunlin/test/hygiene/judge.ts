/** What a reader sees of a page: asked of a browser, by its pixels. */
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core"
import { chromium as executable, chromiumEnvironment } from "../../../common/test/components.ts"
import { scriptAddress } from "./kinds.ts"

/** Only the limit of a test ends what it waits for: a busy machine takes its time. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executable!,
    env: chromiumEnvironment,
    // a process of its own for drawing takes a quarter of the processor time, for handing pictures over
    args: ["--no-sandbox", "--disable-gpu", "--in-process-gpu"],
    timeout: 0
  })

/** Steps of 255 that an eye tells apart, and points that make a sentence: a few of them are a stain. */
const LEAST_STEP = 16
const LEAST_POINTS = 60

/**
 * Finds the texts in the document and its open shadow trees, and makes their letters transparent without moving anything:
 * what changes of the picture is what a reader sees of them. Says of each whether it is nowhere (`absent`), only made
 * transparent (`blank`), or replaced as well (`rewritten`), which stays; and in which rectangles of the page it stands.
 */
const blank = `(texts) => {
  const trees = [document]
  for (const tree of trees) {
    for (const { shadowRoot } of tree.querySelectorAll("*")) if (shadowRoot !== null) trees.push(shadowRoot)
  }
  const rangesOf = (text) => trees.flatMap((tree) => {
    const ranges = []
    const walker = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.data.indexOf(text)
      if (at < 0 || node.parentElement?.closest("script,style") !== null) continue
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + text.length)
      ranges.push(range)
    }
    return ranges
  })
  const found = texts.map(rangesOf)
  const answers = found.map((ranges) => ({
    made: ranges.length === 0 ? "absent" : "blank",
    places: ranges.flatMap((range) => Array.from(range.getClientRects(), ({ bottom, left, right, top }) =>
      [left + scrollX, top + scrollY, right + scrollX, bottom + scrollY]))
  }))
  // letters that a ground shows through are blanks without them
  for (const [n, ranges] of found.entries()) {
    for (const { startContainer } of ranges) {
      const { parentElement } = startContainer
      if (parentElement !== null && getComputedStyle(parentElement).backgroundClip === "text") {
        startContainer.data = startContainer.data.replace(/[^ ]/g, "\\u00a0")
        answers[n].made = "rewritten"
      }
    }
  }
  if (found.every((ranges) => ranges.length === 0)) return answers
  const style = document.createElement("style")
  style.textContent = "::highlight(judge){color:transparent;-webkit-text-fill-color:transparent;" +
    "-webkit-text-stroke:0 transparent;text-shadow:none;fill:transparent}"
  document.head.append(style)
  CSS.highlights.set("judge", new Highlight(...found.flat()))
  return answers
}`

/** Points in which two pictures differ: in all, and in the places of each text that no other text has a part in. */
const difference = `async ([one, other, step, places]) => {
  const read = async (data) => {
    const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext("2d")
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, bitmap.width, bitmap.height)
  }
  const [a, b] = [await read(one), await read(other)]
  const counted = { all: 0, each: places.map(() => 0) }
  // a picture of another size is all different
  if (a.width !== b.width || a.height !== b.height) return { ...counted, all: a.data.length / 4 }
  const isIn = (x, y) => ([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom
  for (let k = 0; k < a.data.length; k += 4) {
    const most = Math.max(
      Math.abs(a.data[k] - b.data[k]), Math.abs(a.data[k + 1] - b.data[k + 1]), Math.abs(a.data[k + 2] - b.data[k + 2])
    )
    if (most < step) continue
    counted.all++
    const inPlace = isIn((k / 4) % a.width + 0.5, Math.floor(k / 4 / a.width) + 0.5)
    const own = places.flatMap((list, n) => list.some(inPlace) ? [n] : [])
    if (own.length === 1) counted.each[own[0]]++
  }
  return counted
}`

/** What is opened once for each browser: a page that decodes pictures, and one for the pages that are judged. */
interface Opened {
  readonly helper: Page
  readonly page: Page
  readonly session: CDPSession
  /** What the script of another address does. */
  script: string | undefined
}

const opened = new WeakMap<Browser, Promise<Opened>>()

const open = async (browser: Browser): Promise<Opened> => {
  const helper = await browser.newPage()
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } })
  context.setDefaultTimeout(0)
  const page = await context.newPage()
  const own: Opened = { helper, page, session: await context.newCDPSession(page), script: undefined }
  await context.route("**/*", (route) => {
    const address = route.request().url()
    if (address === scriptAddress && own.script !== undefined) {
      return route.fulfill({ body: own.script, contentType: "text/javascript" })
    }
    return address.startsWith("data:") ? route.continue() : route.abort()
  })
  return own
}

const openedBy = (browser: Browser): Promise<Opened> => {
  const known = opened.get(browser) ?? open(browser)
  opened.set(browser, known)
  return known
}

/** Width and height of all of a page, and whether it is in sight at once. */
const size = `document.fonts.ready.then(() => {
  const parts = [document.documentElement, document.body].filter((part) => part !== null)
  const most = (of) => Math.max(...parts.flatMap(of))
  const width = most((part) => [part.scrollWidth, part.offsetWidth, part.clientWidth])
  const height = most((part) => [part.scrollHeight, part.offsetHeight, part.clientHeight])
  return { width, height, isInSight: width <= innerWidth && height <= innerHeight }
})`

/** Observers are told in the order in which they were made: when this one is, those of the page know what is in sight. */
const observed = `new Promise((resolve) => {
  const observer = new IntersectionObserver(() => {
    observer.disconnect()
    resolve()
  })
  observer.observe(document.documentElement)
})`

/**
 * The picture of a page, once what comes in when it is in sight is there, and what fades in; what stands still, or moves
 * with the scroll, would be waited for in vain.
 */
const pictureOf = async (opened: Opened): Promise<string> => {
  await opened.page.evaluate(observed)
  await opened.page.evaluate(
    "Promise.all(document.getAnimations().filter((one) => one.playState === 'running' && " +
      "one.timeline instanceof DocumentTimeline).map((one) => one.finished.catch(() => {})))"
  )
  return shot(opened, 10)
}

/** A picture; a Chromium on a busy machine now and then has no frame to show at its first time of asking. */
const shot = async (opened: Opened, tries: number): Promise<string> => {
  const { page, session } = opened
  const { height, isInSight, width } = await page.evaluate<
    { readonly width: number; readonly height: number; readonly isInSight: boolean }
  >(size)
  try {
    const { data } = await session.send("Page.captureScreenshot", {
      format: "png",
      optimizeForSpeed: true,
      captureBeyondViewport: !isInSight,
      clip: { x: 0, y: 0, width, height, scale: 1 }
    })
    return data
  } catch (error) {
    if (tries === 1 || !String(error).includes("Unable to capture screenshot")) throw error
    return shot(opened, tries - 1)
  }
}

/**
 * Whether a reader sees texts of a page, after a click where there is one to do: the first by all that changes without it,
 * the others, which stand apart, together, each by what changes where it stands. `script` is what the script of another
 * address does that the page may ask for. One page after the other in a browser.
 */
export const seen = async (
  browser: Browser,
  html: string,
  [text, ...others]: readonly [string, ...ReadonlyArray<string>],
  click?: string,
  script?: string
): Promise<ReadonlyArray<boolean>> => {
  const own = await openedBy(browser)
  const { helper, page } = own
  own.script = script
  // another document, of which nothing of the one before is left
  await page.goto("about:blank")
  await page.setContent(html, { waitUntil: "load" })
  if (click !== undefined) await page.locator(click).first().click()
  let before = await pictureOf(own)
  /** Points that change without these texts. */
  const without = async (texts: ReadonlyArray<string>) => {
    const blanked = await page.evaluate<
      ReadonlyArray<{ readonly made: string; readonly places: ReadonlyArray<ReadonlyArray<number>> }>
    >(`(${blank})(${JSON.stringify(texts)})`)
    const none = { all: 0, each: texts.map(() => 0) }
    if (blanked.every(({ made }) => made === "absent")) return none
    const after = await pictureOf(own)
    const places = blanked.map(({ places }) => places)
    // the same bytes are the same picture
    const points = before === after ? none : await helper.evaluate<typeof none>(
      `(${difference})(${JSON.stringify([before, after, LEAST_STEP, places])})`
    )
    await page.evaluate("CSS.highlights.clear()")
    if (blanked.some(({ made }) => made === "rewritten")) before = await pictureOf(own)
    return points
  }
  const { all } = await without([text])
  const { each } = others.length === 0 ? { each: [] } : await without(others)
  return [all, ...each].map((points) => points >= LEAST_POINTS)
}
