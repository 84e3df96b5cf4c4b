import { isHeldOut } from "./documents.ts"
import type { Page } from "./peers.ts"

const sentences: Readonly<Record<string, ReadonlyArray<readonly [sentence: string, word: string]>>> = {
  ar: [
    ["قرأت الكُتُب الجديدة في المكتبة الكبيرة مع أصدقائي.", "كتب"],
    ["زرنا القاهرة في الصيف الماضي ورأينا الأهرامات.", "القاهره"],
    ["يعمل المهندسون في المصنع كل يوم.", "مهندسون"],
    ["السيارات الحديثة سريعة وآمنة جداً.", "سيارات"]
  ],
  da: [
    ["Husene ved havnen blev bygget for længe siden.", "hus"],
    ["Bøgerne ligger på bordet i stuen.", "bøger"],
    ["Cyklerne står uden for skolen hele dagen.", "cykler"]
  ],
  de: [
    ["Die Häuser am Marktplatz sind sehr alt.", "Haus"],
    ["Der Krankenversicherungsbeitrag steigt im nächsten Jahr.", "Krankenversicherung"],
    ["Die Lieferungen wurden gestern verschickt.", "Lieferung"],
    ["Das Donaudampfschiff legt am Abend an.", "Dampfschiff"]
  ],
  el: [
    ["Τα βιβλία είναι πάνω στο τραπέζι της κουζίνας.", "βιβλίο"],
    ["Οι δρόμοι της πόλης είναι στενοί και παλιοί.", "δρόμος"]
  ],
  es: [
    ["Los caballos corren por el campo verde cada mañana.", "caballo"],
    ["Las canciones antiguas nos gustan mucho a todos.", "canción"],
    ["Los corredores terminaron la carrera muy cansados.", "corredor"]
  ],
  fi: [
    ["Taloissa on suuret ikkunat ja vanhat ovet.", "talo"],
    ["Kirjat ovat hyllyllä olohuoneen nurkassa.", "kirja"],
    ["Autojen renkaat vaihdetaan syksyllä talvirenkaisiin.", "autot"]
  ],
  fr: [
    ["Les chevaux mangent dans le pré derrière la ferme.", "cheval"],
    ["Les élèves écoutent leur professeur avec attention.", "élève"],
    ["Nos voisines chantaient souvent dans le jardin.", "chanter"]
  ],
  hu: [
    ["A könyveket a polcra tettem tegnap este.", "könyv"],
    ["A házakban sok ember lakik a városban.", "ház"],
    ["Az autókat a garázsban tartjuk egész télen.", "autó"]
  ],
  it: [
    ["I ragazzi giocano a pallone nel parco ogni giorno.", "ragazzo"],
    ["Le biblioteche della città sono aperte la sera.", "biblioteca"],
    ["Le macchine nuove consumano meno benzina.", "macchina"]
  ],
  ja: [["東京大学で自然言語処理の研究を行っている。", "言語処理"], ["新しい図書館が駅の近くに開館した。", "図書館"]],
  ko: [["서울은 대한민국의 수도이며 큰 도시이다.", "대한민국"], ["학교에서 친구들과 점심을 먹었다.", "학교"]],
  nl: [
    ["De huizen langs de gracht zijn prachtig verlicht.", "huis"],
    ["De ziektekostenverzekering wordt volgend jaar duurder.", "verzekering"],
    ["De paarden lopen in de wei achter de boerderij.", "paard"]
  ],
  no: [
    ["Bøkene ligger på bordet i den gamle stua.", "bok"],
    ["Husene langs fjorden er malt i mange farger.", "hus"],
    ["Fiskebåtene kommer inn tidlig om morgenen.", "fiskebåt"]
  ],
  pt: [
    ["Os cavalos correm no campo verde todas as manhãs.", "cavalo"],
    ["As canções antigas são muito bonitas para todos.", "canção"],
    ["Os professores corrigiram as provas ontem.", "professor"]
  ],
  ro: [["Casele din sat sunt foarte vechi și frumoase.", "casă"], ["Elevii învață limba română la școală.", "elev"]],
  ru: [
    ["Книги стоят на полке в большой комнате.", "книга"],
    ["Собаками управляют опытные дрессировщики.", "собака"],
    ["Мы гуляли по старым улицам города.", "улица"]
  ],
  sv: [
    ["Hästarna springer fort över det stora fältet.", "häst"],
    ["Böckerna ligger på bordet i det gamla köket.", "bok"],
    ["Flickorna sjunger en sång på skolan varje dag.", "flicka"]
  ],
  th: [["กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย", "เมืองหลวง"]],
  tr: [
    ["Evlerimizde büyük pencereler ve bahçeler var.", "ev"],
    ["Diyarbakır'da hava bugün çok ılık ve güzel.", "diyarbakir ılık"],
    ["Kitapları kütüphaneden dün akşam aldık.", "kitap"]
  ],
  uk: [["Книжки стоять на полиці у великій кімнаті.", "книжка"]],
  zh: [["東京是日本的首都，也是最大的城市。", "东京"], ["图书馆里有很多中文书和杂志。", "圖書館"]]
}

const items = Object.entries(sentences).flatMap(([language, all]) =>
  all.map(([text, query], at) => ({ id: `${language}/${at}`, text, query }))
)

export const pages: ReadonlyArray<Page> = items.map(({ id, text }) => ({
  id,
  url: `https://languages.example/${
    id.replace(/[a-z]+/, (code) => String(code.charCodeAt(0) * 256 + code.charCodeAt(1)))
  }`,
  title: "",
  text
}))

export const questions = items.map(({ id, query }) => ({
  kind: "inflected word, 21 languages",
  query,
  id,
  heldOut: isHeldOut(id)
}))
