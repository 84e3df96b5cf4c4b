/**
 * Lists headings that introduce boilerplate, by language.
 *
 * @since 0.1.0
 */
import { beginningLike } from "./phrases.ts"

const headings: Readonly<Record<string, string>> = {
  English:
    "related\\b|similar\\b|recommended\\b|you (?:may|might|could) (?:also )?(?:like|be interested|love)|you.ll also|explore (?:more|related)|more (?:from|stories|news|articles|posts|on this|like this)|read (?:more|next|also)|also read|up next|next up|trending|most (?:read|popular|viewed)|popular (?:posts|articles|stories|now|searches)|latest (?:news|posts|articles|stories)|recent (?:posts|articles|news)|recently viewed|customers (?:also|who)|people also|frequently bought|sponsored|from around the web|share this|share on|follow us|subscribe|sign up|newsletter|stay (?:connected|in touch|up to date|informed)|get (?:the latest|our newsletter)|leave a (?:reply|comment)|post a comment|about the author|tags?:?$|topics?:?$|categories:?$|filed under|advertisement|in this (?:article|section)|on this page|table of contents|contents:?$|in other news|editors?.s? picks?|what to read|keep reading|continue reading|featured (?:posts|articles|stories|insights)|was this (?:page|article|helpful)|did you find|loading|cookie|customer reviews|(?:ratings?|reviews?) (?:&|and) (?:ratings?|reviews?)|complete (?:your|the) (?:order|look|set)|pairs (?:well|perfectly|with)|goes well with|shop (?:the look|more|by)|compare (?:similar|with)|ask (?:a question|an expert)|write a review|recommended for you|more to (?:explore|love|read)|we value your privacy|your privacy|this (?:site|website) uses",
  German:
    "(?:ähnliche|verwandte|weitere|passende|beliebte|neueste|aktuelle|empfohlene|letzte|meistgelesene) (?:artikel|beiträge|themen|news|nachrichten|meldungen|videos|posts|stories|geschichten)|(?:ähnliche|verwandte|passende) produkte|(?:ähnliche|weitere|neueste|letzte) kommentare|weiterführende (?:links|artikel|beiträge|themen)|mehr (?:zum thema|themen|artikel|beiträge|nachrichten|meldungen|news|videos|dazu|hierzu|lesen)|mehr (?:aus|von|auf|in) (?:der|dem|dieser|diesem|unserer|unserem) (?:sendung|rubrik|serie|reihe|kategorie|redaktion|magazin|blog)|das(?: thema)? könnte (?:sie|dich|euch|ihnen|dir) (?:auch )?(?:interessieren|gefallen)|sie könnten? auch (?:an|interess)|lesen sie (?:auch|weiter|mehr)|(?:zum )?weiterlesen|auch (?:interessant|lesenswert)|meistgelesen|schlagwörter|teilen:?$|(?:diesen? |den )?(?:artikel|beitrag) (?:teilen|bewerten|drucken|empfehlen|kommentieren)|(?:möchten|wollen) sie (?:den|diesen) (?:artikel|beitrag)|(?:hat|wie hat) (?:ihnen|dir) (?:der|dieser) (?:artikel|beitrag)|kommentare?:?$|ihr kommentar\\b|kommentare? (?:schreiben|verfassen|hinterlassen|abgeben|ansehen)|schreibe einen kommentar|jetzt (?:abonnieren|teilen|kommentieren)|folgen sie uns|folgt? uns|anzeige$|über den autor|bloggern gefällt das|kunden (?:kauften|haben (?:sich|auch)|die dies)|zuletzt angesehen",
  French:
    "(?:les |nos )?(?:autres )?(?:articles?|actualités|contenus) (?:similaires|liés|récents|connexes|associés|recommandés|suggérés)|produits (?:similaires|liés|associés|recommandés)|(?:nos )?derniers articles|autres (?:articles|actualités)|plus d.(?:articles|actualités)|les plus (?:lus|vus|consultés|partagés)|à (?:lire|voir|découvrir) (?:aussi|également)|lire (?:aussi|également|la suite)|(?:sur|dans) (?:le|la) même (?:sujet|thème|rubrique|catégorie|série)|vous (?:aimerez|pourriez|devriez) (?:aussi|également|aimer)|(?:cela|ceci|ça|ces articles) (?:pourrait|peut|pourraient|peuvent) (?:aussi |également )?vous|partager|suivez[- ]nous|abonnez[- ]vous|inscrivez[- ]vous|(?:laisser|ajouter|écrire|publier|poster) un commentaire|commentaires?(?: \\(\\d+\\))?:?$|à propos de l.auteur",
  Spanish:
    "(?:artículos|noticias|notas|contenidos?|entradas|publicaciones|temas) (?:relacionad[oa]s?|similares|recomendad[oa]s?|recientes|destacad[oa]s)|productos (?:relacionados|similares|recomendados)|(?:lo )?más (?:leíd[oa]s?|vist[oa]s?|noticias|artículos|historias|notas)|(?:quizás? |tal vez )?(?:también )?(?:te|le) (?:puede|podría|pueden|podrían) (?:también )?(?:interesar|gustar)|(?:quizás?|tal vez) (?:también )?(?:te|le) (?:interese|guste)|también (?:te|le) (?:podría|recomendamos|puede)|también puedes leer|(?:lea|lee|leer|vea|mire) también|(?:lee|leer) más|síguenos|suscríbete|suscríbase|compartir:?$|comparte (?:este|esta|en)|deja (?:una respuesta|un comentario)|comentarios?(?: \\(\\d+\\))?:?$|(?:sobre el|acerca del) autor|últimas noticias|lo último$",
  Portuguese:
    "(?:artigos|notícias|matérias|posts|conteúdos|publicações) (?:relacionad[oa]s|recentes|similares|semelhantes|recomendad[oa]s)|produtos (?:relacionados|semelhantes|recomendados)|(?:as )?mais (?:lidas|vistas|notícias|artigos)|últimas notícias|leia (?:mais|também)|veja também|você (?:também )?(?:pode|vai|poderá) (?:também )?(?:gostar|se interessar)|compartilhe|compartilhar$|siga[- ]nos|inscreva-se|assine (?:nossa|já|agora)|deixe (?:um comentário|uma resposta|seu|o seu|a sua)|comentários?(?: \\(\\d+\\))?:?$|sobre o autor",
  Italian:
    "(?:articoli|notizie|contenuti|post) (?:correlat[ie]|collegat[ie]|simili|recenti|consigliat[ie]|popolari)|prodotti (?:correlati|simili|consigliati)|altr[ie] (?:articoli|notizie)|ultime notizie|(?:i )?più letti|leggi (?:anche|tutto|di più)|(?:ti|vi|le) potrebbe(?:ro)? (?:anche )?(?:interessare|piacere)|potrebbe(?:ro)? (?:anche )?(?:interessarti|interessarvi|piacerti)|condividi:?$|seguici|iscriviti|lascia un commento|commenti(?: \\(\\d+\\))?:?$|sull.autore",
  Dutch:
    "lees (?:ook|verder)|gerelateerd|(?:verwante|vergelijkbare|andere|recente|populaire|meer) (?:artikelen|berichten|nieuws)|vergelijkbare producten|meest gelezen|meer over dit onderwerp|(?:dit|misschien) (?:vind je|vindt u) (?:ook|misschien)|volg ons|schrijf (?:je|u) in|meld (?:je|u) aan|laat een (?:reactie|antwoord)|reacties?(?: \\(\\d+\\))?:?$|over de auteur|deel (?:dit|deze)",
  Polish:
    "(?:prze)?czytaj (?:też|także|również|więcej|dalej)|zobacz (?:też|także|również)|podobne|powiązane|polecamy$|polecane(?: (?:artykuły|wpisy)|$)|(?:najnowsze|ostatnie|inne) (?:artykuły|wiadomości|wpisy)|więcej (?:na temat|artykułów|wiadomości)|najczęściej czytane|może (?:ci|cię|państwa) (?:się |też )?(?:zainteres|spodoba)|dodaj komentarz|skomentuj|zostaw (?:komentarz|odpowiedź)|komentarze(?: \\(\\d+\\))?:?$|udostępnij|zapisz się|subskrybuj|o autorze",
  Czech:
    "čtěte také|mohlo by vás zajímat|související|nejčtenější|přidat komentář|přečtěte si (?:také|též)|(?:další|nejnovější|podobné) (?:články|zprávy|příspěvky)|komentáře:?$|sdílet|o autorovi",
  Swedish:
    "läs (?:också|även|mer)|relaterade|mest lästa|liknande (?:artiklar|inlägg)|fler (?:artiklar|nyheter)|du kanske (?:också )?gillar|kommentarer:?$|lämna (?:ett svar|en kommentar)|följ oss|om författaren",
  "Danish, Norwegian":
    "læs også|les også|relaterte?de? |mest (?:læste|lest)|lignende (?:artikler|saker)|flere (?:artikler|nyheder|nyheter|saker)|du vil (?:måske|kanskje) også|kommentarer:?$|skriv (?:en )?kommentar|legg igjen en kommentar|følg oss?$|om forfatteren",
  Finnish: "lue myös|aiheeseen liittyv|luetuimmat|lue lisää|lisää aiheesta|kommentit:?$|jätä kommentti|seuraa meitä",
  Russian:
    "(?:читайте|читать|смотрите) также|похожие|материалы по теме|новости по теме|самое читаемое|оставить комментарий|поделиться|вам (?:может|могут) (?:быть )?(?:также )?(?:интересн|понрав)|(?:другие|последние|популярные|свежие|ещё|еще) (?:статьи|новости|материалы|записи)|рекомендуем (?:почитать|прочитать|посмотреть|также)|подпи(?:шитесь|саться|сывайтесь)|комментарии:?$|(?:добавить|написать) комментарий|об авторе",
  Ukrainian:
    "читайте також|схожі|залишити коментар|вас (?:може|можуть) зацікавити|(?:інші|останні|популярні) (?:статті|новини)|коментарі:?$|поділитися|підпи(?:шіться|сатися|суйтесь)|про автора",
  Turkish:
    "ilgili haberler|benzer (?:haberler|yazılar)|en çok okunan|yorum yap|(?:bunlar da )?ilginizi çekebilir|(?:diğer|son) (?:haberler|yazılar)|yorumlar:?$|abone ol(?:un)?(?![\\p{L}])",
  Greek: "διαβάστε (?:επίσης|ακόμη)|σχετικά άρθρα|δημοφιλή|σχόλια:?$|ακολουθήστε μας",
  Hungarian:
    "kapcsolódó|legolvasottabb|hasonló (?:cikkek|bejegyzések)|további (?:cikkek|hírek)|ez is érdekelhet|hozzászólás(?:ok)?:?$|iratkozz(?:on)? fel",
  Romanian:
    "citește și|articole similare|cele mai citite|(?:citește|citeşte) (?:și|şi|mai mult)|vezi mai mult|(?:știri|ştiri|articole) (?:similare|recente|asemănătoare)|te-ar putea interesa|comentarii:?$|lasă un comentariu|despre autor",
  Indonesian:
    "baca juga|(?:artikel|berita) terkait|terpopuler|(?:berita|artikel) (?:lainnya|terbaru|populer)|komentar:?$|tinggalkan komentar",
  Vietnamese:
    "xem thêm|đọc thêm|(?:bài viết|tin) liên quan|(?:tin|bài) (?:mới|khác|cùng)|bình luận:?$|có thể bạn quan tâm",
  Japanese:
    "関連(?:記事|リンク|ニュース)|あわせて読みたい|おすすめ記事|人気記事|コメントを(?:残す|書く)|関連(?:コンテンツ|する記事|商品|動画|タグ|キーワード)|こちらもおすすめ|この記事を(?:書いた|シェア)|最新(?:記事|ニュース)$|最近の(?:投稿|記事)|新着記事|よく読まれ|コメント$",
  Chinese:
    "相[关關](?:文章|阅读|推荐|新闻|新聞|閱讀)|延伸[阅閱][读讀]|猜你喜欢|推荐阅读|(?:热门|熱門|最新|精选|更多|其他)(?:文章|推荐|推薦)|(?:发表|發表)(?:评论|評論|留言)|分享到|[您你]可能(?:也|还|會|会)?(?:喜欢|喜歡|感)|相[关關](?:产品|商品|產品)",
  Korean:
    "관련 ?(?:기사|글)|많이 본|추천 ?기사|(?:인기|최신|다른) ?(?:기사|글|뉴스)|댓글(?: ?\\(?\\d+\\)?개?)?:?$|공유하기$",
  Arabic:
    "اقرأ أيض|(?:مواضيع|أخبار|مقالات) ذات صلة|الأكثر قراءة|(?:قد|ربما) (?:يعجبك|يهمك)|آخر الأخبار|التعليقات(?: \\(\\d+\\))?:?$|اترك (?:تعليق|رد)|تابعنا",
  Hindi: "यह भी पढ़ें|संबंधित"
}

export const furniture = beginningLike(Object.values(headings).join("|"), "")

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

export const announcement = beginningLike(Object.values(announcements).join("|"), "\\s?[:：]")

/**
 * Matches headings that documentation and papers also use, such as "Cookies", "Related work", "Loading joined tables"
 * and "Tags". The other phrases are about the site, and need no further evidence.
 */
export const subject =
  /^(?:cookies?|loading|related|similar|recommended|trending|tags?|topics?|categories|contents|comments?|compare|featured|recent|latest|subscribe|subscription)\b(?!.*\b(?:articles|posts|stories|products|news|coverage|reading|content|links)\b)/i
