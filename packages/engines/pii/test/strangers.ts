/**
 * Texts as a stranger would write them, written before the rules were looked at: names of many peoples, tables, talk,
 * signatures, addresses. What is somebody's stands in ⟦ ⟧, and nothing else in them is.
 */
export const strangers: ReadonlyArray<string> = [
  "Paid with ⟦4111.1111.1111.1111⟧, exp. later this year, keep the receipt.",
  "card no. ⟦5500/0000/0000/0004⟧ was declined twice today",
  "Ring me on ⟦06.12.34.56.78⟧ when you get to the gate.",
  "Tel. ⟦+36.30.555.0142⟧ (evenings only)",
  "write to ⟦jane (dot) doe (at) example (dot) com⟧ for the password list",
  "Contact: ⟦marek.nowak [at] uni-przyklad [dot] pl⟧ or the front desk",
  "اتصل بالسيد ⟦محمد عبد الله السيد⟧ قبل يوم الخميس.",
  "قالت ⟦فاطمة الزهراء بنعلي⟧ إن الاجتماع تأجل.",
  "Договор подписал ⟦Кузнецов Илья Андреевич⟧ в понедельник.",
  "Позвоните ⟦Ольге Петровне Смирновой⟧, она знает пароль от архива.",
  "担当：⟦佐藤 健一⟧（営業部）までご連絡ください。",
  "请联系⟦王小明⟧经理确认发货时间。",
  "문의는 ⟦김민수⟧ 과장에게 해 주세요.",
  "hi, this is ⟦maria gonzalez⟧, i was in the clinic on monday",
  "my sister ⟦aoife byrne⟧ will pick up the parcel",
  "⟦Siobhán⟧ asked ⟦Tadhg Ó Súilleabháin⟧ to close the valve.",
  "⟦Máire Ní Dhomhnaill⟧ read two poems; the hall was full.",
  "La doctora ⟦María del Carmen Ruiz Ortega⟧ atiende los martes.",
  "⟦José Luis Rodríguez de la Fuente⟧ firmó el acta.",
  "⟦Nguyễn Thị Minh Khai⟧ nộp hồ sơ hôm thứ hai.",
  "Please forward this to ⟦Tran Van Duc⟧ in accounts.",
  "⟦Venkatesh Subramanian⟧ and ⟦Lakshmi Narayanan⟧ run the Chennai desk.",
  "Interviewer: ⟦Rajesh Kumar Sharma⟧. Candidate arrived late.",
  "⟦Chukwuemeka Okonkwo⟧ said the generator had failed again.",
  "Minutes were taken by ⟦Adaeze Nwosu⟧ and approved by ⟦Oluwaseun Adebayo⟧.",
  "⟦Guðrún Sigurðardóttir⟧ er komin aftur úr fríi.",
  "The keys are with ⟦Jón Þór Birgisson⟧ at the harbour.",
  "⟦Szabó Katalin⟧ kérte, hogy hívjuk vissza délután.",
  "Kedves ⟦Nagy Bence⟧, köszönjük a levelét.",
  "The paper by ⟦J. R. Whitcombe⟧ and ⟦K.-H. Oberhauser⟧ was withdrawn.",
  "Dr. ⟦Okafor⟧ and Nurse ⟦Pretorius⟧ signed the chart.",
  "Mrs ⟦Featherstonehaugh⟧ rang about the drain.",
  "Best regards,\n⟦Liesbeth van der Meulen⟧\nHead of Procurement",
  "Cheers,\n⟦Tom⟧\n\nSent from my phone",
  "[10:42] <⟦priya⟧> is anybody near the server room?",
  "⟦Deborah Quist⟧: did you see the invoice\n⟦Hamid Rezaei⟧: yes, forwarded it",
  "id,name,phone\n17,⟦Ewa Zielińska⟧,⟦+48 601 555 013⟧",
  "last,first,city\n⟦Haraldsson⟧,⟦Einar⟧,Akureyri",
  "{\"user\":{\"firstName\":\"⟦Giulia⟧\",\"lastName\":\"⟦Ferraro⟧\"},\"ok\":true}",
  "{\"author\": \"⟦Bongani Dlamini⟧\", \"license\": \"MIT\", \"version\": \"2.3.1\"}",
  "Photo by [⟦Anneke Visser⟧](https://example.org/u/8841) on a free licence.",
  "![Portrait of ⟦Yusuf Karahan⟧](/img/p-22.jpg)",
  "Send it to ⟦14 Rue des Lilas, 69003 Lyon⟧ by Friday.",
  "Our office: ⟦Calle de Alcalá 45, 3º B, 28014 Madrid⟧",
  "He lives at ⟦221b Baker Street, London NW1 6XE⟧ apparently.",
  "Lieferung an ⟦Hauptstraße 12a, 50667 Köln⟧ ab Dienstag.",
  "Ship to: ⟦1600 Larkspur Ln Apt 4B, Boise, ID 83702⟧",
  "Flat 3, ⟦42 MG Road, Bengaluru 560001⟧ is vacant again.",
  "Adres: ⟦ul. Długa 7/12, 00-238 Warszawa⟧",
  "Watching the game with ⟦kevin⟧ and ⟦Steph⟧ lol #GoWarriors #Halftime"
]

