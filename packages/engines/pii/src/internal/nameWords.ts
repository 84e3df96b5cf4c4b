/**
 * Lists words around names: titles, roles, labels, and words that exclude a name.
 *
 * @since 0.1.0
 */

export const titles =
  "mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend fr hon judge justice sen senator rep gov governor capt captain lt " +
  "sgt col gen maj herr frau hr señor señora señorita sr sra srta don doña monsieur mme mlle madame signor signora signore sig dott " +
  "detective officer attorney president chancellor minister doctor nurse king queen prince princess pope father sister brother " +
  "general colonel major admiral commander lieutenant sergeant sheikh imam rabbi pastor bishop archbishop cardinal chairman mayor congressman congresswoman councillor cllr coach saint " +
  "herrn mevrouw mevr dhr meneer mijnheer senhora senhor fru"

/** Titles after which a name needs no other evidence. */
export const sureTitles =
  "mr mrs ms mx dr prof professor hr herr frau señor señora señorita sr sra srta monsieur madame mme mlle signor signora sig rev sen gov capt lt sgt mister missus " +
  "herrn mevrouw mevr dhr meneer mijnheer senhora senhor fru"

export const cueWords =
  "name author by attn attention contact patient provider physician surgeon plaintiff defendant witness employee client customer applicant " +
  "beneficiary insured recipient sender signed from to cc bcc dear hi hello hey regards sincerely cheers thanks mr mrs ms dr prof am i'm is " +
  "called named founder ceo cto cfo coo director president professor owner user assignee reporter manager supervisor attorney counsel judge " +
  "officer nurse agent holder requester approver wife husband brother sister son daughter father mother friend claimant employer pt " +
  "singer actor actress striker captain coach midfielder defender goalkeeper winger writer novelist poet journalist photographer artist " +
  "painter composer guitarist drummer bassist vocalist rapper producer filmmaker politician lawmaker senator mayor governor secretary " +
  "spokesman spokeswoman spokesperson chairman chairwoman analyst economist scientist researcher astronaut engineer designer developer chef " +
  "boxer golfer skipper batsman bowler editor columnist correspondent host presenter comedian teammate colleague cofounder historian " +
  "architect activist chancellor minister commissioner detective sergeant teacher student neighbor neighbour uncle aunt cousin boyfriend " +
  "girlfriend partner roommate boss nom nombre naam navn namn nome imię meno név имя ансамбль autor autore auteur ansprechpartner geschäftsführer " +
  "inhaber kontakt von par por di af av door featuring feat ft starring versus vs"

export const speechWords =
  "said says told tells added adds wrote writes tweeted explained explains argued argues claimed claims announced noted notes asked replied " +
  "recalled recalls admitted insisted confirmed warned joked continued laughed smiled nodded shouted whispered thinks believes"

export const organisations =
  "enterprises industries medicine medical health healthcare clinic capital holdings insurance research labs laboratories consulting media " +
  "energy motors airlines foods pharma pharmaceuticals global worldwide automotive amalgamated international design showroom forums rights " +
  "inc ltd llc llp corp corporation co company university college school hospital institute foundation bank group street st road rd avenue ave park river " +
  "lake mountain mountains island islands bay beach museum airport station center centre award awards prize cup league club football united " +
  "city county state act law tower square plaza hotel restaurant theatre theater press news times post journal magazine records studios " +
  "pictures entertainment games software systems technologies solutions services partners associates brothers sons syndrome disease test " +
  "algorithm theorem method model effect database server cloud drive court boulevard way place terrace blvd ln ct union party council " +
  "committee commission department ministry agency conference festival series show album song book film movie memorial stadium arena gmbh " +
  "ag sa plc nv bv oval academy lounge valley province region district republic kingdom empire army navy force church cathedral temple " +
  "castle palace bridge hall house gallery library theatre tales report files diaries chronicles trophy open championship championships " +
  "tournament grand prix masters classic bowl stakes cove creek falls canyon desert forest woods heights hills springs port harbor harbour " +
  "railway highway interchange tv fm radio channel network online app api sdk pro max plus edition collection line shop store market " +
  "brewing brewery winery vineyards estate farm farms bakery cafe café bar grill pizza kitchen bistro burger rangers wanderers rovers " +
  "jazeera room midtown downtown building inn resort suites plaza lodge terminal line news group crew orchestra quartet choir ensemble quintet trio project initiative fund trust charity campaign summit forum expo fair festival marathon derby prix athletic fc afc cf sc ac town apps mini pubs hornets lions tigers bears eagles cowboys giants dodgers yankees lakers warriors"

