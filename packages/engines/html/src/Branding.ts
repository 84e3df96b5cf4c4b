/**
 * Reads a site's branding: colours, fonts, logo and components. The sources are the page and, if a browser fetched
 * it, its computed styles.
 *
 * @since 0.1.0
 */
import type { Page } from "./Html.ts"
import * as Css from "./internal/data/css.ts"
import * as Structured from "./internal/data/items.ts"
import { type Head, headOf } from "./internal/data/siteHead.ts"
import * as Tags from "./internal/tape/tags.ts"
import { attr } from "./internal/tape/tape.ts"
import { imageAddress } from "./internal/tape/urls.ts"

/**
 * @category models
 * @since 0.2.0
 */
export interface Component {
  readonly background?: string
  readonly textColor?: string
  readonly borderColor?: string
  readonly borderRadius?: string
  readonly shadow?: string
}

/**
 * The branding of a site. Every field is optional.
 *
 * @category models
 * @since 0.1.0
 */
export interface Branding {
  readonly colorScheme?: "light" | "dark"
  readonly brandName?: string
  readonly logo?: string
  readonly fonts?: ReadonlyArray<{ readonly family: string }>
  readonly colors?: {
    readonly primary?: string
    readonly secondary?: string
    readonly accent?: string
    readonly background?: string
    readonly textPrimary?: string
    readonly textSecondary?: string
    readonly link?: string
    readonly success?: string
    readonly warning?: string
    readonly error?: string
  }
  readonly typography?: {
    readonly fontFamilies?: { readonly [role: string]: string }
    readonly fontStacks?: { readonly [role: string]: ReadonlyArray<string> }
    readonly fontSizes?: { readonly [role: string]: string }
    readonly lineHeights?: { readonly [role: string]: string }
    readonly fontWeights?: { readonly [role: string]: number }
  }
  readonly spacing?: { readonly baseUnit?: number; readonly borderRadius?: string }
  readonly components?: {
    readonly buttonPrimary?: Component
    readonly buttonSecondary?: Component
    readonly input?: Component
  }
  readonly images?: { readonly logo?: string; readonly favicon?: string; readonly ogImage?: string }
}

/** Maximum number of fonts in the result. Pages with more load a whole font catalogue. */
const MAX_FONTS = 12

const MAX_CHARACTERS_OF_LOGO_ATTRIBUTE = 300

const iconFont =
  /\b(?:icons?|symbols|icomoon|awesome|glyphicons?|fontello|dashicons|eicons|ionicons|codicon)\b|icons?$|^fa[- ]/i

/**
 * Computed values of one element: CSS properties in the form of `getComputedStyle`, for example `backgroundColor`.
 *
 * @category models
 * @since 0.2.0
 */
export interface Style {
  readonly [property: string]: unknown
}

/**
 * Computed styles of a page. Everything is optional.
 *
 * @category models
 * @since 0.2.0
 */
export interface ComputedStyles {
  readonly colorScheme?: string
  readonly body?: Style | null
  readonly html?: Style
  readonly headings?: ReadonlyArray<Style>
  readonly paragraphs?: ReadonlyArray<Style>
  readonly links?: ReadonlyArray<Style>
  readonly buttons?: ReadonlyArray<Style>
  readonly inputs?: ReadonlyArray<Style>
  readonly logos?: ReadonlyArray<Style>
  readonly variables?: { readonly [name: string]: string }
  readonly fonts?: ReadonlyArray<{ readonly family: string }>
}

/**
 * Reads the branding of a site. `styles` are the computed styles, if a browser rendered the page. `undefined` if the
 * page has neither colour nor font nor logo.
 *
 * @category getters
 * @since 0.1.0
 */
export const fromPage = (page: Page, styles?: ComputedStyles): Branding | undefined => {
  const sheet = Css.ofPage(page.tape)
  const head = headOf(page)
  const variables = new Map([...sheet.variables, ...Object.entries(styles?.variables ?? {})])
  const looks: Looks = { styles, sheet, head, variables, ...buttonsOf(styles) }
  const background = backgroundOf(looks)
  const colors = colorsOf(looks, background)
  const { families, typography } = typographyOf(looks)
  const logo = logoOf(page, styles)
  const images = compact({ logo, favicon: head.favicon, ogImage: head.image })
  const scheme = schemeOf(styles?.colorScheme, head.colorScheme, background)
  const spacing = spacingOf(looks)
  const components = componentsOf(looks)
  const branding: Branding = {
    ...(scheme === undefined ? {} : { colorScheme: scheme }),
    ...(head.name === undefined ? {} : { brandName: head.name }),
    ...(logo === undefined ? {} : { logo }),
    ...(families.length === 0 ? {} : { fonts: families.slice(0, MAX_FONTS).map((name) => ({ family: name })) }),
    ...(Object.keys(colors).length === 0 ? {} : { colors }),
    ...(Object.keys(typography).length === 0 ? {} : { typography }),
    ...(spacing === undefined ? {} : { spacing }),
    ...(components === undefined ? {} : { components }),
    ...(Object.keys(images).length === 0 ? {} : { images })
  }
  const shows = branding.colors ?? branding.fonts ?? branding.logo ?? branding.typography
  return shows === undefined ? undefined : branding
}