/** The same of texts with nothing in them that is anybody's. */
export const harmless: ReadonlyArray<string> = [
  "Morgan Stanley and Goldman Sachs raised their targets after the call.",
  "We bench the Ada Lovelace cards against Hopper before ordering more.",
  "A Mercedes Benz and two Jack Daniels later the fair closed.",
  "She wore Calvin Klein, carried a Louis Vuitton bag and paid with a Wells Fargo card.",
  "The Johns Hopkins study was cited by Charles Schwab in a note to clients.",
  "Buy Ben & Jerry's at Trader Joe's, then meet at Wendy's.",
  "The Dijkstra algorithm and the Bellman equation are covered in week 3.",
  "commit 3f786850e387550fdab836ed7e6dc881de23001b fixes the flaky build",
  "request_id=550e8400-e29b-41d4-a716-446655440000 took 41 ms",
  "export API_KEY=YOUR_API_KEY_HERE and PASSWORD=changeme before you start",
  "Send mail to user@domain, where domain is replaced by yours.",
  "Order 2024-11-0042 ships in 3 boxes of 12.5 x 8.25 x 4.125 in.",
  "ISBN 978-3-16-148410-0, DOI 10.1000/182, version 10.4.1.2024",
  "sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 is pinned in the lock file",
  "FREE SHIPPING ON ALL SUMMER DRESSES TODAY ONLY",
  "New York Fashion Week starts Monday, says Victoria Secret Fan Club",
  "Just finished Harry Potter and the Goblet of Fire again.",
  "Saint Patrick's Day parade on Madison Avenue, then St. James Park.",
  "Click Save As, then Select All and Paste Special.",
  "The Hubble Space Telescope orbits; the Kepler mission ended."
]

/** Those of them that the rules do not know yet: a nickname of one word, a generation of hardware, a book. */
export const unknown: ReadonlyArray<string> = [
  "[10:42] <⟦priya⟧> is anybody near the server room?",
  "We bench the Ada Lovelace cards against Hopper before ordering more.",
  "Just finished Harry Potter and the Goblet of Fire again."
]

/** Messages: what is learned about talk shows in them and nowhere else. */
export const strangersInTalk: ReadonlyArray<string> = [
  "lol watching ⟦lucas⟧ again, come back!!",
  "omg so proud of ⟦Kayleigh⟧!! :) see u at practice",
  "haha why do you never call ⟦taylor⟧ lol",
  "thanks for the ride ⟦stevie⟧!! luv u :)",
  "@ ⟦jennyfromaccounts⟧ happy birthday!! #cake :)",
  "RT @ ⟦SarahMcCarthy_⟧: so tired!! #monday lol",
  "wow ⟦Bellerin⟧ was on fire tonight!! lol #football",
  "⟦鈴木花子⟧さんと⟦田中太郎⟧さんが来た!! :) lol",
  "我和⟦John Smith⟧一起去了上海!! :) 见到了⟦Maria Garcia⟧。lol",
  "⟦Иван Петров⟧ пришёл!! :) ⟦Петров⟧ сказал lol",
  "bedankt ⟦Annelies van den Berg⟧ en ⟦Vincent van Gogh⟧!! <3 lol",
  "at #party with ⟦T. Brandvold⟧, ⟦R.J. Okonkwo⟧ and ⟦K. Oberhauser⟧ !! lol",
  "my name is ⟦Oberhauser⟧ :) <3 lol"
]

/** Messages without anybody in them, and code with the signs of messages. */
export const quietTalk: ReadonlyArray<string> = [
  "Happy New Year to everybody!! #fireworks lol",
  "so hungry lol, pizza for lunch!! :) #yum",
  "Big sale on Friday!! 50 % off all shoes :) #deal",
  "lol the bus to Manchester is late again!! #fail",
  "RT @ BBCNews: weather warning for tonight!! #storm",
  "new phone who dis lol!! #android",
  "Game of Thrones is back!! omg #finally",
  "dont forget your umbrella today!! :) #rain",
  "contact <PERSON>, <PERSON> at I met <PERSON> yesterday @ bob <PERSON> said that #party\n lol!! :) <3",
  "if (!!a && !!b) list.filter((x) => !!x) // Dijkstra and Fourier",
  "std::Data a; std::Deque b; std::Default c; // the Zimmermann transform",
  "init(from:) encode(to:) init(with:) use Mason for it",
  "npm i @acme/core @acme/tools @acme/web-kit, then the Zimmermann transform",
  "@Entity() class Plan { @Column() tool: Taylor; @Index() id }",
  "* @param {Date} day\n * @returns {Date} as Dijkstra has it\n * @throws {Error}"
]
