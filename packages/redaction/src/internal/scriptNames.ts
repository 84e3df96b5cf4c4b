/**
 * Names in scripts that other rules do not reach: Arabic, Cyrillic, Greek, Hebrew, Devanagari, Han and Hangul. The words
 * are our own selection of frequent ones.
 *
 * @since 0.2.0
 */
import type { Add } from "./nameTokens.ts"
import { given } from "./scriptWords.ts"

/** Frequent family names that end like other words. */
const cyrillicFamilies =
  "шевченко|бойко|мельник|ткачук|бондар|коваль|мороз|жук|чехов|толстой|гоголь|сидорчук|франко|леся|грушевський|кравец|кузьма|лысенко"

const arabicGiven = new Set(
  ("محمد احمد محمود مصطفي علي حسن حسين عمر عثمان خالد يوسف ابراهيم اسماعيل عبدالله عبدالرحمن عبدالعزيز عبدالقادر سعيد سعد سالم سليمان "
    + "داود موسي عيسي يحيي زكريا هارون طارق زياد كريم ياسر ياسين ناصر منصور جمال كمال جلال عادل ماجد فيصل فهد سلطان سلمان تركي بندر نايف راشد "
    + "حمد حمدان مبارك جاسم قاسم هشام وليد وائل باسم بسام عماد عصام ايمن اشرف شريف هاني رامي سامي سامح تامر عمرو انس بلال حمزه زيد معاذ "
    + "فاطمه عائشه خديجه مريم زينب رقيه سميه اسماء هند ليلي سلمي ساره هدي مني نور نوره نادي ناديه سميره جميله كريمه امينه حليمه سعاد سناء "
    + "رانيا ريم رنا دينا داليا هبه هاله هيفاء لطيفه نجلاء وفاء ايمان امل شيماء ياسمين بثينه غاده سوسن").split(" ")
)

/** Words with the article that stand behind a name and are none of it. */
const notFamily = new Set(
  ("اليوم الامس الان الذي التي الذين اللذان الي المقال الخبر الكتاب الوزير الرئيس الاول الثاني الثالث العام السابق الجديد المدير الدكتور الاستاذ "
    + "المهندس الشيخ الاميره الامير المتحده العربيه السعوديه الاجتماع الحفل الماضي القادم الخاص الخير").split(" ")
)

const arabicTitle = new Set(
  "السيد السيده الدكتور الدكتوره الاستاذ الاستاذه الشيخ المهندس المهندسه القاضي اللواء العميد الحاج الانسه".split(" ")
)

/** One way to write what Arabic writes in several: without vowel marks, hamza on its own, final letters as they sound. */
const arabicPlain = (word: string): string =>
  word.replace(/\p{Mn}|\u0640/gu, "").replace(/[\u0622\u0623\u0625\u0671]/g, "ا").replace(/ى/g, "ي").replace(/ة/g, "ه")

const arabicWord = /[\u0620-\u065f\u066e-\u06d3]+/g

/** Words of the longest Arabic name that is taken as one. */
const MOST_WORDS = 6

interface Word {
  readonly start: number
  readonly end: number
  readonly plain: string
}

/** Whether only a space stands between two words. */
const touches = (text: string, left: Word, right: Word): boolean =>
  right.start - left.end === 1 && text[left.end] === " "

/** How many words from `at` on are parts of one name; 0 for none. */
const arabicParts = (text: string, words: ReadonlyArray<Word>, at: number, titled: boolean): number => {
  let count = 0
  let known = 0
  while (count < MOST_WORDS) {
    const word = words[at + count]
    if (word === undefined || count > 0 && !touches(text, words[at + count - 1]!, word)) break
    const next = words[at + count + 1]
    const goesOn = next !== undefined && touches(text, word, next)
    if ((word.plain === "عبد" || word.plain === "ابو" || word.plain === "ام") && goesOn) {
      count += 2
      known++
    } else if (count > 0 && /^(?:بن|ابن|بنت|ال)$/.test(word.plain) && goesOn) {
      count += 2
      known++
    } else if (arabicGiven.has(word.plain)) {
      count++
      known++
    } else if (
      count > 0 && word.plain.length > 3 && word.plain.startsWith("ال") && !notFamily.has(word.plain)
    ) {
      // the family, which ends a name
      count++
      known++
      break
    } else break
  }
  return known > 1 || titled && known > 0 ? count : 0
}

