/**
 * Lists words around names in eight languages: offices and professions before a name, and verbs of speech.
 *
 * @since 0.3.0
 */

/** Offices before a name. A capitalized word after one of them is a name. */
export const offices =
  // German
  "präsident präsidentin kanzler kanzlerin bundeskanzler bundeskanzlerin bundespräsident ministerpräsident ministerin bürgermeister " +
  "bürgermeisterin oberbürgermeister außenminister innenminister finanzminister verteidigungsminister premierminister staatssekretär papst " +
  "könig königin kaiser kaiserin prinzessin fürst graf gräfin herzog freiherr bischof erzbischof kardinal pfarrer oberst hauptmann leutnant " +
  "kapitän staatsanwalt historiker regisseur schauspieler schauspielerin sänger sängerin komponist schriftsteller architekt bildhauer " +
  "philosoph physiker chemiker mathematiker politiker politikerin sprecherin professorin trainer autorin " +
  // French
  "président présidente ministre députée sénateur sénatrice empereur abbé évêque général capitaine docteur chanteur chanteuse actrice " +
  "réalisateur réalisatrice écrivain écrivaine peintre compositeur poète historien historienne philosophe architecte entraîneur journaliste " +
  // Spanish
  "presidente presidenta ministro ministra alcalde alcaldesa diputado diputada senador senadora emperador coronel capitán comandante doctora " +
  "cantante actriz directora escritor escritora pintor compositor poeta historiador filósofo arquitecto entrenador periodista futbolista " +
  "gobernador " +
  // Italian
  "sindaco deputato senatore onorevole regina imperatore generale colonnello capitano dottor dottore dottoressa attrice regista scrittore " +
  "scrittrice pittore compositore filosofo architetto allenatore giornalista premier segretario governatore professoressa ingegner avvocato " +
  "cardinale vescovo monsignor suor assessore calciatore ministra " +
  // Portuguese
  "prefeito deputado deputada rainha imperador capitão doutor doutora cantor cantora atriz diretor escritor arquiteto técnico treinador " +
  "jornalista secretário governador professora engenheiro advogado vereador bispo cardeal jogador músico " +
  // Dutch
  "burgemeester koning koningin keizer prinses paus bisschop generaal kolonel kapitein dokter zanger zangeres regisseur schrijver schrijfster " +
  "schilder componist dichter historicus filosoof architect voorzitter wethouder staatssecretaris minister-president " +
  // Polish
  "prezydent burmistrz poseł król królowa cesarz papież książę księżna hrabia biskup kardynał ksiądz generał pułkownik doktor profesor " +
  "piosenkarz piosenkarka aktor aktorka reżyser pisarz pisarka malarz kompozytor historyk filozof trener dziennikarz prezes prezydenta " +
  "premiera ministra króla papieża generała prezesa " +
  // Turkish
  "cumhurbaşkanı başbakan bakan başkan bakanı kral kraliçe yazar şair"

/** Professions and relatives, which may be capitalized but are not part of a name. */
export const professions =
  "lektor lektorin redakteur redakteurin übersetzer übersetzerin journalist journalistin rechtsanwalt rechtsanwältin anwältin ärztin ingenieur " +
  "ingenieurin lehrer lehrerin fotograf fotografin biologe biologin psychologe psychologin stürmer torwart mittelfeldspieler rennfahrer " +
  "schriftstellerin dichterin malerin pianist pianistin drehbuchautor drehbuchautorin unternehmer unternehmerin richterin kollege kollegin " +
  "bruder ehemann ehefrau schwiegersohn schwiegertochter onkel neffe"

export const relations =
  // Spanish
  "hermano hermana esposo esposa marido hijo hija tío sobrino sobrina suegro suegra amigo amiga colega abogado abogada profesor profesora " +
  "maestra enfermera ingeniero ingeniera traductor traductora guionista autora delantero portero tenista ciclista novelista biólogo psicólogo " +
  "cirujano fotógrafo fotógrafa exministro expresidente " +
  // French
  "frère sœur mari époux épouse fils fille neveu nièce oncle cousine ami amie collègue avocat avocate professeur professeure médecin infirmière " +
  "ingénieur éditrice rédacteur rédactrice traducteur traductrice auteure romancier romancière scénariste producteur photographe biologiste " +
  "psychologue chirurgien attaquant joueur joueuse gendre " +
  // Italian
  "fratello sorella marito moglie figlio figlia nipote cugino cugina amico amica professore infermiera ingegnere redattore redattrice " +
  "traduttore traduttrice autrice romanziere sceneggiatore fotografo biologo psicologo chirurgo attaccante portiere centrocampista cantautore " +
  "imprenditore imprenditrice conduttore conduttrice " +
  // Dutch
  "broer zus echtgenoot echtgenote zoon dochter neef vriend vriendin advocaat hoogleraar verpleegkundige redacteur vertaler vertaalster acteur " +
  "doelman verdediger middenvelder wielrenner fotograaf bioloog psycholoog journaliste ondernemer presentator " +
  // Polish
  "brat siostra mąż żona syn córka wnuk wnuczka wujek ciotka kuzyn kuzynka przyjaciel przyjaciółka koleżanka adwokat nauczyciel nauczycielka " +
  "lekarz lekarka inżynier redaktor redaktorka tłumacz tłumaczka autorka scenarzysta napastnik bramkarz poetka dyrektor dyrektorka " +
  // Portuguese
  "irmão irmã filho filha sobrinho sobrinha advogada médica enfermeira engenheira redator redatora tradutor tradutora romancista roteirista " +
  "cirurgião atacante goleiro zagueiro ator vereadora empresário empresária juíza"

/** Words of greetings. Most of them also start other sentences. */
export const greetings =
  "hallo bonjour ciao olá cześć salut beste lieve liebe querida querido chère estimado estimada geehrte geehrter prezado prezada " +
  "szanowna szanowny droga drogi merhaba"

/** Verbs whose subject is always a person. */
export const lives =
  "studied married studierte heiratete promovierte étudia épousa naquit mourut nació murió falleció estudió nacque morì studiò " +
  "sposò nasceu faleceu estudou studeerde trouwde overleed urodził urodziła studiował studiowała zmarł zmarła"

export const speech = "sagte sagt erklärte erklärt meinte meint betonte schrieb fragte antwortete " +
  "déclare affirme explique écrit répond raconte estime " +
  "dijo afirmó explicó señaló aseguró escribió declaró preguntó respondió " +
  "disse dichiara dichiarato afferma affermato spiega spiegato racconta raccontato ribadito commentato " +
  "diz afirmou afirma explicou declarou escreveu respondeu " +
  "zegt zei schreef verklaarde vertelt vertelde vroeg " +
  "powiedział powiedziała mówi mówił napisał napisała stwierdził zapytał " +
  "dedi söyledi açıkladı belirtti"
