/**
 * Recognises callouts: notes, tips and warnings that are set apart from the text.
 *
 * @since 0.1.0
 */

export const alertClass =
  /(?:^|[\s_-])(note|tip|important|warning|caution|info|danger|hint|attention|error|success|seealso)(?=$|[\s_-])/i
export const calloutClass =
  /(?:^|[\s_-])(?:admonition|admonitionblock|callout|markdown-alert|alert-block|theme-admonition|starlight-aside|notecard)(?=$|[\s_-])/i
export const alertNames: Record<string, string> = {
  note: "NOTE",
  info: "NOTE",
  seealso: "NOTE",
  tip: "TIP",
  hint: "TIP",
  success: "TIP",
  important: "IMPORTANT",
  warning: "WARNING",
  attention: "WARNING",
  caution: "CAUTION",
  danger: "CAUTION",
  error: "CAUTION"
}
const label = /^(note|tip|important|warning|caution|info|danger|hint|attention)\s*[:!]?$/i
const alertBox = /(?:^|\s)alert(?:$|[\s-])/i

export const labelled = (name: string, words: () => string): string | undefined => {
  const alertKind = alertClass.exec(name)?.[1]!.toLowerCase()
  if (alertKind === undefined) return undefined
  const kind = label.exec(words())?.[1]!.toLowerCase()
  return kind !== undefined && (alertKind === kind || alertBox.test(name)) ? alertNames[kind] : undefined
}
