/**
 * What pages write above and before what is no content, in the languages that they are written in.
 *
 * @since 0.1.0
 */

/** Beginnings of headings of sections that are no content, by language. */
const headings: Readonly<Record<string, string>> = {
  English:
    "related\\b|similar\\b|recommended\\b|you (?:may|might|could) (?:also )?(?:like|be interested|love)|you.ll also|explore (?:more|related)|more (?:from|stories|news|articles|posts|on this|like this)|read (?:more|next|also)|also read|up next|next up|trending|most (?:read|popular|viewed)|popular (?:posts|articles|stories|now|searches)|latest (?:news|posts|articles|stories)|recent (?:posts|articles|news)|recently viewed|customers (?:also|who)|people also|frequently bought|sponsored|from around the web|share this|share on|follow us|subscribe|sign up|newsletter|stay (?:connected|in touch|up to date|informed)|get (?:the latest|our newsletter)|leave a (?:reply|comment)|post a comment|about the author|tags?:?$|topics?:?$|categories:?$|filed under|advertisement|in this (?:article|section)|on this page|table of contents|contents:?$|in other news|editors?.s? picks?|what to read|keep reading|continue reading|featured (?:posts|articles|stories|insights)|was this (?:page|article|helpful)|did you find|loading|cookie|customer reviews|(?:ratings?|reviews?) (?:&|and) (?:ratings?|reviews?)|complete (?:your|the) (?:order|look|set)|pairs (?:well|perfectly|with)|goes well with|shop (?:the look|more|by)|compare (?:similar|with)|ask (?:a question|an expert)|write a review|recommended for you|more to (?:explore|love|read)|we value your privacy|your privacy|this (?:site|website) uses",
  German:
    "(?:ähnliche|verwandte|weitere|passende|beliebte|neueste) (?:artikel|beiträge|themen|news|meldungen|kommentare)|mehr (?:zum thema|themen)|das(?: thema)? könnte (?:sie|dich|euch) (?:auch )?interessieren|lesen sie (?:auch|weiter|mehr)|auch (?:interessant|lesenswert)|meistgelesen|schlagwörter|teilen:?$|kommentare?:?$|schreibe einen kommentar|kommentar (?:schreiben|verfassen)|anzeige$|über den autor|bloggern gefällt das",
  French:
    "articles? (?:similaires|liés|récents)|(?:nos )?derniers articles|les plus lus|à (?:lire|voir|découvrir) aussi|lire aussi|(?:sur|dans) (?:le|la) même (?:sujet|thème|rubrique)|partager|laisser un commentaire",
  Spanish:
    "artículos (?:relacionados|recientes)|(?:noticias|notas) relacionadas|(?:lo )?más (?:leíd[oa]s?|vist[oa]s?|noticias)|te puede interesar|también te puede|también puedes leer|lea también|compartir:?$|deja (?:una respuesta|un comentario)|últimas noticias",
  Portuguese:
    "(?:artigos|notícias|matérias) relacionad[oa]s|(?:as )?mais lidas|leia (?:mais|também)|veja também|compartilhe|deixe (?:um comentário|uma resposta)",
  Italian:
    "articoli (?:correlati|simili|recenti)|leggi anche|potrebbe(?:ro)? (?:anche )?interessarti|(?:i )?più letti|ultime notizie|condividi:?$|lascia un commento",
  Dutch: "lees (?:ook|verder)|gerelateerd|meest gelezen|laat een (?:reactie|antwoord)|deel dit",
  Polish:
    "czytaj (?:też|także|więcej)|zobacz (?:też|także)|przeczytaj (?:też|także)|podobne|powiązane|najczęściej czytane|dodaj komentarz|udostępnij",
  Czech: "čtěte také|mohlo by vás zajímat|související|nejčtenější|přidat komentář",
  Swedish: "läs (?:också|även|mer)|relaterade|mest lästa",
  "Danish, Norwegian": "læs også|les også|relaterte?de? |mest (?:læste|lest)",
  Finnish: "lue myös|aiheeseen liittyv|luetuimmat",
  Russian:
    "(?:читайте|читать|смотрите) также|похожие|материалы по теме|новости по теме|самое читаемое|оставить комментарий|поделиться",
  Ukrainian: "читайте також|схожі|залишити коментар",
  Turkish: "ilgili haberler|benzer (?:haberler|yazılar)|en çok okunan|yorum yap",
  Greek: "διαβάστε (?:επίσης|ακόμη)|σχετικά άρθρα|δημοφιλή",
  Hungarian: "kapcsolódó|legolvasottabb",
  Romanian: "citește și|articole similare|cele mai citite",
  Indonesian: "baca juga|(?:artikel|berita) terkait|terpopuler",
  Vietnamese: "xem thêm|đọc thêm|(?:bài viết|tin) liên quan",
  Japanese: "関連(?:記事|リンク|ニュース)|あわせて読みたい|おすすめ記事|人気記事|コメントを(?:残す|書く)",
  Chinese: "相[关關](?:文章|阅读|推荐|新闻|新聞|閱讀)|延伸[阅閱][读讀]|猜你喜欢|推荐阅读",
  Korean: "관련 ?(?:기사|글)|많이 본|추천 ?기사",
  Arabic: "اقرأ أيض|(?:مواضيع|أخبار|مقالات) ذات صلة|الأكثر قراءة",
  Hindi: "यह भी पढ़ें|संबंधित"
}

