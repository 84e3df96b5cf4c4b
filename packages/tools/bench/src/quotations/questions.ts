/** Questions about the five manuals of `unanswerable`, and words that the manuals do not contain. */

export const answerable: ReadonlyArray<string> = [
  "how do I tag messages matching a pattern",
  "how does mutt sort a mailbox by thread",
  "what is the purpose of the debian changelog file",
  "when must a package have a copyright file",
  "which priority do essential packages have",
  "how are shared library dependencies computed",
  "what does the maintainer script postinst do",
  "how do I save an attachment in mutt",
  "how is a mailing list subscribed in muttrc",
  "what does a 404 status code mean",
  "when is a response cacheable by a shared cache",
  "what does the Vary header field say",
  "how does a client authenticate with a proxy",
  "what is a safe request method",
  "what does the Expect header field do",
  "how does a server use the Retry-After header field",
  "how does a user agent register with a registrar",
  "what does a SIP proxy do with the Max-Forwards header field",
  "when is a CANCEL request sent",
  "how is a dialog terminated with BYE",
  "what is a back-to-back user agent",
  "how are transactions identified by the branch parameter",
  "what must a package do with conffiles",
  "how do I orphan a package",
  "how is a package removed from unstable",
  "what is a non-maintainer upload",
  "how do I become a debian developer",
  "where are bug reports sent",
  "what is the build-depends field",
  "how does a debconf template look",
  "what are virtual packages",
  "how are configuration files handled at purge",
  "what is the meaning of the standards-version field",
  "how can I change the editor in mutt",
  "how do I encrypt a message with gpg in mutt",
  "what is a header cache in mutt",
  "how do hooks work in mutt",
  "how does quoting of strings in muttrc work",
  "how does range request work",
  "what is a strong validator",
  "what does the Location header field mean in a redirect",
  "when does a server send 401",
  "what is content negotiation",
  "how is the Host header field used",
  "what is the ACK for an INVITE",
  "how does SIP use DNS to find servers",
  "what does the Record-Route header field do",
  "how long does timer B last",
  "what is forking in a proxy",
  "what is the uploaders field"
]

export const foreign: ReadonlyArray<string> = (
  "kubernetes nginx avocado mortgage violin giraffe terraform postgresql redshift blockchain yogurt ukulele"
  + " tungsten photosynthesis trombone marathon grafana ansible saxophone volcano hydroponics sourdough"
  + " ceramics parachute glacier espresso telescope orchid badminton lighthouse bulldozer cinnamon dolphin"
  + " elastane fjord gazebo hammock igloo jasmine kayak lasagna mandolin nectarine origami penguin quinoa"
  + " rhubarb submarine tarantula zeppelin"
).split(" ")