const arabic = (text: string, add: Add): void => {
  const words: Array<Word> = [...text.matchAll(arabicWord)].map(({ 0: word, index }) => {
    return { start: index, end: index + word.length, plain: arabicPlain(word) }
  })
  for (let i = 0; i < words.length; i++) {
    const before = words[i - 1]
    const titled = before !== undefined && arabicTitle.has(before.plain) && touches(text, before, words[i]!)
    const count = arabicParts(text, words, i, titled)
    if (count === 0) continue
    add(words[i]!.start, words[i + count - 1]!.end, 0.75, "arabic")
    i += count - 1
  }
}

const stemOf = (word: string): string => word.toLowerCase().replace(/(?:ой|ей|ом|ем|ою|ею|ією|[аяуюыиіейь])$/, "")
const cyrillicGiven = new Set(given.split(" ").filter((word) => /[а-я]/.test(word)).map(stemOf))
const familyEnd = new RegExp(
  `(?:[оеё]в|[иы]н|(?:[оеё]в|[иы]н)(?:а|у|ой|ым|ы|ых|е)|ск(?:ий|ая|ого|ому|им|ой|ую)|ськ(?:ий|а|ого)|ц?енко|чук|[^а]юк|[иы]ч|іч|ян|дзе|швили|ець)$|^(?:${cyrillicFamilies})$`
)
const role =
  /^(?:директор|президент|министр|профессор|доктор|господин|госпожа|генеральный|главный|начальник|заместитель|депутат|адвокат|судья|врач|лікар|пан|пані|договор|автор|редактор|капитан|товарищ)$/i
const cyrillicPair =
  /(?<![\p{L}\p{N}])([А-ЯЁІЇЄ][а-яёіїє']{1,30}(?:-[А-ЯЁ][а-яё]{1,30})?) ([А-ЯЁІЇЄ][а-яёіїє']{1,30}(?:-[А-ЯЁ][а-яё]{1,30})?)(?!\p{L})/gu
