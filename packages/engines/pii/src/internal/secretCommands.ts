/**
 * Finds the passwords on command lines.
 *
 * @since 0.1.0
 */
import * as Unit from "@dunlin/text/Unit"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { COMMAND } from "./cues.ts"
import { isPassword } from "./plainPasswords.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"
import { BELIEVED, SURE } from "./secretSure.ts"
import { type Add, placeholder, secrecy } from "./secretWorth.ts"

const MAX_CHARACTERS_OF_COMMAND_LINE = 320
const SECURE = "ConvertTo-SecureString"
const SECURE_REACH = 160
const MIN_RANDOMNESS_OF_KEY_AS_USER = 0.8

const basicFlag =
  /[^\n]{0,160}?(?:\s(?:-u|--user)[ =]|,\s?(?=["'][^\s:"'/]{1,60}:))["']?([^\s:"'/]{1,60}):([^\s"']{4,80})/y
const keyFlag = /[^\n]{0,160}?\s(?:-u|--user)[ =]["']?(?![./~]|https?:)([^\s:"']{12,200}):?["']?(?=\s|$)/y
const passwordFlag = /[^\n]{0,120}?\s-[pwa] ?["']?([^\s"'-][^\s"']{3,80})/y
/** Matches a PowerShell secure string: `-String -Force value`. */
const secureString = /^(?:[ \t]+-(?:String|AsPlainText|Force))*[ \t]+["'`\\]{0,3}([^\s"'`\\$(){}|;-][^\s"'`\\|;]{3,80})/
const basicCommand = /^(?:curl|wget|http|userpwd|svn|git)$/i

/**
 * Places of passwords in commands, as their manuals define them. The last group of `after` or `before` matches the
 * password.
 */
const places: ReadonlyArray<{ readonly command: RegExp; readonly after?: RegExp; readonly before?: RegExp }> = [
  { command: /^(?:mysql|mysqldump|mysqladmin|mariadb)$/i, after: /\s-p(?![\s-])["']?([^\s"']{4,80})/y },
  { command: /^cli$/i, after: /\s-a ["']?([^\s"'-][^\s"']{3,80})/y },
  { command: /^htpasswd$/i, after: /\s-[a-zA-Z]*b[a-zA-Z]*\s+(?:-\S+\s+)*\S+\s+\S+\s+["']?([^\s"']{4,80})/y },
  { command: /^net$/i, after: /\suse\s(?:\S+\s+)?\\\\\S+\s+["']?([^\s"'/*][^\s"']{3,80})/y },
  { command: /^sudo$/i, before: /\becho (?:-n )?["']?([^\s"'|$]{4,80})["']? ?\| ?$/ },
  { command: /^chpasswd$/i, before: /\becho (?:-n |-e )?["']?[\w.-]{1,40}:([^\s"'|$]{4,80})["']? ?\| ?(?:sudo )?$/ }
]
const MAX_CHARACTERS_BEFORE_COMMAND = 160

const placedPassword = (
  text: string,
  start: number,
  end: number,
  line: string
): readonly [number, number] | undefined => {
  const row = places.find(({ command }) => command.test(text.slice(start, end)))
  if (row === undefined) return undefined
  if (row.before !== undefined) {
    const lead = textBefore(text, start, MAX_CHARACTERS_BEFORE_COMMAND)
    const match = row.before.exec(lead)
    if (match === null) return undefined
    const from = start - lead.length + match.index + match[0].lastIndexOf(match[1]!)
    return [from, from + match[1]!.length]
  }
  for (let at = line.indexOf(" "); at >= 0; at = line.indexOf(" ", at + 1)) {
    row.after!.lastIndex = at
    const value = row.after!.exec(line)?.[1]
    if (value === undefined) continue
    const last = end + row.after!.lastIndex
    return [last - value.length, last]
  }
  return undefined
}

/** Adds passwords in command lines, which have no cue word: `curl -u me:password`. */
export const commands = (scan: Scan, add: Add): void => {
  const { cues, text } = scan
  let reached = 0
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) {
    if ((cues.at[i]! & COMMAND) === 0) continue
    const end = cues.at[i + 2]!
    // A colon directly after the word means that the word is the scheme of a URL.
    if (end < reached || unitAt(text, end) === Unit.COLON) continue
    const window = textAfter(text, end, MAX_CHARACTERS_OF_COMMAND_LINE)
    const stop = window.indexOf("\n")
    const line = stop < 0 ? window : window.slice(0, stop)
    const placed = placedPassword(text, cues.at[i + 1]!, end, line)
    if (placed !== undefined) {
      const [from, to] = placed
      reached = Math.max(end, to)
      if (isPassword(text.slice(from, to), true)) add(from, to, SURE.command, "command")
      continue
    }
    if (basicCommand.test(text.slice(cues.at[i + 1]!, end))) {
      if (!line.includes("-u") && !line.startsWith(",")) continue
      basicFlag.lastIndex = 0
      const value = basicFlag.exec(line)?.[2]
      if (value === undefined) {
        keyFlag.lastIndex = 0
        const key = keyFlag.exec(line)?.[1]
        if (key !== undefined && secrecy(key, true) >= MIN_RANDOMNESS_OF_KEY_AS_USER && !key.includes("@")) {
          const from = end + line.indexOf(key)
          add(from, from + key.length, SURE.command, "command")
        }
        continue
      }
      reached = end + basicFlag.lastIndex
      if (!placeholder.test(value) && !value.endsWith(">")) {
        add(reached - value.length, reached, SURE.command, "command")
      }
    } else if (line.includes(" -")) {
      passwordFlag.lastIndex = 0
      const value = passwordFlag.exec(line)?.[1]
      if (value === undefined) continue
      reached = end + passwordFlag.lastIndex
      if (secrecy(value, true) >= BELIEVED) add(reached - value.length, reached, SURE.command, "command")
    }
  }
}

export const secureStrings = (scan: Scan, add: Add): void => {
  const { text } = scan
  for (let at = text.indexOf(SECURE); at >= 0; at = text.indexOf(SECURE, at + SECURE.length)) {
    const match = secureString.exec(textAfter(text, at + SECURE.length, SECURE_REACH))
    if (match === null || secrecy(match[1]!, true) < BELIEVED) continue
    const end = at + SECURE.length + match[0].length
    add(end - match[1]!.length, end, SURE.command, "command")
  }
}