/** Says whether words begin like the heading of a section that is no content. */
export const furniture = new RegExp(`^(?:${Object.values(headings).join("|")})`, "iu")

/** Words before a link to another article that stands between two paragraphs, by language; a colon follows them. */
const announcements: Readonly<Record<string, string>> = {
  English:
    "also read|read (?:also|more|next|this)|related(?: (?:article|story|post|reading))?|see also|more|don.t miss",
  German: "lesen sie (?:auch|mehr|hier)|lies auch|mehr (?:zum thema|dazu)|siehe auch|auch interessant|lesetipp",
  French: "(?:à )?(?:lire|voir|découvrir) aussi|à lire|lire (?:également|la suite)",
  Spanish:
    "lea|mire|lea (?:también|más)|lee (?:también|más)|leer (?:también|más)|vea también|ver (?:también|más)|también lea|te puede interesar",
  Portuguese: "leia (?:também|mais)|veja (?:também|mais)|saiba mais",
  Italian: "leggi(?: anche| pure)?|guarda anche",
  Dutch: "lees (?:ook|meer|verder)|zie ook",
  Polish: "(?:prze)?czytaj (?:też|także|również|więcej)|zobacz (?:też|także|również)",
  Czech: "čtěte(?: také)?|přečtěte si",
  Swedish: "läs (?:också|även|mer)",
  "Danish, Norwegian": "læs også|les også|les mer",
  Finnish: "lue myös|lue lisää",
  Russian: "(?:читайте|читать|смотрите) также|подробнее",
  Ukrainian: "читайте також",
  Turkish: "ilgili haber|ayrıca oku(?:yun)?",
  Greek: "διαβάστε (?:επίσης|ακόμη)",
  Hungarian: "olvassa el|lásd még",
  Romanian: "citește și|vezi și",
  Indonesian: "baca juga|lihat juga",
  Vietnamese: "xem thêm|đọc thêm",
  Japanese: "関連記事|あわせて読みたい",
  Chinese: "相[关關][阅閱][读讀]|延伸[阅閱][读讀]",
  Korean: "관련 ?기사",
  Arabic: "اقرأ أيض[اًا]+"
}

/** Says whether words announce another article: a phrase and a colon. */
export const announcement = new RegExp(`^(?:${Object.values(announcements).join("|")})\\s?[:：]`, "iu")
