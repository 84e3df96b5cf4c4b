/** Detects headings and table headers that forbid or deny the text below them: "Never", "What you must not do". */

const MAX_CHARACTERS_OF_HEADING = 160

const words = new Set(
  ("not no never don't mustn't cannot can't without avoid forbidden prohibited disallowed unsupported nicht nie niemals "
    + "kein keine keinen verboten untersagt ne pas jamais interdit interdite interdits interdites aucun aucune nunca jamás "
    + "prohibido prohibida prohibidos prohibidas ningún non vietato vietata vietati nessun nessuna não proibido proibida "
    + "nenhum nenhuma niet nooit geen nigdy zabronione inte aldrig förbjudet ikke aldri forbudt не нельзя никогда "
    + "запрещено запрещается").split(" ")
)
const unspaced = /不得|不要|不准|不可|不能|禁止|切勿|严禁|嚴禁|しない|禁じ|금지|마십시오|마세요/

export const forbids = (line: string): boolean =>
  line.length <= MAX_CHARACTERS_OF_HEADING && (
    unspaced.test(line) ||
    (line.toLowerCase().replaceAll("’", "'").match(/[\p{L}\p{M}']+/gu) ?? []).some((word) => words.has(word))
  )