const familyWithInitials = /(?<![\p{L}\p{N}])([А-ЯЁІЇЄ][а-яёіїє']{2,30}) [А-ЯЁІЇЄ]\. ?(?:[А-ЯЁІЇЄ]\.)?/gu
/** A name in Russian with what its bearer's father is called, whichever stands first: `Иванов Пётр Сергеевич`. */
const withPatronymic =
  /(?<![\p{L}\p{N}])((?:[А-ЯЁІЇЄ][а-яёіїє]{1,30}(?:-[А-ЯЁ][а-яё]{1,30})?\s)?)[А-ЯЁІЇЄ][а-яёіїє]{1,30}\s[А-ЯЁІЇЄ][а-яёіїє]{1,20}(?:ович|евич|ьич|йович|овна|евна|ична|івна)(?:[ауыеюой]{1,2}|ем)?(?:\s[А-ЯЁІЇЄ][а-яёіїє]{1,30}(?:-[А-ЯЁ][а-яё]{1,30})?)?(?!\p{L})/gu

const isFamily = (word: string): boolean => familyEnd.test(word.toLowerCase()) && !role.test(word)
const isGiven = (word: string): boolean => word.length > 2 && cyrillicGiven.has(stemOf(word))

const cyrillic = (text: string, add: Add): void => {
  for (const match of text.matchAll(withPatronymic)) {
    const lead = role.test(match[1]!.trim()) ? match[1]!.length : 0
    add(match.index + lead, match.index + match[0].length, 0.9, "patronymic")
  }
  for (const match of text.matchAll(familyWithInitials)) {
    if (isFamily(match[1]!)) add(match.index, match.index + match[0].trimEnd().length, 0.75, "cyrillic")
  }
  for (const match of text.matchAll(cyrillicPair)) {
    const [, one = "", other = ""] = match
    if (isGiven(one) && isFamily(other) || isFamily(one) && isGiven(other) && !isFamily(other)) {
      add(match.index, match.index + match[0].length, 0.75, "cyrillic")
    }
  }
}

const hebrew =
  /(?<![\u0590-\u05ff])(?:ד["״]ר|פרופ['׳]|מר|גב['׳]|הרב|עו["״]ד) ([\u05d0-\u05ea]{2,12}(?:[ -][\u05d0-\u05ea]{2,12})?)(?=[ ,.\n]|$)/g
const devanagari =
  /(?:श्री|श्रीमती|सुश्री|डॉ\.?|प्रो\.?) ((?!ने|को|का|की|के)[\u0900-\u0963]{2,16}(?: (?!(?:ने|को|का|की|के|से|में|और|है|हैं|पर|भी)(?![\u0900-\u0963]))[\u0900-\u0963]{2,16}){0,2})/g

const titled = (text: string, shape: RegExp, add: Add): void => {
  for (const match of text.matchAll(shape)) {
    const end = match.index + match[0].length
    add(end - match[1]!.length, end, 0.75, "title")
  }
}

const chineseFamily =
  "(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|夏侯|东方|皇甫|尉迟|公孙|慕容|令狐|[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅高郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范金石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯])"
const chineseRole =
  "(?:作者|记者|記者|编辑|编剧|导演|演员|歌手|教授|博士|老师|老師|医生|醫生|律师|律師|经理|經理|主任|局长|局長|部长|部長|市长|市長|董事长|董事長|总裁|總裁|主席|总理|總理|院长|院長|校长|校長|同学|同學|患者|负责人|負責人|联系人|发言人|發言人|代表|委员|工程师)"
/** Role or pause, name, and what persons do or are called. */
const chinese = new RegExp(
  `(?:(${chineseRole})|(?<![\\u3400-\\u9fff])(?:[（(]?))(${chineseFamily}[\\u3400-\\u9fff]{1,2}?)(?=先生|女士|小姐|老师|老師|教授|博士|说|說|表示|认为|認為|指出|写道|寫道|告诉|告訴|称[，：:]|介绍|介紹|透露|强调|強調|坦言|回忆|回憶|报道|報道|主任|经理|經理|等人)`,
  "g"
)

const japaneseFamily =
  "(?:佐々木|長谷川|佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|山口|松本|井上|木村|清水|山崎|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|藤田|後藤|近藤|村上|遠藤|青木|坂本|斎藤|斉藤|齋藤|福田|太田|西村|藤井|岡本|金子|藤原|三浦|中野|中川|原田|松田|竹内|小野|田村|中山|和田|石田|森田|上田|内田|柴田|酒井|宮崎|横山|高木|安藤|宮本|大野|小島|谷口|工藤|今井|高田|増田|丸山|杉山|村田|大塚|新井|小山|平野|藤本|河野|上野|野口|武田|松井|千葉|菅原|岩崎|久保|木下|佐野|野村|松尾|市川|菊地|杉本|古川|大西|島田|水野|桜井|高野|渡部|吉川|山内|西田|飯田|菊池|西川|小松|北村|安田|五十嵐|川口|平田|関|中田|東|服部)"
const japaneseEnd = "[郎子美男夫雄也介香恵太一二三樹人奈花代江平吾輔大翔真治司明健誠隆浩修実豊勉茂進弘和博正清]"
const japanese = new RegExp(
  `(?<![\\u3400-\\u9fff])${japaneseFamily}(?:[\\u3400-\\u9fff]{0,2}${japaneseEnd}(?![\\u3400-\\u9fff])|[\\u3040-\\u309f]{2,4}(?=さん|様|氏)|[\\u3400-\\u9fff]{1,3}(?=さん|様|氏|君|先生|ちゃん|です|と申し)|(?=さん|様))`,
  "g"
)

const koreanFamily = "[김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진엄]"
const korean = new RegExp(
  `(?<![가-힣])(${koreanFamily}[가-힣]{2})(?= ?(?:씨|대표|기자|교수|의원|회장|사장|감독|선수|장관|대통령|박사|변호사|판사|원장|팀장|과장|부장|이사|작가|배우|가수|후보|위원장)(?![가-힣]{3})|님|입니다|이라고)|(?<=(?:담당자|기자|대표|교수|의원|회장|사장|감독|선수|장관|변호사|작가|배우|가수|이름은|저는) )(${koreanFamily}[가-힣]{2})(?=[은는이가의을를와과,.]|입니다| |$)`,
  "g"
)

const eastAsian = (text: string, add: Add): void => {
  for (const match of text.matchAll(chinese)) {
    const end = match.index + match[0].length
    add(end - match[2]!.length, end, 0.7, "han")
  }
  for (const match of text.matchAll(japanese)) add(match.index, match.index + match[0].length, 0.7, "japanese")
  for (const match of text.matchAll(korean)) add(match.index, match.index + match[0].length, 0.7, "korean")
}

/** Adds the names of a text in the scripts it is written in. */
export const scriptNames = (text: string, cjk: boolean, caseless: boolean, add: Add): void => {
  if (/[\u0410-\u042f]/.test(text)) cyrillic(text, add)
  if (cjk) eastAsian(text, add)
  if (!caseless) return
  if (/[\u0620-\u064a]/.test(text)) arabic(text, add)
  if (/[\u05d0-\u05ea]/.test(text)) titled(text, hebrew, add)
  if (/[\u0900-\u0963]/.test(text)) titled(text, devanagari, add)
}
