/** Words that are rare in page content, in the most common languages of the web. */
const telling =
  /\bcookies?\b|newsletter|\bsubscri(?:be|ption)|\bunsubscribe|\bsign (?:up|in)\b|\blog ?(?:in|out)\b|\bregister (?:now|here|today|to)\b|\bcreate an? (?:free )?account\b|all rights reserved|\bcopyright\b|©|\bfollow us\b|\bfind us on\b|\badvert(?:isement|ising|s)?\b|\bsponsored\b|\bpromoted\b|\b(?:en|dis)able javascript\b|\bprivacy (?:policy|notice|settings|choices)\b|\bterms (?:of|and)\b|\bapp store\b|google play|\bdownload (?:our|the) app\b|\bback to (?:the )?top\b|\bskip to\b|\bshare (?:this|on|via|with)\b|\btweet this\b|\bprint this\b|\bread (?:more|next|also)\b|\bmore (?:from|stories|articles)\b|\byou (?:may|might) (?:also )?like\b|\brelated (?:articles|posts|stories|products)\b|\brecommended (?:for you|reading)\b|\btrending\b|\bmost (?:read|popular)\b|\bpush notifications?\b|\bunlock\b|\bfree trial\b|\blimited time\b|\bclick here\b|\baccept all\b|\bmanage (?:consent|preferences|settings)\b|\bconsent\b|\bdonate\b|\bsupport (?:us|our work)\b|\bleave a (?:comment|reply)\b|\bwas this (?:page|article|helpful)\b|\bloading\b|einwilligung|datenschutz|abonnieren|anmelden|registrieren|werbung|anzeige\b|alle rechte vorbehalten|s'abonner|inscrivez|politique de confidentialité|publicité|tous droits réservés|suscr[ií]b|iniciar sesión|privacidad|publicidad|todos los derechos|iscriviti|accedi|pubblicità|tutti i diritti|abonneer|inloggen|assine|inscreva/i

const terse =
  /\b(?:accept|agree|allow|cancel|close|comments?|decline|dismiss|email|facebook|flag|follow|instagram|like|linkedin|menu|more|next|ok|pin(?:terest)?|prev(?:ious)?|print|reject|reply|report|rss|save|search|send|settings|share|skip|tags?|tweet|twitter|whatsapp|x|youtube)\b/i

const MAX_CHARACTERS_OF_BOILERPLATE = 600
const MIN_CHARACTERS_OF_BOILERPLATE = 40

export const isBoilerplate = (line: string): boolean => {
  const text = line.trim()
  return text.length <= MAX_CHARACTERS_OF_BOILERPLATE &&
    (telling.test(text) || (text.length <= MIN_CHARACTERS_OF_BOILERPLATE && !/\d/.test(text) && terse.test(text)))
}