export const stopWords =
  "relator relatora distrital embargante embargado agravante agravado apelante apelado processo servicio urgencias domicilio localidad março " +
  "the this that these those it he she we they you i in on at by for from to of and or but if when while as with without after before is are " +
  "was were be has have had do does did not no yes all any some more most my your his her our their its what who why how where there here then " +
  "so new please dear hello hi hey thanks thank best regards contact email phone call read see click subscribe monday tuesday wednesday " +
  "thursday friday saturday sunday january february march april may june july august september october november december jan feb mar apr jun " +
  "jul aug sep oct nov dec sept patient name date address provider employee employer case client customer user agent witness plaintiff " +
  "defendant attorney author editor director manager chief officer president senior engineer doctor medical insurance policy report summary " +
  "section chapter figure table image video photo home about privacy terms copyright also however today yesterday tomorrow now just let get " +
  "can will would could should might must mr mrs ms dr prof error warning info debug english french german american british european chinese " +
  "japanese indian russian spanish italian dutch international national federal royal saint san santa los las el la le north south east west " +
  "northern southern eastern western central great big social security number account card credit order invoice statement form page part test " +
  "sample example note notes notice amount total price status type title subject message description details comments via re fw fwd rt ps " +
  "die der das und ein eine les des une del una uma il lo gli von wir sie ich mit für auf bei nach pour avec dans sur que qui por para con como olá " +
  "varchar nvarchar bigint datetime nullable doc docs " +
  "share follow like reply tweet retweet facebook twitter instagram youtube linkedin google apple microsoft amazon netflix"

export const products =
  "gerrit macy wendy denny arby kohl lowe hershey kellogg campbell dillard nordstrom sotheby christie lloyd chelsea alexa siri cortana claude gemini julia ruby jenkins travis jasmine tesla mercedes lara django ada dell rosetta eliza elsa clio kayak " +
  "alexis delphi maven jira kotlin scala erlang sass helm etsy nokia hugo ghost jekyll joomla drupal laravel pandora celeste pixel athena apollo " +
  "hermes isis venus juno luna nova astra phoenix echo iris angular svelte vue flask sonar docker kafka pascal basic ariel aria lexus acura " +
  "sony casio seiko yamaha suzuki honda toyota nissan mazda bentley porsche ferrari armani gucci prada chanel dior visa wells chase penney " +
  "mac oscar emmy grammy catalina disney marvel pokemon yoda zelda mario sonic tetris santa messiah god allah buddha christ lego zara levi kobo nook roku nest alibaba baidu"

export const wordlike =
  "summer winter spring autumn season sunday sunshine will may june april august princess prince queen king royal star sky forest golden temple son " +
  "man major junior page marine honey song sun tiny loan numbers manual palace mission young in so see long soon same else del la " +
  "les no na an ha my un el al von van genesis trinity destiny harmony heaven liberty justice precious miracle angel angels chance charity cherish " +
  "desire earnest noble olive piedad rich sage silver zen rock sandy dusty baby honor land lake river " +
  "rain ocean maple willow opal diamond crystal coral cloud dawn eve cinnamon pepper candy cookie precious"

/** Names that are also ordinary words, but are rarely capitalized as words. */
export const plainNames =
  "elon mike bob jack matt peter nick rob gene sue harry josh tom jimmy frank pat rick tim jim pete bill dick jerry larry barry terry kelly billy bobby " +
  "johnny tony andy danny sally molly polly betty kitty jenny nelly carol sandy glen graham grant wade dean dale clay cliff rod ken don ron ray jay lee max ross " +
  "martin robin basil neil stewart stuart mitch chuck hank herb norm russ hugh ralph carl earl duke rex vic wally ollie ned ted tad abel adam eve jean joan gail " +
  "hazel heather holly iris laurel myrtle olive rosemary veronica melody harmony mark drew victor virginia charlotte elizabeth philip sherwood everett gilbert irving lowell nancy maria mary sydney tyler preston verona vladimir " +
  "brandon cary derrick dudley eugene garret hassan heath kandi kara kimberley lance lily loni minna nigel norman olinda piers pilar soledad vaughan viola"

export const famous =
  "trump obama biden putin clinton reagan thatcher merkel macron sarkozy zelensky zelenskyy netanyahu erdogan modi xi bolsonaro lula berlusconi gaddafi " +
  "hitler stalin lenin trotsky mussolini churchill roosevelt eisenhower nixon napoleon bonaparte gandhi mandela mugabe castro guevara " +
  "mozart beethoven bach chopin tchaikovsky vivaldi wagner einstein newton darwin freud shakespeare goethe dante tolstoy dostoevsky nietzsche aristotle plato socrates " +
  "picasso michelangelo rembrandt monet cezanne warhol beyonce beyoncé rihanna kanye shakira madonna eminem adele oprah rihanna zendaya bowie sinatra elvis " +
  "messi ronaldo neymar beckham zidane ronaldinho pelé maradona federer nadal djokovic agassi sampras schumacher hamilton-lewis bolt jesus muhammad confucius"
