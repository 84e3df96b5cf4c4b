/** Our own sentences about a harbour, by the tags of their languages. */
export const harbour: Readonly<Record<string, string>> = {
  en:
    "The harbour opens at six in the morning, and the first ferry leaves for the islands with all that was brought to it.",
  de:
    "Der Hafen wird um sechs Uhr geöffnet, und die erste Fähre fährt mit allem, was auf ihr ist, zu den Inseln, die nicht weit von der Küste sind.",
  fr:
    "Le port ouvre à six heures du matin, et le premier bateau part pour les îles avec tout ce qui est arrivé dans la nuit.",
  es:
    "El puerto abre a las seis de la mañana, y el primer barco sale para las islas con todo lo que se ha traído por la noche.",
  it:
    "Il porto apre alle sei del mattino, e la prima nave parte per le isole con tutto quello che è stato portato nella notte dai pescatori.",
  pt:
    "O porto abre às seis da manhã, e o primeiro barco sai para as ilhas com tudo o que foi trazido na noite, como os outros dos dias que passaram.",
  nl:
    "De haven gaat om zes uur open, en de eerste boot vaart naar de eilanden met alles wat in de nacht aan de kade is gebracht.",
  sv:
    "Hamnen öppnar klockan sex på morgonen, och den första båten går till öarna med allt som har kommit in under natten.",
  da:
    "Havnen åbner klokken seks om morgenen, og den første båd sejler til øerne med alt det, der er kommet ind af varer i løbet af natten.",
  fi:
    "Satama avataan kuudelta aamulla, ja ensimmäinen laiva on valmis, kun kaikki on lastattu, mutta se ei lähde ennen kuin aurinko nousee.",
  pl:
    "Port jest otwarty od szóstej rano, a pierwszy prom odpływa na wyspy z tym, co przez noc do niego przywieziono, oraz z ludźmi z miasta.",
  cs:
    "Přístav se otevírá v šest ráno a první loď pluje na ostrovy se vším, co bylo v noci do přístavu přivezeno, jako je pošta nebo dřevo z hor.",
  ro:
    "Portul se deschide la ora șase și primul vapor pleacă spre insule cu tot ce a fost adus în timpul nopții de la oameni din sat, dar nu este mare.",
  hu:
    "A kikötő reggel hatkor nyit, és az első hajó az összes áruval, ami az éjjel érkezett, elindul a szigetekre, de nem vár meg senkit, csak a postát.",
  tr:
    "Liman sabah altıda açılır ve ilk gemi, gece getirilen her şey ile adalara gider, ama bu bir kural olarak yazılı değil, daha sonra da var.",
  id:
    "Pelabuhan dibuka pada pukul enam pagi, dan kapal pertama pergi ke pulau dengan semua barang yang sudah dibawa oleh nelayan dari desa itu.",
  ru:
    "Порт открывается в шесть утра, и первый паром уходит на острова со всем, что за ночь привезли к нему из города, но не ждёт никого.",
  uk:
    "Порт відчиняється о шостій ранку, і перший пором іде на острови з усім, що за ніч привезли до нього з міста, але не чекає на людей.",
  bg:
    "Пристанището се отваря в шест сутринта и първият кораб отива към островите с всичко, което е донесено през нощта от града, но не чака.",
  hr:
    "Luka se otvara u šest ujutro, a prvi brod ide na otoke sa svime što je za noć stiglo iz grada, ako nije oluja i ako ima mjesta za sve.",
  sl:
    "Pristanišče se odpre ob šestih zjutraj in prva ladja gre na otoke z vsem, kar je ponoči prišlo iz mesta, ko ni viharja, ali pa tudi ne.",
  sk:
    "Prístav sa otvára o šiestej ráno a prvá loď pláva na ostrovy so všetkým, čo v noci priviezli, ale nie je veľký, ako je aj pošta alebo drevo pre ľudí zo hôr.",
  ca:
    "El port obre a les sis del matí, i el primer vaixell surt cap a les illes amb tot el que els pescadors de la vila han dut per la nit, si no és que hi ha mala mar.",
  lv:
    "Osta tiek atvērta sešos no rīta, un pirmais kuģis dodas uz salām ar visu, kas naktī ir atvests, bet tas nav liels, lai gan par to ir runāts.",
  el:
    "Το λιμάνι ανοίγει στις έξι το πρωί και το πρώτο πλοίο φεύγει για τα νησιά με όλα όσα έφεραν τη νύχτα οι ψαράδες από το χωριό."
}