interface Looks {
  readonly styles: ComputedStyles | undefined
  readonly sheet: ReturnType<typeof Css.ofPage>
  readonly head: Head
  readonly variables: ReadonlyMap<string, string>
  readonly buttons: ReadonlyArray<Style>
  readonly primaryButton: Style | undefined
  readonly secondaryButton: Style | undefined
}

const valueOf = ({ variables }: Looks, rules: ReadonlyMap<string, string>, property: string) =>
  resolved(rules.get(property), variables)

const buttonsOf = (styles: ComputedStyles | undefined) => {
  const buttons = (styles?.buttons ?? []).filter((button) =>
    color(button, "backgroundColor") !== undefined || border(button) !== undefined
  )
  const primaryButton = mostFrequent(buttons, (button) => vivid(color(button, "backgroundColor")))
  const secondaryButton = buttons.find((button) =>
    button !== primaryButton && color(button, "backgroundColor") !== color(primaryButton, "backgroundColor")
  )
  return { buttons, primaryButton, secondaryButton }
}

const backgroundOf = (looks: Looks): string | undefined => {
  const { sheet, styles } = looks
  return color(styles?.body ?? undefined, "backgroundColor") ?? color(styles?.html, "backgroundColor") ??
    Css.color(valueOf(looks, sheet.body, "background-color") ?? valueOf(looks, sheet.body, "background"))
}

const variableColor = (variables: ReadonlyMap<string, string>, ...names: ReadonlyArray<string>) => {
  for (const name of names) {
    for (const [key, value] of variables) {
      if (!key.toLowerCase().endsWith(name)) continue
      const found = Css.color(
        value.startsWith("var(") ? variables.get(value.slice("var(".length, -1).split(",")[0]!.trim()) : value
      )
      if (found !== undefined) return found
    }
  }
  return undefined
}

const colorVariables = {
  primary: [
    "--primary",
    "--color-primary",
    "--primary-color",
    "--brand",
    "--brand-color",
    "--color-brand",
    "--accent"
  ],
  secondary: ["--secondary", "--color-secondary", "--secondary-color"],
  accent: ["--accent", "--color-accent", "--accent-color", "--highlight"],
  background: ["--background", "--color-background", "--bg", "--background-color"],
  textPrimary: ["--foreground", "--text", "--text-color", "--color-text", "--body-color"],
  textSecondary: ["--muted-foreground", "--text-muted", "--text-secondary", "--secondary-text"],
  link: ["--link", "--link-color"],
  success: ["--success", "--color-success"],
  warning: ["--warning", "--color-warning"],
  error: ["--error", "--danger", "--destructive", "--color-error"]
} as const

const colorsOf = (looks: Looks, background: string | undefined): Record<string, string> => {
  const { head, primaryButton, sheet, styles, variables } = looks
  const text = color(styles?.body ?? undefined, "color") ?? Css.color(valueOf(looks, sheet.body, "color"))
  const link = color(mostFrequent(styles?.links ?? [], (style) => vivid(color(style, "color"))), "color") ??
    Css.color(valueOf(looks, sheet.link, "color"))
  const variable = (name: keyof typeof colorVariables) => variableColor(variables, ...colorVariables[name])
  return compact({
    primary: variable("primary") ?? vivid(color(primaryButton, "backgroundColor")) ?? vivid(Css.color(head.themeColor)),
    secondary: variable("secondary"),
    accent: variable("accent") ?? link,
    background: background ?? variable("background"),
    textPrimary: text ?? variable("textPrimary"),
    textSecondary: variable("textSecondary"),
    link: link ?? variable("link"),
    success: variable("success"),
    warning: variable("warning"),
    error: variable("error")
  })
}

