/**
 * Finds names in Chinese, Japanese and Korean: a family name next to a role or honorific, or after words of
 * introduction.
 *
 * @since 0.2.0
 */
import { SURE } from "./nameSure.ts"
import type { Add } from "./nameTokens.ts"

const chineseFamily =
  "(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|夏侯|东方|皇甫|尉迟|公孙|慕容|令狐|[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅高郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范金石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯])"
const chineseRole =
  "(?:作者|记者|記者|编辑|编剧|导演|演员|歌手|教授|博士|老师|老師|医生|醫生|律师|律師|经理|經理|主任|局长|局長|部长|部長|市长|市長|董事长|董事長|总裁|總裁|主席|总理|總理|院长|院長|校长|校長|同学|同學|患者|负责人|負責人|联系人|发言人|發言人|代表|委员|工程师)"
const chineseToward = "联系|聯繫|通知|感谢|感謝|拜访|拜訪|邀请|邀請|采访|採訪|致电|致電|咨询|諮詢|转告|轉告"
const chineseCalledBehind = "先生|女士|小姐|老师|老師|教授|博士|主任|经理|經理|医生|醫生|律师|律師"
const chineseAddressed = new RegExp(
  `(?<=${chineseToward})${chineseFamily}[\\u3400-\\u9fff]{0,2}?(?=${chineseCalledBehind})`,
  "g"
)
const chinese = new RegExp(
  `(?:(${chineseRole})|(?<![\\u3400-\\u9fff])(?:[（(]?))(${chineseFamily}[\\u3400-\\u9fff]{1,2}?)(?=先生|女士|小姐|老师|老師|教授|博士|说|說|表示|认为|認為|指出|写道|寫道|告诉|告訴|称[，：:]|介绍|介紹|透露|强调|強調|坦言|回忆|回憶|报道|報道|主任|经理|經理|等人)`,
  "g"
)

const japaneseFamily =
  "(?:佐々木|長谷川|佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|山口|松本|井上|木村|清水|山崎|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|藤田|後藤|近藤|村上|遠藤|青木|坂本|斎藤|斉藤|齋藤|福田|太田|西村|藤井|岡本|金子|藤原|三浦|中野|中川|原田|松田|竹内|小野|田村|中山|和田|石田|森田|上田|内田|柴田|酒井|宮崎|横山|高木|安藤|宮本|大野|小島|谷口|工藤|今井|高田|増田|丸山|杉山|村田|大塚|新井|小山|平野|藤本|河野|上野|野口|武田|松井|千葉|菅原|岩崎|久保|木下|佐野|野村|松尾|市川|菊地|杉本|古川|大西|島田|水野|桜井|高野|渡部|吉川|山内|西田|飯田|菊池|西川|小松|北村|安田|五十嵐|川口|平田|関|中田|東|服部)"
const japaneseEnd = "[郎子美男夫雄也介香恵太一二三樹人奈花代江平吾輔大翔真治司明健誠隆浩修実豊勉茂進弘和博正清]"
const japaneseTown = "(?:出身|県|市|町|区|大学|高校|支社|支店|本社|在住|生まれ|育ち|駅)"
const japanese = new RegExp(
  `(?<![\\u3400-\\u9fff])${japaneseFamily}(?!${japaneseTown})(?:[\\u3400-\\u9fff]{0,2}${japaneseEnd}(?![\\u3400-\\u9fff])|[\\u3040-\\u309f]{2,4}(?=さん|様|氏)|[\\u3400-\\u9fff]{1,3}(?=さん|様|氏|君|先生|ちゃん|です|と申し)|(?=さん|様))`,
  "g"
)

const koreanOther =
  "(?:한국인|유학생|신입생|장학생|고교생|정치인|조선인|공무원|성직자|노동자|배달원|주인공|전업주|전공자|안내원|문학인|방송인)"
const koreanFamily = "[김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진엄]"
const korean = new RegExp(
  `(?<![가-힣])(?!${koreanOther})(${koreanFamily}[가-힣]{2})(?= ?(?:씨|대표|기자|교수|의원|회장|사장|감독|선수|장관|대통령|박사|변호사|판사|원장|팀장|과장|부장|이사|작가|배우|가수|후보|위원장)(?![가-힣]{3})|님|입니다|이라고)|(?<=(?:담당자|기자|대표|교수|의원|회장|사장|감독|선수|장관|변호사|작가|배우|가수|이름은|저는) )(?!${koreanOther})(${koreanFamily}[가-힣]{2})(?=[은는이가의을를와과,.]|입니다| |$)`,
  "g"
)

