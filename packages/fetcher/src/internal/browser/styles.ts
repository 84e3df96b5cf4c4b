/**
 * Script that reads brand styles as the browser computes them: colours, fonts, spacing, logos, buttons. Returns JSON.
 */
export const stylesScript = `(() => {
  const properties = ["color", "backgroundColor", "borderTopColor", "borderTopLeftRadius", "borderTopWidth", "boxShadow", "fontFamily", "fontSize", "fontWeight", "lineHeight", "letterSpacing", "textTransform", "paddingTop", "paddingLeft"]
  const pick = (element) => {
    const style = getComputedStyle(element), box = element.getBoundingClientRect()
    const out = { tag: element.tagName.toLowerCase(), width: Math.round(box.width), height: Math.round(box.height), top: Math.round(box.top), left: Math.round(box.left) }
    for (const property of properties) out[property] = style[property]
    const background = style.backgroundImage
    if (background && background !== "none") out.backgroundImage = background.slice(0, 500)
    return out
  }
  const text = (element) => (element.textContent || "").trim().replace(/\\s+/g, " ").slice(0, 80)
  const some = (selector, limit, extra) => Array.from(document.querySelectorAll(selector)).filter((element) => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0
  }).slice(0, limit).map((element) => Object.assign(pick(element), extra ? extra(element) : {}))
  const attributes = (...names) => (element) => Object.fromEntries(names.map((name) => [name, String(element[name] || element.getAttribute(name) || "").slice(0, 2000)]))
  const variables = {}
  try {
    for (const sheet of document.styleSheets) {
      let rules
      try { rules = sheet.cssRules } catch { continue }
      for (const rule of rules) {
        if (rule.selectorText !== ":root" && rule.selectorText !== "html") continue
        for (const name of rule.style) if (name.startsWith("--") && Object.keys(variables).length < 300) variables[name] = rule.style.getPropertyValue(name).trim().slice(0, 200)
      }
    }
  } catch {}
  const fonts = []
  try { for (const face of document.fonts) if (face.status === "loaded" && fonts.length < 50) fonts.push({ family: face.family.replace(/["']/g, ""), weight: face.weight, style: face.style }) } catch {}
  return {
    version: 1,
    colorScheme: getComputedStyle(document.documentElement).colorScheme || "normal",
    viewport: { width: innerWidth, height: innerHeight },
    html: pick(document.documentElement),
    body: document.body ? pick(document.body) : null,
    headings: some("h1, h2, h3", 12),
    paragraphs: some("p", 8),
    links: some("a[href]", 20),
    buttons: some("button, [role=button], input[type=submit], a[class*=btn], a[class*=button]", 20, (element) => ({ text: text(element) || element.value || "" })),
    inputs: some("input[type=text], input[type=email], input[type=search], textarea", 5),
    header: some("header, nav", 2)[0] || null,
    footer: some("footer", 1)[0] || null,
    logos: some("header img, nav img, header svg, [class*=logo] img, [class*=logo] svg, img[class*=logo], img[alt*=logo i], img[src*=logo i]", 8, (element) => ({
      ...attributes("src", "alt")(element),
      svg: element.tagName.toLowerCase() === "svg" ? element.outerHTML.slice(0, 20000) : ""
    })),
    icons: Array.from(document.querySelectorAll("link[rel~=icon], link[rel=apple-touch-icon]")).slice(0, 10).map((element) => ({ rel: element.rel, href: element.href, sizes: element.sizes ? element.sizes.value : "" })),
    variables,
    fonts
  }
})()`
