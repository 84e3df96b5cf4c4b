/** What a reader sees of a page: asked of a browser, by its pixels. */
import { type Browser, chromium, type Page } from "playwright-core"
import { executable } from "../../../common/test/chromium.ts"

import { scriptAddress } from "./kinds.ts"

export { isMissing } from "../../../common/test/chromium.ts"

/** Only the limit of a test ends what it waits for: a busy machine takes its time. */
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: executable!, args: ["--no-sandbox"], timeout: 0 })

/** Steps of 255 that an eye tells apart, and points that make a sentence: a few of them are a stain. */
const LEAST_STEP = 16
const LEAST_POINTS = 60

/**
 * Finds the text in the document and its open shadow trees, and makes its letters transparent without moving anything:
 * what changes of the picture is what a reader sees of it. Says whether the text is nowhere (`absent`), only made
 * transparent (`blank`), or replaced as well (`rewritten`), which stays.
 */
const blank = `(text) => {
  const ranges = []
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.data.indexOf(text)
      if (at < 0 || node.parentElement?.closest("script,style") !== null) continue
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + text.length)
      ranges.push(range)
    }
  }
  const trees = [document]
  for (const tree of trees) {
    walk(tree)
    for (const { shadowRoot } of tree.querySelectorAll("*")) if (shadowRoot !== null) trees.push(shadowRoot)
  }
  if (ranges.length === 0) return "absent"
  let made = "blank"
  // letters that a ground shows through are blanks without them
  for (const { startContainer } of ranges) {
    const { parentElement } = startContainer
    if (parentElement !== null && getComputedStyle(parentElement).backgroundClip === "text") {
      startContainer.data = startContainer.data.replace(/[^ ]/g, "\\u00a0")
      made = "rewritten"
    }
  }
  const style = document.createElement("style")
  style.textContent = "::highlight(judge){color:transparent;-webkit-text-fill-color:transparent;" +
    "-webkit-text-stroke:0 transparent;text-shadow:none;fill:transparent}"
  document.head.append(style)
  CSS.highlights.set("judge", new Highlight(...ranges))
  return made
}`

const difference = `async ([one, other, step]) => {
  const read = async (data) => {
    const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext("2d")
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, bitmap.width, bitmap.height)
  }
  const [a, b] = [await read(one), await read(other)]
  if (a.width !== b.width || a.height !== b.height) return -1
  let points = 0
  for (let k = 0; k < a.data.length; k += 4) {
    const most = Math.max(
      Math.abs(a.data[k] - b.data[k]), Math.abs(a.data[k + 1] - b.data[k + 1]), Math.abs(a.data[k + 2] - b.data[k + 2])
    )
    if (most >= step) points++
  }
  return points
}`

/** Decodes pictures; one for each browser. */
const helpers = new WeakMap<Browser, Promise<Page>>()

const helperOf = (browser: Browser): Promise<Page> => {
  const known = helpers.get(browser)
  if (known !== undefined) return known
  const made = browser.newPage()
  helpers.set(browser, made)
  return made
}

/**
 * The picture of a page, once what fades in is there; what stands still, or moves with the scroll, would be waited for in
 * vain.
 */
const pictureOf = async (page: Page): Promise<string> => {
  await page.evaluate(
    "Promise.all(document.getAnimations().filter((one) => one.playState === 'running' && " +
      "one.timeline instanceof DocumentTimeline).map((one) => one.finished.catch(() => {})))"
  )
  return shot(page, 10)
}

/** A picture; a Chromium on a busy machine now and then has no frame to show at its first time of asking. */
const shot = async (page: Page, tries: number): Promise<string> => {
  try {
    return (await page.screenshot({ fullPage: true })).toString("base64")
  } catch (error) {
    if (tries === 1 || !String(error).includes("Unable to capture screenshot")) throw error
    return shot(page, tries - 1)
  }
}

/**
 * Whether a reader sees texts of a page, one after the other, after a click where there is one to do; `script` is what the
 * script of another address does that the page may ask for.
 */
export const seen = async (
  browser: Browser,
  html: string,
  texts: ReadonlyArray<string>,
  click?: string,
  script?: string
): Promise<ReadonlyArray<boolean>> => {
  const helper = await helperOf(browser)
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } })
  context.setDefaultTimeout(0)
  try {
    await context.route("**/*", (route) => {
      const address = route.request().url()
      if (address === scriptAddress && script !== undefined) {
        return route.fulfill({ body: script, contentType: "text/javascript" })
      }
      return address.startsWith("data:") ? route.continue() : route.abort()
    })
    const page = await context.newPage()
    await page.setContent(html, { waitUntil: "load" })
    if (click !== undefined) await page.locator(click).first().click()
    const answers: Array<boolean> = []
    let before = await pictureOf(page)
    for (const text of texts) {
      const made = await page.evaluate(`(${blank})(${JSON.stringify(text)})`)
      if (made === "absent") {
        answers.push(false)
        continue
      }
      const after = await pictureOf(page)
      // the same bytes are the same picture
      const points = before === after
        ? 0
        : await helper.evaluate(`(${difference})(${JSON.stringify([before, after, LEAST_STEP])})`) as number
      answers.push(points >= LEAST_POINTS)
      await page.evaluate("CSS.highlights.clear()")
      if (made === "rewritten") before = await pictureOf(page)
    }
    return answers
  } finally {
    await context.close()
  }
}