const typographyOf = (looks: Looks) => {
  const { head, sheet, styles, variables } = looks
  const body = styles?.body ?? undefined
  const heading = styles?.headings?.[0]
  const paragraph = styles?.paragraphs?.[0] ?? body
  const stacks = compact({
    body: family(body) ?? valueOf(looks, sheet.body, "font-family"),
    heading: family(heading) ?? valueOf(looks, sheet.heading, "font-family")
  })
  const named = [
    ...Object.values(stacks).map((stack) => firstFamily(stack, variables)),
    ...(styles?.fonts ?? []).map((font) => font.family),
    ...sheet.fonts,
    ...head.fonts
  ]
  const families = [...new Set(named.map((name) => name === undefined ? undefined : Css.fontName(name)))].filter((
    name
  ): name is string => name !== undefined && !Css.genericFamilies.has(name.toLowerCase()) && !iconFont.test(name))
  const fontFamilies = some(compact({
    primary: firstFamily(stacks["body"], variables) ?? families[0],
    heading: firstFamily(stacks["heading"], variables)
  }))
  const fontStacks = some(
    Object.fromEntries(
      Object.entries(stacks).map(([key, stack]) => [key, stack.split(",").map((s) => s.trim().replace(/["']/g, ""))])
    )
  )
  const fontSizes = some(compact({
    h1: ofTag(styles, "h1", "fontSize"),
    h2: ofTag(styles, "h2", "fontSize"),
    h3: ofTag(styles, "h3", "fontSize"),
    body: pixels(paragraph, "fontSize") ?? valueOf(looks, sheet.body, "font-size")
  }))
  const lineHeights = some(compact({
    body: pixels(paragraph, "lineHeight") ?? valueOf(looks, sheet.body, "line-height")
  }))
  const fontWeights = some(weights(body, heading))
  const typography = {
    ...(fontFamilies === undefined ? {} : { fontFamilies }),
    ...(fontStacks === undefined ? {} : { fontStacks }),
    ...(fontSizes === undefined ? {} : { fontSizes }),
    ...(lineHeights === undefined ? {} : { lineHeights }),
    ...(fontWeights === undefined ? {} : { fontWeights })
  }
  return { families, typography }
}

const spacingOf = ({ buttons, primaryButton, styles, variables }: Looks) => {
  const radius = pixels(primaryButton, "borderTopLeftRadius") ??
    Css.length(variableOf(variables, "--radius", "--border-radius"))
  const baseUnit = unit(buttons, styles)
  return some({
    ...(baseUnit === undefined ? {} : { baseUnit }),
    ...(radius === undefined ? {} : { borderRadius: radius })
  })
}

const componentsOf = ({ primaryButton, secondaryButton, styles }: Looks) =>
  primaryButton === undefined
    ? undefined
    : {
      buttonPrimary: component(primaryButton),
      ...(secondaryButton === undefined ? {} : { buttonSecondary: component(secondaryButton) }),
      ...(styles?.inputs?.[0] === undefined ? {} : { input: component(styles.inputs[0]) })
    }

const compact = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))
const some = <T extends object>(fields: T): T | undefined => Object.keys(fields).length === 0 ? undefined : fields
const variableOf = (variables: ReadonlyMap<string, string>, ...names: ReadonlyArray<string>) => {
  for (const name of names) if (variables.has(name)) return variables.get(name)
  return undefined
}

/** Limit for variables that reference variables, because references may be circular. */
const MAX_VARIABLE_STEPS = 8

const resolved = (value: string | undefined, variables: ReadonlyMap<string, string>): string | undefined => {
  let now = value?.trim()
  for (let step = 0; step < MAX_VARIABLE_STEPS && now !== undefined && now.startsWith("var("); step++) {
    if (!now.endsWith(")")) return undefined
    const comma = now.indexOf(",")
    const name = now.slice("var(".length, comma < 0 ? -1 : comma).trim()
    now = (variables.get(name) ?? (comma < 0 ? undefined : now.slice(comma + 1, -1)))?.trim()
  }
  return now === undefined || now === "" || now.includes("var(") ? undefined : now
}

const read = (style: Style | null | undefined, key: string): string | undefined => {
  const value = style?.[key]
  return typeof value === "string" && value !== "" ? value : undefined
}
const color = (style: Style | null | undefined, key: string) => Css.color(read(style, key))
const border = (style: Style) =>
  pixels(style, "borderTopWidth") === undefined ? undefined : color(style, "borderTopColor")
const pixels = (style: Style | null | undefined, key: string): string | undefined => {
  const value = read(style, key)
  return value === undefined || value === "0px" || value === "normal" ? undefined : value
}
const family = (style: Style | null | undefined) => read(style, "fontFamily")
const firstOf = (stack: string | undefined) => stack?.split(",")[0]?.trim().replace(/["']/g, "")
const firstFamily = (stack: string | undefined, variables: ReadonlyMap<string, string>): string | undefined => {
  const first = firstOf(stack)
  if (first === undefined || first === "" || first === "inherit") return undefined
  if (!first.startsWith("var(")) return Css.fontName(first)
  const meant = firstOf(variables.get(first.slice("var(".length).replace(/\)$/, "").trim()))
  return meant === undefined ? undefined : Css.fontName(meant)
}
const ofTag = (styles: ComputedStyles | undefined, tag: string, key: string) =>
  pixels(styles?.headings?.find((style) => style["tag"] === tag), key)
const weights = (body: Style | undefined, heading: Style | undefined): Record<string, number> => {
  const out: Record<string, number> = {}
  const regular = Number(read(body, "fontWeight"))
  const bold = Number(read(heading, "fontWeight"))
  if (regular > 0) out["regular"] = regular
  if (bold > 0) out["heading"] = bold
  return out
}

const vivid = (hex: string | undefined): string | undefined => hex !== undefined && Css.isVivid(hex) ? hex : undefined

const mostFrequent = (styles: ReadonlyArray<Style>, key: (style: Style) => string | undefined): Style | undefined => {
  const counts = new Map<string, { count: number; style: Style }>()
  for (const style of styles) {
    const name = key(style)
    if (name === undefined) continue
    const known = counts.get(name)
    if (known === undefined) counts.set(name, { count: 1, style })
    else known.count++
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.style
}

const component = (style: Style) =>
  compact({
    background: color(style, "backgroundColor"),
    textColor: color(style, "color"),
    borderColor: border(style),
    borderRadius: pixels(style, "borderTopLeftRadius") ?? "0px",
    shadow: read(style, "boxShadow") === "none" ? undefined : read(style, "boxShadow")
  })

/**
 * Possible units of spacing in pixels. The largest is tried first, because its multiples are also multiples of a
 * smaller unit.
 */
const UNITS_IN_PIXELS = [8, 6, 5, 4]
const MIN_PADDINGS = 4
/** Minimum share of paddings that are multiples of the unit. */
const MIN_SHARE_OF_UNIT = 0.7

const unit = (buttons: ReadonlyArray<Style>, styles: ComputedStyles | undefined): number | undefined => {
  const sizes = [...buttons, ...(styles?.inputs ?? [])].flatMap((
    style
  ) => [read(style, "paddingTop"), read(style, "paddingLeft")])
    .flatMap((value) => {
      const size = Number.parseFloat(value ?? "")
      return size > 0 && Number.isInteger(size) ? [size] : []
    })
  if (sizes.length < MIN_PADDINGS) return undefined
  return UNITS_IN_PIXELS.find((step) =>
    sizes.filter((size) => size % step === 0).length >= MIN_SHARE_OF_UNIT * sizes.length
  )
}

const schemeOf = (
  computed: string | undefined,
  declared: string | undefined,
  background: string | undefined
): "light" | "dark" | undefined => {
  if (background !== undefined) return Css.isDark(background) ? "dark" : "light"
  for (const value of [computed, declared]) {
    if (value === "dark" || value === "light") return value
  }
  return undefined
}

/** Matches logos of other companies: app stores, payment methods and partners. */
const foreign =
  /app-?store|google-?play|play-?store|badge|partner|client|customer|sponsor|payment|visa|mastercard|paypal|award|press/i

const logoOf = (page: Page, styles: ComputedStyles | undefined): string | undefined => {
  for (const item of Structured.items(page.tape, page.resolve)) {
    for (const address of Structured.addresses(item, "logo")) {
      const absolute = page.resolve(address)
      if (absolute !== undefined && /^https?:/.test(absolute)) return absolute
    }
  }
  for (const style of styles?.logos ?? []) {
    const src = read(style, "src")
    if (src !== undefined && /^https?:/.test(src)) return src
  }
  const { tape } = page
  const textOfAttributes = (i: number, names: ReadonlyArray<string>) =>
    names.map((name) => attr(tape, i, name)?.slice(0, MAX_CHARACTERS_OF_LOGO_ATTRIBUTE) ?? "").join(" ")
  let holder = -1
  let around = ""
  let footer = 0
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] === Tags.FOOTER) footer = Math.max(footer, tape.end[i]!)
    if (tape.tag[i] !== Tags.IMG || i < footer) continue
    const own = textOfAttributes(i, ["class", "id", "alt", "src"])
    if (tape.parent[i]! !== holder) {
      holder = tape.parent[i]!
      around = holder < 0 ? "" : textOfAttributes(holder, ["class", "id"])
    }
    if (!/\blogo|logo\b/i.test(`${own} ${around}`) || foreign.test(own)) continue
    const absolute = page.resolve(imageAddress(tape, i))
    if (absolute !== undefined && /^https?:/.test(absolute)) return absolute
  }
  return undefined
}