const han = "[\\u3400-\\u9fff]"
/** Matches text that continues a sentence after a name without punctuation. */
const chineseBehind = "(?=[^\\u3400-\\u9fff]|$|来自|來自|今年|现在|現在|住|是|在|的|和|毕业|畢業)"
const chineseTitle = "(?:先生|女士|小姐|太太|老师|老師|同学|同學|经理|經理|阿姨|叔叔|总|總)"
const chineseName = `${chineseFamily}(?!${chineseTitle})(?:${han}{1,2}?${chineseBehind}|${han}{2})`
/** Matches words after `我叫` that are not a name, but the object of the verb "call". */
const chineseCalled = "(?:[你妳您他她它牠咱什甚啥车車外滴的醒停不了上下来來去过過人服救到出起开開]|大家|大夫)"

const japaneseLetters = "[\\u3400-\\u9fff\\u30a1-\\u30ff]"
const japaneseSelf = "(?:私|わたくし|わたし|僕|ぼく|俺)"
const japaneseBehind = "(?=です|だ[。！]|と申し|といい|と言い|と呼)"
const koreanBehind = "(?=입니다|이라고|라고|이에요|예요|이야|야[.! ]|야$|이다|이고|[,.!]|$)"

const all = (...sources: ReadonlyArray<string>): ReadonlyArray<RegExp> =>
  sources.map((source) => new RegExp(source, "g"))

const chineseIntroductions = all(
  `(?:我的?名字(?:是|叫)|[我他她名]叫(?:做|作)?|(?<=[，,、\\s])叫)(${chineseName})`,
  `(?:我的?名字(?:是|叫)|[我名]叫)(?!${chineseCalled}|${chineseFamily})(${han}{2,6})(?=[，。！？,.!?\\s]|$)`,
  `(?:大家|你|您|各位)好[，！。,! ]{0,2}我是(${chineseFamily}${han}{1,2})(?<![生人者员員师師家座族民工长長迷粉友客商兵领領])(?=[，。！,.!\\s]|$)`,
  `(?:敝姓|免贵姓|免貴姓|我姓)(${chineseFamily})(?=[，。！,.!\\s]|$)`,
  `(?:叫我|称呼我|稱呼我)([小老阿]${chineseFamily})(?!${han})`
)

const japaneseIntroductions = all(
  `(?<=${japaneseSelf}(?:の名前)?は、?|[初は]じめまして、|初めまして、)(${japaneseFamily}(?!${japaneseTown})[\\u3040-\\u309f\\u3400-\\u9fff]{0,4}?)${japaneseBehind}`,
  `(?<=${japaneseSelf}の名前は、?)(${japaneseLetters}{2,12})${japaneseBehind}`,
  `(?<!${japaneseLetters})(?!${japaneseLetters}{0,12}会社)(${japaneseLetters}{2,12})(?=と申し)`
)

const koreanIntroductions = all(
  `(?<=(?:제|내|저의|나의) 이름은 )([가-힣]{2,4}?)${koreanBehind}`,
  `(?<=(?:저는|나는|전) )(?!${koreanOther})(${koreanFamily}[가-힣]{2})(?=이?라고|이에요|예요|입니다|이다)`
)

/**
 * Introductions of a person. The first group is the name. The regular expression before each is a quick test that must
 * match first.
 */
const introductions: ReadonlyArray<readonly [hint: RegExp, shapes: ReadonlyArray<RegExp>]> = [
  [/[叫姓]|名字|好/, chineseIntroductions],
  [/は|と申し|じめまして|初めまして/, japaneseIntroductions],
  [/이름은|[저나]는|전 /, koreanIntroductions]
]

export const eastAsian = (text: string, add: Add): void => {
  for (const match of text.matchAll(chinese)) {
    const end = match.index + match[0].length
    add(end - match[2]!.length, end, SURE.announced, "han")
  }
  for (const match of text.matchAll(chineseAddressed)) {
    add(match.index, match.index + match[0].length, SURE.announced, "han")
  }
  for (const match of text.matchAll(japanese)) {
    add(match.index, match.index + match[0].length, SURE.announced, "japanese")
  }
  for (const match of text.matchAll(korean)) add(match.index, match.index + match[0].length, SURE.announced, "korean")
  for (const [hint, shapes] of introductions) {
    if (!hint.test(text)) continue
    for (const shape of shapes) {
      for (const match of text.matchAll(shape)) {
        const end = match.index + match[0].length
        add(end - match[1]!.length, end, SURE.labelled, "introduced")
      }
    }
  }
}
