/**
 * Detects text that was pasted as a query, such as an error line, a log line, JSON or SQL. In these, quotation marks,
 * `OR`, `AND` and `NOT` are part of the text.
 */

/** A sign of pasted text, which counts at most `most` times. */
interface Sign {
  readonly pattern: RegExp
  readonly weight: number
  readonly most: number
}

const sign = (pattern: RegExp, weight: number, most = 1): Sign => ({ pattern, weight, most })

const signs: ReadonlyArray<Sign> = [
  // twelve words, because people type shorter queries
  sign(/^(?:\S+\s+){11}\S/g, 1),
  // the type of an error and its message: `TypeError: x is not a function`
  sign(/(?:^|[\s.:(])\w*(?:Error|Exception|Warning|Fault)\b[^\s"]{0,40}:(?=\s|$)/g, 2),
  // a severity and its message: `psql: error: `, `panic: `, `npm ERR! `
  sign(
    /(?:^|\s)\[?(?:error|fatal|panic|warning|err!|caused by|uncaught|unhandled exception)(?:\[\w+\])?\]?[:!](?=\s)/gi,
    1,
    2
  ),
  // a severity in capitals at the start: `ERROR: syntax error`, `ERROR 1452 (23000): `
  sign(/^(?:ERROR|FATAL|WARNING|PANIC)(?::\s| \d{3,})/g, 2),
  sign(/\bDid you mean "/g, 3),
  // templates, filters after a pipe, and streams of ffmpeg: `{{ users }}`, `| select(.age > 30)`, `[0:v]`
  sign(/\{\{|\}\}|\{%|%\}/g, 3),
  sign(/\|\s*\w+\(|\w\([^()]*\)\s*\|/g, 3),
  sign(/\[\d+:[a-z]+\]/g, 2, 2),
  sign(/\[(?:error|warn|warning|info|debug|notice|trace|fatal|crit)\]|\blevel=\w/gi, 2),
  sign(/^exception in thread\b/gi, 1),
  // a place in a file: `main.rs:14:22`, `(Main.java:12)`, `File "/app/a.py", line 3`
  sign(/[\w-]\.\w{1,5}(?::\d+){1,2}\b|"?, line \d+\b|\(\d+,\d+\): /g, 2),
  sign(/^Traceback \(/g, 3),
  sign(/\b\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\b[A-Z][a-z]{2} [\d ]\d \d\d:\d\d:\d\d /g, 3),
  // a code in brackets: `error[E0308]`, `(SQLSTATE 23505)`, `(111: Connection refused)`
  sign(/\[[A-Z][A-Z_]*\d*\]|\((?:[A-Z]+ )?\d{2,}(?:\)|: )/g, 2),
  sign(/\b(?:\d{1,3}\.){3}\d{1,3}\b|\b0x[\da-f]{6,}\b/gi, 1),
  // JSON, and values of similar formats
  sign(/^\s*(?:\{\s*"|\[\s*[{"])/g, 3),
  sign(/"\s*:\s*["[{\d]|"\s*[}\]]/g, 3),
  sign(/\w = "/g, 2),
  sign(/\w\("[^"]*",\s*"/g, 3),
  sign(/(?:^|\s)(?:=>|==|!=|&&|\|\||:=|\+=|===|->|<>|>=|<=|=)(?=\s)/g, 1, 2),
  sign(/[;{]\s*$/g, 1),
  sign(
    /^(?:SELECT\b.*\bFROM|INSERT INTO|UPDATE\b.*\bSET|DELETE FROM|CREATE (?:\w+ )*(?:TABLE|INDEX|VIEW|FUNCTION|DATABASE|ROLE|USER)|ALTER (?:TABLE|ROLE|USER)|DROP (?:TABLE|INDEX|VIEW|DATABASE)|EXPLAIN\b.*\bSELECT)\b/g,
    3
  ),
  sign(
    /^(?:if|while|for|switch)\s?\(|^(?:const|let|var|def|class|import|from|return|public|private|static|fn|func|using|package)\s/g,
    1
  ),
  // options and paths of Windows: `reg add HKCU\Software /v Name /f`
  sign(/(?:^|\s)\/[a-z?]{1,3}(?=\s|$)/gi, 1, 2),
  sign(/(?:^|[\s"])(?:[A-Z]:|HK[A-Z_]{2,18}|\\)\\\w/g, 1),
  sign(/^(?:\/[\w./+-]+|[a-z][\w+-]{1,12}): \S/g, 1),
  sign(/^\/[\w./+-]+: \S/g, 1)
]

/** Returns the sum of the weights of the signs in a text. */
export const scoreOf = (text: string): number => {
  let score = 0
  for (const { most, pattern, weight } of signs) {
    let count = 0
    for (const _ of text.matchAll(pattern)) if (++count === most) break
    score += count * weight
  }
  return score
}

/** Returns whether a text was pasted. One strong sign is enough, and weak signs only count together. */
export const isPasted = (score: number): boolean => score >= 3
