/**
 * What was learned from annotated pages. Written by `npm run bench -- htmlTrain --write`; not to be edited.
 *
 * @since 0.1.0
 */

/** What it was learned from, and what it reaches; `npm run bench -- htmlTrain --check` says whether it is still that. */
export const provenance = {
  corpora: "WCXB, scrapinghub article-extraction-benchmark, trafilatura: split dev",
  pages: 1299,
  units: 306607,
  dev: "word F1 0.9086, phrases 0.9326",
  fresh: "word F1 0.8809, phrases 0.9095"
}

/** The features that the trees ask for by their number, from 0 on. */
export const features =
  `characters words linked digits capitals sentences marks bars last money said saidMean namesNear namesSum
namesWorst namesBest element copies repeated depth kept reason inRoot side place unit toTitle aboveStrong
aboveWeak aboveComments abovePositive aboveChrome aboveLead aboveHeader aboveFooter aboveMain aboveArticle
aboveForm aboveTable aboveQuote aboveButton aboveLandmark aboveHidden pair.kept pair.share pair.names
pair.units pair.prose pair.linked pair.headings pair.images pair.money pair.links pair.at few.kept few.share
few.names few.units few.prose few.linked few.headings few.images few.money few.links few.at part.kept
part.share part.names part.units part.prose part.linked part.headings part.images part.money part.links
part.at section.kept section.share section.names section.units section.prose section.linked section.headings
section.images section.money section.links section.at item.kept item.share item.names item.units item.prose
item.linked item.headings item.images item.money item.links item.at item.siblings item.group series.kept
series.share series.names series.units series.prose series.linked series.headings series.images series.money
series.links series.at series.siblings series.group keptAround next.near next.said heading.said
heading.characters heading.away heading.level page.prose page.cards page.money page.linked page.kept
page.remarks page.forum page.depth page.list page.listAddress page.product page.productAddress page.questions
page.article page.graph`

/** Words of class names and ids, with tenths of log-odds for content. */
export const names =
  `about-this:15 about-us:-19 absolute:-12 ac:-11 access:-16 accessibility:-19 accordion-content:10 account:-35
action-bar:-22 action-menu:-23 actions:-15 active-trail:-16 address:-25 admin:-16 advanced:-21 after:-27
ah:-15 ai-start:-17 akismet:-11 alert:-19 align:-7 align-aside:-37 align-default:-15 align-end:-33
align-items:-13 align-justify:-15 align-right:-26 aligncenter:-21 aligned:-21 alt:-10 am:-22 ancestor:-40
animation-fade:-32 announcement:-31 announcement-bar:-31 app-header:-16 app-reviews:-23 ar:-11 are:-25
are-vertically:-17 area-inner:-22 arrow:-30 arrows:-21 article:9 article-body:18 article-byline:-19
article-content:13 article-footer:-22 article-header:-26 article-meta:-25 article-title:-22 aside:-19
attachment:-21 attribution:-11 author:-8 author-bio:-35 author-box:-31 author-date:-18 author-description:-21
author-details:-14 author-info:-25 author-name:-14 author-profile:-22 author-wrapper:-21 authors:-28
avatar:-25 back:-9 backdrop:-16 badge:-19 badges:-13 bag:-14 banner:-15 banner-container:-15
banner-content:-20 banner-header:-12 banner-inner:-15 banner-sdk:-25 bar:-29 bar-container:-22
bar-content:-33 bar-message:-17 bar-popup:-23 bar-section:-17 bar-text:-16 bar-wrap:-18 bar-wrapper:-34
bb-code:-12 below:-18 benefits:14 between:-8 bg-black:-13 bg-blue:-12 bg-dark:-16 bg-opacity:-17
bg-primary:-13 bio:-31 biography:-17 block-block:-31 block-button:-24 block-buttons:-22 block-expand:-14
block-expandable:-13 block-footer:-17 block-html:12 block-image:-28 block-list:15 block-menu:-37
block-message:-15 block-new:-19 block-newsletter:-25 block-outer:-24 block-row:-25 block-social:-13
block-table:21 block-title:-15 block-views:-22 blog-author:-16 blog-content:12 blog-meta:-20 body:6
body-header:-23 body-sidebar:-25 border-bottom:-10 border-white:-17 bottom:-7 bottom-detail:-16
bottom-left:-30 bottom-margin:-16 bottom-menu:-22 bottom-right:-29 bottom-wrapper:-20 branding:-28 brands:-27
breadcrumb-item:-20 breadcrumb-list:-13 breadcrumbs:-20 browser:-10 browser-chrome:-19 browser-gecko:-19
browser-warning:-15 btn:-31 btn-container:-12 btns:-12 bu:-24 burger:-41 button:-19 button-container:-18
button-group:-11 button-wrap:-16 button-wrapper:-24 buttons:-26 buttons-is:-22 by-link:-23 byline:-34
byline-wrapper:-20 bypostauthor:-24 byuser:-36 canvas-menu:-27 canvas-nav:-24 caption:-16
caption-attachment:-22 caption-text:-24 card-header:-19 card-meta:-16 carousel:-14 carousel-container:-17
carousel-item:-23 cart:-23 cart-drawer:-17 cat-item:-31 categories:-8 category-menu:-16 cell-user:-17
checkbox:-25 chevron:15 children:-26 choice:-21 cli:-26 cli-align:-23 cli-bar:-24 cli-col:-23
cli-container:-23 cli-fade:-23 cli-modal:-23 cli-privacy:-19 cli-px:-23 cli-row:-23 cli-settings:-23
cli-tab:-23 close:-15 closed:-24 col-primary:-18 collapse-sub:-23 colophon:-42 color-primary:-14
color-pub:-16 comment:-16 comment-author:-36 comment-body:-22 comment-container:-21 comment-content:-16
comment-form:-30 comment-header:-20 comment-list:-44 comment-meta:-20 comment-notes:-15 comment-reply:-16
comment-respond:-27 comment-text:-34 commentform:-24 comments:-14 comments-area:-42 comments-container:-19
comments-list:-27 comments-wrapper:-18 community:-16 condition-invisible:-19 config:-24 consent:-42
consent-sdk:-33 contact:-13 contact-form:-25 contact-info:-19 contacts:-25 contains-required:-19
content-align:-29 content-body:13 content-bottom:-20 content-box:14 content-footer:-20 content-list:-24
content-mobile:-27 content-space:-28 content-start:-22 content-top:-18 content-valign:-23 controls:-19
cookie:-33 cookie-description:-18 cookie-law:-17 cookie-notice:-20 cookies:-17 copy:8 copyright:-44
core-buttons:-17 count:-25 counter:-14 country:-23 cq:-14 cr:-20 crawler-nav:-22 credit:-15 cta:-10
cta-button:-18 cta-container:-22 ctas:-16 current:-19 current-language:-18 current-menu:-39 current-page:-13
current-post:-21 custom:-9 custom-html:-30 custom-menu:-20 date:-15 demo:-26 depth:-15 description-below:-28
desk:-17 desktop:-10 desktop-nav:-26 desktop-only:-20 details-block:16 details-content:14 details-menu:-27
dialog-content:-26 directory:-17 disc:22 disclaimer:-17 disclaimer-text:-16 disclosure:-10 div-comment:-25
download:-14 dpd:-17 dpd-container:-17 dpd-content:-16 dpd-desc:-16 drawer:-16 drawer-animation:-20
drawer-content:-34 drawer-inner:-39 drawer-layout:-20 drawer-menu:-36 drawer-navigation:-36 drawer-side:-20
dropdown:-43 dropdown-animation:-31 dropdown-column:-22 dropdown-container:-33 dropdown-content:-39
dropdown-inner:-21 dropdown-item:-31 dropdown-link:-26 dropdown-list:-39 dropdown-menu:-45 dropdown-none:-19
dropdown-tablet:-37 dropdown-toggle:-15 dt:-15 duration:-10 dyn:-11 dyn-item:-11 dyn-items:-11 dyn-list:-11
editor:9 element-aa:16 element-ab:16 element-af:-15 element-bb:-17 element-bf:-13 element-caption:-24
element-cb:-17 element-ce:-13 element-ea:16 element-ed:14 element-fe:-20 elementor-align:-25
elementor-button:-20 elementor-grid:-33 elementor-heading:-21 elementor-hidden:-42 elementor-icon:-29
elementor-inline:-18 elementor-list:-20 elementor-mobile:-24 elementor-nav:-41 elementor-page:-15
elementor-post:-32 elementor-posts:-17 elementor-repeater:-21 elementor-size:-21 ellipsis:-21 email:-11
embedded:-13 empty:-14 end:-9 entry:10 entry-content:14 entry-footer:-28 entry-header:-10 entry-meta:-24
entry-title:-12 ep:-26 error:-28 error-message:-13 et-footer:-26 et-menu:-35 et-post:15 et-top:-24 events:-9
events-auto:-19 events-none:-29 expand:-17 expand-content:-13 expand-lg:-33 expand-watch:-13 expandable:-14
expanded:-15 explanation:-18 explore:-22 extras:-24 facebook:-19 facet:-20 fade:-16 fade-in:-12 fail:-17
false:-16 faq:15 faq-section:19 faqs:15 feedback:-11 field:9 field-item:12 field-items:12 field-label:11
field-name:12 field-sublabel:-28 field-type:10 field-validation:-27 field-wrapper:-13 fields:-24
fields-container:-10 figure:-28 fill-stretch:-19 filter:-23 filter-menu:-24 filter-options:-29 filters:-26
fixed-top:-36 flag:-12 flat:-15 flex-end:-14 flex-shrink:-13 flex-wrap:-10 flush:-16 flyout:-40
flyout-content:-35 focus-item:-39 folder:-29 follow:-12 font-display:-19 foot:-33 footer:-36 footer-about:-23
footer-address:-14 footer-block:-34 footer-blocks:-34 footer-bottom:-40 footer-buttons:-20 footer-col:-32
footer-column:-36 footer-columns:-19 footer-contact:-25 footer-container:-50 footer-content:-43
footer-copyright:-34 footer-cta:-22 footer-desktop:-17 footer-disclaimer:-20 footer-focus:-23 footer-form:-20
footer-grid:-34 footer-group:-38 footer-heading:-13 footer-info:-34 footer-inner:-47 footer-item:-35
footer-left:-23 footer-legal:-30 footer-link:-33 footer-links:-40 footer-list:-32 footer-logo:-20
footer-main:-40 footer-menu:-44 footer-middle:-28 footer-mobile:-24 footer-module:-25 footer-nav:-47
footer-navigation:-29 footer-new:-19 footer-newsletter:-21 footer-padding:-18 footer-primary:-30
footer-right:-25 footer-row:-39 footer-secondary:-23 footer-section:-41 footer-sections:-17 footer-site:-17
footer-social:-25 footer-terms:-22 footer-text:-30 footer-title:-20 footer-top:-43 footer-widget:-36
footer-widgets:-32 footer-wrap:-40 footer-wrapper:-43 footnote:-20 footnotes:-20 for-small:-21 form:-15
form-block:-22 form-container:-26 form-done:-17 form-fail:-17 form-field:-16 form-fields:-21 form-group:-28
form-inline:-12 form-item:-26 form-sublabel:-28 form-type:-21 form-wrap:-18 form-wrapper:-32 format:10
format-standard:10 forums:-19 framework:-28 full-menu:-16 fv:-22 fw:-9 gdpr:-17 ge:-16 gecko:-19 gf:-16
gf-browser:-28 gfield:-28 gfield-contains:-19 gfield-description:-15 gfield-has:-16 gfield-input:-22
gfield-no:-27 gfield-type:-28 gfield-visibility:-28 gfield-width:-27 gform:-15 gform-body:-28
gform-fields:-28 gform-theme:-28 gform-validation:-14 gform-wrapper:-28 global-action:-17 global-actions:-17
global-footer:-33 global-header:-39 global-nav:-37 globalnav:-18 graph:-29 graph-collapsed:-22 gravity:-32
gravity-theme:-32 grid-columns:-18 grid-mobile:-23 group-container:-31 group-footer:-36 group-header:-39
group-item:-16 groups:-22 grow-rzmkn:-17 grp:-18 guest:-26 hamburger:-30 has-children:-48 has-collapse:-20
has-description:-22 has-dropdown:-35 has-link:-15 has-menu:-35 has-post:10 has-sides:-25 has-small:-16
has-submenu:-44 has-text:-11 has-white:-17 hash:-27 hdn:-17 hdr:-17 head:-29 header:-18 header-actions:-20
header-announcement:-18 header-bar:-24 header-bottom:-28 header-buttons:-12 header-center:-19
header-container:-35 header-content:-15 header-desktop:-24 header-display:-19 header-focus:-37
header-grid:-28 header-group:-38 header-has:-30 header-icon:-17 header-icons:-15 header-inline:-28
header-inner:-45 header-item:-36 header-layout:-29 header-left:-26 header-link:-20 header-links:-18
header-logo:-27 header-main:-40 header-menu:-49 header-mobile:-38 header-nav:-49 header-navigation:-34
header-primary:-18 header-right:-23 header-row:-37 header-search:-22 header-section:-30 header-sub:-18
header-title:-14 header-top:-34 header-upper:-30 header-wrap:-39 header-wrapper:-23 heading-title:-18
headline:-10 health:14 height-el:-16 height-min:-16 help:-9 hentry:10 hero-text:-20 hf:-22 hidden-desktop:-27
hidden-label:-17 hidden-mobile:-18 hidden-sm:-18 hidden-tablet:-38 hidden-xs:-19 hide:-12 hide-for:-13
hide-on:-24 honeypot:-15 hot:-22 hover:-10 hover-to:-19 how:14 how-to:17 hq:-15 ht:-19 html:9 html-widget:-29
hu:-16 iab:-27 icon:-15 icon-list:-31 icon-text:-13 iconic:-16 icons:-23 id-block:-18 im:-19
image-caption:-29 image-container:-23 important:-16 in-out:-14 inactive:-32 individual:-14 industries:-22
info-bar:-20 inline-block:-9 inline-bullet:-23 inline-flex:-15 inline-item:-23 inline-items:-18
inline-menu:-18 input:-27 input-group:-15 input-type:-22 inset:-15 instagram:-18 introduction:18 inverted:-26
invisible:-10 ip:-22 is-hidden:-24 is-vertically:-14 italic:-19 item:-8 item-active:-25 item-has:-41
item-home:-14 item-level:-18 item-link:-17 item-main:-23 item-menu:-24 item-meta:-18 item-mobile:-30
item-object:-49 item-pagination:-17 item-parent:-18 item-privacy:-12 item-text:-11 item-title:-10
item-top:-28 item-type:-49 items:-7 items-center:-9 items-end:-10 items-stretch:-10 ixi:-33 ixi-vjz:-22
jd:-21 je:-22 jetpack:-21 jg:-12 job:-18 js-browser:-15 js-dropdown:-18 js-expand:-14 js-footer:-22
js-form:-21 js-header:-31 js-hidden:-23 js-menu:-18 js-modal:-19 js-nav:-36 js-notice:-15 js-off:-17
js-reactions:-18 js-search:-19 js-sticky:-17 jump:-19 justified:-32 justify-between:-9 justify-end:-13 ka:-16
kg:-14 kp:-24 la:12 label-hidden:12 lang:-14 language:-9 language-dropdown:-20 language-flyout:-17
language-outliers:-16 language-switcher:-17 larger:19 latest:-13 law-info:-15 layout-fill:-19
layout-fullwidth:-17 layout-horizontal:-25 layout-sidepanel:-16 layout-standard:-22 layout-stretch:-24
layout-traditional:-15 le:-22 left-col:14 left-menu:-15 left-nav:-16 legal:-16 legal-links:-14 level:-15
lg-block:-16 lg-none:-28 li:-21 lightbox:-13 link:-12 link-block:-24 link-container:-22 link-content:-17
link-full:-22 link-group:-17 link-item:-22 link-list:-14 link-next:-18 link-prev:-14 link-style:-17
link-text:-17 link-wrap:-15 link-wrapper:-24 linkedin:-13 links:-14 links-container:-30 links-item:-18
links-list:-29 links-menu:-23 links-wrapper:-27 list:-8 list-container:-11 list-disc:17 list-inline:-10
list-item:-10 list-layout:-27 list-main:-16 list-menu:-34 list-unstyled:-15 list-wrapper:-35 live:-14 lj:13
lk:16 load:-28 loading:-11 localization:-19 location-footer:-41 location-header:-39 location-popup:-21
locations:-18 login:-31 logo:-28 logo-left:-23 long:18 low:-14 lower:-30 ls-item:-17 magazine:-19
main-article:12 main-block:13 main-content:8 main-footer:-35 main-header:-46 main-link:-31 main-menu:-41
main-nav:-26 main-navigation:-45 mainmenu:-38 mainmenu-contents:-15 markdown:16 masthead:-43 max-none:19
mb-md:-20 mb-sm:-20 md-none:-13 media-block:-17 media-image:-14 mega:-51 mega-menu:-46 mega-nav:-21
megamenu:-44 menu:-38 menu-about:-21 menu-align:-39 menu-ancestor:-36 menu-bar:-28 menu-body:-22
menu-burger:-39 menu-children:-19 menu-col:-26 menu-column:-41 menu-columns:-26 menu-container:-54
menu-content:-44 menu-ctn:-15 menu-depth:-20 menu-drawer:-25 menu-dropdown:-45 menu-flyout:-34
menu-footer:-43 menu-group:-33 menu-header:-36 menu-heading:-28 menu-horizontal:-27 menu-inline:-26
menu-inner:-39 menu-item:-52 menu-items:-35 menu-layout:-36 menu-left:-24 menu-level:-36 menu-link:-22
menu-links:-23 menu-list:-46 menu-main:-47 menu-menu:-34 menu-mobile:-41 menu-nav:-41 menu-new:-16
menu-overlay:-16 menu-page:-17 menu-parent:-35 menu-primary:-46 menu-right:-32 menu-row:-34 menu-search:-13
menu-secondary:-22 menu-section:-33 menu-slide:-20 menu-stretch:-34 menu-structural:-23 menu-sub:-34
menu-text:-40 menu-title:-22 menu-toggle:-41 menu-top:-37 menu-ul:-23 menu-wrap:-41 menu-wrapper:-45
menuitem:-33 menus:-37 message-content:11 message-footer:-23 message-iconic:-15 message-important:-15
meta-container:-16 meta-item:-20 meta-wrapper:-16 metadata:-24 minor:-23 mn:-23 mob:-15 mobile:-12
mobile-align:-26 mobile-center:-20 mobile-container:-17 mobile-content:-16 mobile-drawer:-26
mobile-footer:-22 mobile-header:-31 mobile-layout:-14 mobile-main:-20 mobile-menu:-49 mobile-nav:-44
mobile-navigation:-36 mobile-site:-30 mobile-toggle:-26 mobile-width:-26 modal:-40 modal-body:-36
modal-container:-18 modal-content:-42 modal-dialog:-36 modal-footer:-13 modal-form:-21 modal-header:-20
modal-inner:-21 modal-right:-20 modal-title:-15 modal-wrapper:-17 mode-full:15 model:-20 modern:-30
module-title:-17 more:-8 more-topics:-25 most:-34 most-popular:-33 motion:-13 motion-reduce:-25 name:7
name-body:16 nav:-30 nav-bar:-35 nav-bottom:-21 nav-col:-24 nav-column:-20 nav-container:-44 nav-content:-14
nav-desktop:-28 nav-drop:-19 nav-dropdown:-43 nav-el:-22 nav-footer:-17 nav-full:-18 nav-group:-21
nav-header:-20 nav-inner:-42 nav-item:-51 nav-items:-25 nav-left:-29 nav-link:-36 nav-links:-39 nav-list:-48
nav-main:-40 nav-menu:-43 nav-mobile:-33 nav-nav:-17 nav-page:-18 nav-panel:-27 nav-primary:-41 nav-right:-29
nav-row:-17 nav-search:-27 nav-secondary:-25 nav-section:-37 nav-sticky:-23 nav-sub:-28 nav-submenu:-27
nav-tabs:-29 nav-text:-24 nav-title:-19 nav-toggle:-29 nav-top:-16 nav-wrap:-41 nav-wrapper:-45 navbar:-41
navbar-collapse:-42 navbar-container:-26 navbar-dark:-26 navbar-default:-39 navbar-dropdown:-16
navbar-expand:-41 navbar-fixed:-23 navbar-header:-18 navbar-light:-21 navbar-menu:-30 navbar-nav:-45
navbar-wrapper:-21 navgroup:-15 navigation:-35 navigation-bar:-18 navigation-container:-41
navigation-dropdown:-29 navigation-item:-35 navigation-layout:-24 navigation-link:-17 navigation-list:-28
navigation-menu:-35 navigation-mobile:-17 navigation-parent:-20 navigation-style:-19 navigation-wrap:-16
navigation-wrapper:-22 navs:-21 ne:14 network:-28 newsletter-form:-29 newsletter-signup:-23 ni:15
no-center:-19 no-description:-27 no-framework:-32 no-js:-18 nocontent:-38 node:13 node-content:13
node-type:14 node-view:13 notes:-14 notice:-19 notice-content:-20 notices:-23 notify:-16 np:16 nw:-16
object:-49 object-category:-43 object-custom:-43 object-page:-52 object-post:-33 object-product:-32 oc:-20
odd:-14 og:-15 on:-9 on-mobile:-31 onetrust:-33 onetrust-banner:-25 onetrust-consent:-33 onetrust-group:-25
onetrust-policy:-25 open:-15 opposite:-20 opt:-18 optin:-29 options:-11 orange:-13 original:-14 ot-dpd:-17
ot-flat:-23 ot-iab:-23 ot-sdk:-33 other:-20 our:-14 outliers:-16 outliers-dropdown:-16 outside:-19 ov:-15
overflow-auto:-14 overflow-scroll:-13 overlay:-12 page-ancestor:-32 page-footer:-18 page-header:-15
page-item:-19 page-menu:-20 page-nav:-19 page-parent:-33 pagination:-10 pagination-link:-18 pairs:-23
pairs-justified:-23 paragraph:11 parent-toggle:-20 password:-15 pb-widget:-19 pc-align:-22 pc-flex:-23
pc-gap:-25 pc-justify:-21 pc-padding:-25 pe:-19 picker:-14 pinned:-25 pk:-24 pointer:-16 pointer-events:-33
pointer-none:-25 pointer-underline:-20 policies:-14 policy:-13 policy-text:-24 pop:-16 popover:-30
popular:-27 popup:-38 popup-block:-19 popup-body:-25 popup-content:-22 popup-drawer:-20 popup-menu:-17
popup-text:-18 pos:-28 position-absolute:-15 position-fixed:-18 position-right:-17 post-ancestor:-23
post-author:-24 post-body:16 post-comments:-29 post-content:15 post-date:-15 post-excerpt:-27 post-footer:-27
post-header:-27 post-info:-22 post-meta:-19 post-navigation:-24 post-parent:-22 post-tag:-18
post-thumbnail:10 post-title:-27 post-type:-9 posts:-7 posts-skin:-17 posts-thumbnail:-17 powered-by:-24
pre-footer:-17 pref:-19 preferences:-19 prev:-30 prev-next:-24 preview:-14 previous:-27 primary-footer:-23
primary-menu:-47 primary-nav:-39 primary-navigation:-39 print:-16 privacy:-29 privacy-content:-17
privacy-overview:-17 privacy-policy:-22 product-card:-18 product-description:21 product-details:15
programs:-24 promo:-22 prompt:-17 prose:13 pt-lg:-25 publication-footer:-20 publish:10 published:-25
questions:-18 quick-links:-26 quote:9 ra:-15 radio:-21 range:-20 ratings:-14 reactions:-20 reactions-bar:-18
reactions-list:-18 read-more:16 reader:-17 reader-text:-11 recent:-14 recent-entries:-16 recent-posts:-29
recommended:-35 reduce:-24 ref:-15 reg:-18 region-footer:-35 region-header:-23 region-navigation:-24
register:-14 related:-20 related-article:-20 related-articles:-29 related-content:-34 related-post:-23
related-posts:-33 related-topics:-30 remove:-17 repeater:-23 repeater-item:-21 reply-title:-13 request:-18
required:-25 res:-23 reset-ixi:-22 respond:-24 result:-14 review-ctn:-22 review-language:-18 reviews-area:-22
reviews-filter:-24 reviews-hash:-22 reviews-language:-16 rich:17 rich-text:18 richtext:14 ro:-28 robots:-25
robots-nocontent:-22 rounded-lg:-11 row-columns:-18 row-has:-20 row-layout:-13 row-main:-26 row-mobile:-24
row-no:-18 row-tablet:-24 row-wrapper:-19 rows:-28 rss:-20 rte:18 rv:-14 rzmkn:-17 scale:-13
screen-reader:-16 scrollbar:-28 scroller:-12 sd:-20 sd-block:-22 sd-content:-21 sd-sharing:-22 sd-social:-22
sdk:-33 sdk-columns:-30 sdk-container:-30 sdk-row:-33 search:-8 search-bar:-19 search-box:-14
search-container:-20 search-form:-34 search-inner:-17 search-input:-14 search-modal:-17 search-result:-15
search-wrapper:-23 searchbar:-19 secondary:-14 secondary-menu:-15 secondary-nav:-24 section-footer:-30
section-group:-44 section-header:-23 section-items:-21 section-links:-14 section-nav:-23 section-title:-17
selected:-18 selector:-15 seo:15 separator:-23 settings:-32 settings-popup:-31 sf-menu:-20 shape:-13
share-buttons:-12 sharedaddy:-22 sharing:-26 sharing-enabled:-22 show:-9 show-banner:-20 show-for:-28
show-on:-22 side-menu:-25 side-nav:-16 side-right:-22 side-wrap:-14 sidebar-block:-21 sidebar-inner:-36
sidebar-nav:-29 sidebar-primary:-35 sidebar-sticky:-21 sidebar-wrapper:-20 sidenav:-28 sidepanel:-23 sign:-24
sign-in:-16 sign-up:-20 signature:-28 signin:-24 signup:-38 signup-form:-19 site-footer:-52 site-header:-44
site-info:-26 site-menu:-17 site-nav:-43 site-navigation:-42 site-search:-23 site-title:-17 size-default:-12
sk:-20 slider-slide:-18 slogan:-24 small-font:-20 social:-19 social-icon:-23 social-icons:-18 social-item:-13
social-link:-18 social-links:-23 social-menu:-13 social-share:-17 socials:-20 sort:-12 sr:-19 sr-only:-17
standard:8 stars:-21 statistics:-21 status:10 status-publish:10 sticky:-7 story:10 stretch:-13
stretch-false:-24 structural:-23 style-button:-15 style-normal:-16 sub:-27 sub-header:-15 sub-menu:-46
sub-nav:-38 subheader:-12 subheading:-9 sublabel:-28 sublabel-below:-23 sublist:-24 submenu:-48
submenu-container:-16 submenu-item:-37 submenu-list:-34 submit:-18 subnav:-24 subnav-left:-17
subnav-right:-20 subscribe:-36 subscribe-form:-28 success:-19 summary:9 supported:-22 surface:-23
switcher:-28 system:10 system-main:12 ta:-25 tab-bar:-17 tab-container:-20 tab-pane:-28 tab-section:-17
tablet-align:-19 tag:7 tagline:-23 tags:-11 taxonomy:-29 tb-footer:-22 te:-16 team:-17 template-part:-14
tertiary:-17 test:-9 text-inner:13 text-long:21 text-secondary:-15 text-title:-19 text-white:-13 text-with:14
text-wrapper:11 text-xs:-17 textwidget:-43 th:-24 theme-col:-18 theme-no:-32 theme-post:18 themed:-15
themed-background:-20 third:-14 this:12 thread-alt:-39 thread-even:-42 thread-list:-26 thread-odd:-39
threads:-24 thumbnail:9 title:-13 title-bar:-19 title-container:-25 title-nav:-18 title-wrap:-18
title-wrapper:-14 tl:-16 to-cart:-11 to-open:-19 toc-list:-17 toggle:-10 toggle-false:-18 toggle-icon:-16
toggle-sub:-19 tool:-21 toolbar:-17 top-bar:-31 top-header:-29 top-label:-28 top-left:-29 top-level:-39
top-menu:-37 top-nav:-39 top-navigation:-34 top-right:-18 top-wrapper:-22 topbar:-27 topic-list:-28
topic-title:-17 topics-list:-28 topnav:-39 total:-15 totals:-15 touch:-26 tracking-tight:-16 traditional:-15
transform:-20 transform-uppercase:-16 transition-all:-11 transition-colors:-16 translate:-17 trending:-33
type-checkbox:-19 type-custom:-22 type-email:-10 type-flyout:-15 type-honeypot:-14 type-page:11 type-rich:15
type-taxonomy:-48 type-text:14 ufi:-16 ug:-19 ul:-11 unstyled:-15 updated:-20 upper:-32 uppercase:-18
user-details:-15 user-extras:-19 user-info:-24 using:-16 utility:-16 utility-links:-20 utility-nav:-22
validate:-17 validation:-29 validation-below:-27 validation-container:-14 vcard:-23 version:-24
vertical-align:-16 vertically:-14 view-display:-28 view-id:-31 view-mode:12 visibility:-15
visibility-visible:-28 visible:-8 visually:-25 visually-hidden:-25 vjz:-22 vs:-31 warning:-14 watch:-15
weight-medium:-20 welcome:-15 what:13 whitespace-nowrap:-18 widget-area:-37 widget-block:-38
widget-button:-19 widget-categories:-23 widget-custom:-30 widget-heading:-21 widget-icon:-27
widget-mobile:-23 widget-nav:-34 widget-post:-26 widget-recent:-24 widget-theme:18 widget-title:-26
widget-wrapper:-19 widgets:-37 widgettitle:-16 width-auto:-31 width-initial:-30 with-icon:-16 with-summary:14
wp-caption:-23 wp-element:-24 wrapper-post:17 wysiwyg:16 xl-block:-23 xl-none:-24 xy:-21 yes:-34 yg:-13
youtube:-18 yw:-22 yx:-13 zd:-15`

/** Words of texts, with tenths of log-odds for content. */
export const words =
  `ability:21 about:-13 accept:-15 accessibility:-21 accessories:-13 account:-14 across:8 act:-13 adding:12
address:-11 adjust:12 admissions:-14 ads:-10 advantage:10 advantages:13 advertise:-41 advertisement:-30
advertising:-15 advice:-11 affiliate:-18 affiliates:-16 affordable:13 ago:-19 agree:-13 agreement:-9 all:-8
also:6 alumni:-13 am:-10 analyze:12 another:12 any:9 app:-6 apr:-12 archive:-18 archives:-15 are:9
articles:-22 arts:-16 as:6 asked:10 assess:17 aug:-18 august:-19 australia:-14 author:-12 authors:-13
automate:11 automotive:-19 average:11 avoid:16 awards:-15 back:-9 based:7 basic:11 battery:14 be:8 beauty:-10
because:13 become:-11 before:10 behavior:10 benefits:8 between:14 bit:11 blog:-22 blogs:-21 bluesky:-15
board:-9 book:-9 books:-14 both:20 bottom:10 brands:-11 browse:-19 budget:9 builds:13 built:11 bundles:-16
business:-6 but:12 calculator:-11 calendar:-11 called:12 campus:-16 can:9 canada:-12 cancel:-20
capabilities:12 capacity:9 cards:-8 career:-8 careers:-40 cars:-9 cart:-29 categories:-13 center:-16
charge:15 child:-9 choices:-9 choose:7 classifieds:-16 clean:15 close:-19 collaboration:11 college:-15
colors:11 com:-7 come:12 comes:11 comfort:11 comment:-20 comments:-17 commercial:-8 common:10 communities:-10
community:-11 compact:10 company:-11 compared:12 competitive:14 complex:19 complexity:13 components:10
comprehensive:11 conclusion:20 conditions:-12 conduct:-12 connect:-8 connectivity:12 cons:14 consent:-19
consider:19 considerations:15 consistent:23 contact:-26 contacts:-13 content:-14 contents:-17 contentskip:-24
context:12 continue:-11 contributing:-13 contributors:-12 controls:13 cookie:-33 cookies:-32 copyright:-33
cost:12 costs:12 count:13 covered:13 creates:14 creating:12 crime:-14 culture:-14 customizable:16 dealer:-13
deals:-13 dec:-18 december:-19 decision:9 decisions:11 define:14 demo:-14 depending:15 designed:11
detailed:14 deutsch:-28 dialog:-13 different:13 directly:12 directory:-11 disclaimer:-17 disclosure:-14
discount:-9 discourse:-12 discover:-8 discussion:-8 docs:-10 does:10 doesn:11 donate:-22 down:8 download:-10
downloads:-12 drink:-15 drop:14 dry:10 dual:10 durable:26 during:14 dynamic:10 each:18 ease:12 easier:15
easily:12 easy:9 ebooks:-20 ecosystem:10 edited:-16 editions:-12 editor:-9 editorial:-18 education:-10
effective:12 effectively:11 efficiency:16 efficient:13 elements:15 email:-17 en:-20 enabled:-12 encourage:14
end:8 english:-14 enhance:17 ensure:14 ensures:18 ensuring:12 enter:-14 entertainment:-11 equity:-23 esc:-13
español:-23 especially:17 est:-13 establish:15 estate:-14 et:-10 etc:15 ethics:-21 eu:-10 even:14 events:-17
everyone:11 exactly:13 example:11 examples:9 excellent:11 exclusives:-12 execution:15 executive:-14
expand:-16 expect:9 expected:11 expensive:17 explore:-13 extra:11 facebook:-26 factors:14 faculty:-18 faq:-11
fashion:-14 fast:9 faster:10 featured:-12 feb:-9 february:-8 feel:13 fees:10 few:14 final:15 financing:-17
finder:-20 fine:10 finish:12 fit:10 fits:14 fixed:11 flexibility:19 flexible:14 floor:-10 focus:13 focused:17
follow:-13 following:17 foods:14 football:-12 footer:-36 forgot:-21 former:-12 forum:-16 forums:-16 four:10
français:-21 free:-6 french:-10 frequently:9 friendly:8 fully:17 function:10 functionality:13 gadgets:-16
galleries:-20 gallery:-18 garden:-11 german:-17 get:-7 getty:-19 gift:-12 gifts:-14 glossary:-11 goal:15
goals:12 going:11 golf:-17 good:7 government:-14 growing:10 guide:-7 guidelines:-16 guides:-16 had:12
handle:13 hard:10 has:8 have:7 health:-10 help:-7 helps:12 hide:-17 high:8 higher:16 highly:14 holiday:-14
home:-15 homepage:-11 hong:-19 hospitality:-19 however:16 http:14 hub:-11 ideal:16 identify:17 if:12
implement:17 implementing:13 important:12 improved:17 improves:14 inbox:-17 inc:-16 inch:11 include:23
includes:15 including:17 inclusion:-15 increase:11 india:-13 industries:-9 info:-15 initial:14 instagram:-24
instead:11 integrated:13 integration:8 intelligence:-8 interactive:10 interface:9 interviews:-11 into:7
investor:-15 investors:-12 isn:13 it:7 italiano:-27 january:-9 japanese:-9 jobs:-16 join:-14 jul:-13 july:-19
jump:-9 jun:-26 june:-14 just:7 justice:-25 keep:8 keeping:12 key:10 kind:11 kingdom:-13 kong:-17 korean:-12
lacks:16 large:10 larger:14 latest:-14 layout:12 least:11 legal:-17 length:15 less:10 let:7 level:8 levels:14
leverage:16 licensing:-14 lightweight:16 like:6 limitations:15 lines:12 link:-9 linkedin:-21 links:-12
little:11 ll:8 llc:-18 loading:-17 locations:-10 locator:-12 log:-16 login:-21 london:-12 long:11 longer:12
look:10 lots:20 low:10 lower:16 magazine:-19 mail:-12 main:-11 many:17 map:-11 mar:-16 march:-12 marked:-12
marketplace:-10 match:8 materials:10 mean:11 means:15 media:-12 member:-8 memory:10 menu:-26 menuclose:-13
million:12 min:-10 miss:-9 mission:-10 model:8 monitoring:10 morning:-13 move:10 much:11 multi:10 multiple:14
nation:-10 native:9 navigation:-14 needed:11 needs:11 newest:-13 news:-26 newsletter:-34 newsletters:-25
newsroom:-33 next:-7 nonprofits:-12 notice:-16 notices:-17 notified:-12 notify:-18 nov:-16 november:-12
nutrition:-11 obituaries:-19 objectives:26 oct:-12 october:-16 offer:8 offices:-19 often:19 once:13 one:7
ones:13 ongoing:14 oops:-23 op:-12 open:-7 opens:-12 opinion:-29 option:13 optional:12 or:7 orders:-10
oriented:12 our:-8 outdoors:-15 output:13 overall:19 overview:-10 own:7 ownership:12 page:-10 papers:-12
partial:13 partner:-10 partners:-10 password:-9 patterns:14 per:12 photos:-11 pinterest:-23 plant:9
please:-12 pm:-13 podcast:-20 podcasts:-16 police:-11 policies:-11 policy:-26 policyterms:-20 politics:-31
portal:-18 português:-27 possible:9 posted:-11 posts:-17 potential:12 powerful:9 practical:10 predictive:11
preferences:-16 preparation:11 press:-19 prevent:13 previous:-15 previousnext:-16 print:-10 privacy:-32
processes:11 produce:13 product:-8 products:-8 program:-8 progress:12 prompt:11 proper:20 pros:12
protected:-12 proven:13 provide:11 provided:12 provides:18 providing:17 publications:-13 published:-11
purposes:-16 put:11 quality:10 quickly:13 quiet:13 quote:-11 radio:-16 ram:11 range:10 read:-8 reader:-11
reading:-9 realistic:17 reason:12 recent:-16 recipes:-10 recommend:10 recording:12 reddit:-13 reduce:10
reduced:14 reduces:13 refunds:-12 region:-9 register:-20 registered:-17 registration:-9 registry:-13
regularly:25 reject:-11 related:-19 relations:-12 releases:-8 relevant:10 reliable:16 replies:-17 reply:-25
report:-8 reprints:-13 request:-8 require:16 requirements:10 requires:15 reserved:-37 reset:-17
residential:-13 resources:-15 respond:13 responsive:12 result:13 retail:-9 revenue:16 reviewed:-10
reviews:-10 rewards:-10 right:7 rights:-36 robust:14 rss:-27 running:8 runs:14 safe:12 said:10 sale:-8
same:14 scalability:11 scalable:15 school:-8 science:-10 sciences:-10 scroll:-14 seamless:20 search:-23
searchadvanced:-13 secrets:-11 sections:-10 security:-6 sell:-16 sep:-14 service:-8 services:-6 set:8
setting:18 settings:-8 several:21 share:-16 shipping:-9 shop:-15 shopping:-10 should:10 show:-9 sign:-20
signed:-12 signing:-12 signup:-17 site:-14 sitemap:-37 sizes:13 skip:-32 slow:13 smaller:18 smooth:15 so:13
society:-14 solutions:-7 some:13 someone:11 sort:-16 sound:10 spain:-15 spanish:-12 special:-8 specific:11
speed:10 sponsored:-14 sport:-14 sports:-10 st:-11 stable:13 staff:-13 standard:9 started:-6 starting:11
statement:-14 stats:-12 status:-9 steps:10 still:8 store:-9 stores:-10 stories:-18 strategies:8 street:-13
string:13 strong:19 structure:10 structured:17 studies:-12 submenu:-12 submit:-17 submitting:-9 subscribe:-34
subscriber:-23 subscriptions:-13 subtotal:-13 successful:9 such:18 suitable:23 supports:18 sure:11 survey:-11
sustainability:-10 table:-8 tags:-11 tailored:13 take:10 takeaways:11 talks:-15 target:11 tasks:11 tech:-8
television:-15 term:10 terms:-28 testimonials:-21 than:11 thank:-8 that:13 their:10 them:9 then:15 there:11
these:8 they:13 thing:10 those:17 thoughts:9 threads:-14 three:12 through:10 timeline:10 toggle:-34 topic:-12
topics:-17 tos:-21 trademark:-25 transparent:15 travel:-9 trending:-25 trump:-12 tutorials:-11 tv:-10
tweet:-19 twitter:-27 two:8 types:13 typically:15 understand:10 understanding:11 unique:10 united:-9
updated:-9 updates:-7 us:-20 usa:-12 usb:11 used:9 users:7 using:7 usually:12 value:8 variable:13 variety:16
various:16 vat:-13 ve:8 very:9 videos:-15 view:-14 viewed:-22 views:-15 way:7 wealth:-15 webinars:-22
website:-7 wedding:-11 went:-11 were:12 whatsapp:-15 when:8 which:10 while:8 whole:14 wholesale:-11 will:7
wishlist:-26 within:11 without:12 women:-9 wordpress:-13 writer:-11 written:-11 yourself:13 youtube:-17
zip:-10 русский:-19 中文:-13 日本語:-20 한국어:-21`

/** Decision trees, one per line: `feature<threshold` before its two children, leaves in thousandths of log-odds. */
export const trees =
  `54<0.7995 21<0 22<0 -145 47<0.8703 85<0.5672 -102 47 111 22<0 -196 -148 45<-0.8 126<0 54<0.9494 -61 47<0 -7 108 -168 21<0 44<0.06149 65<0.8978 47<0 -124 69 120 172 -139
43<0.6549 22<0 -173 -117 65<0.8978 88<0.02111 2<0.6731 124<0.6669 90<3 54 -109 119<2 6 -141 -136 90<1 156 34 67<-4 84<0.008306 88 -174 17<1 90<1 88<0.00148 70 162 96 8
87<0.8374 13<-0.5 113<0.07182 -162 -108 23<0 1 -143 13<-7.8 122<0.005209 34 -123 44<0.01546 13<2.401 -21 109 25<0.8417 18<0 92<0.75 141 100<0.9869 -93 130 -96 122<0.01089 107 67<0.8001 -116 132
87<0.8374 22<0 -148 12<-0.8999 -99 97<0.2001 64 87<0 -108 30 12<-0.8999 125<0.03848 123<0.3505 43 -45 -142 26<60 143 83<0.08164 114 104<0.491 69<0.8498 -109 134<1 151 -168 69<0.9623 103 -107
43<0.6549 13<-3.2 -142 100<0 -103 -25 13<-3.2 13<-10.89 -94 77<0.551 -50 43<0.9698 -25 80 2<0.6731 79<485 17<1 86<0.9318 89<-1 77 130 42 -6 13<1.4 -120 125 100<0.9869 -103 69
87<0.8374 14<-3.299 -132 12<0.2001 120<0.5531 -53 -109 17<1 35 -73 12<-0.8999 111<13 120<0.4896 -38 58 14<-2.5 -117 32 66<0.2269 31<0 56 80<0.4048 -175 116 68<356 123 72<0.06757 122 -71
43<0.6549 43<0 -124 89<-0.6 -75 35 16<2 89<-1.299 28<0 102 80<0.7862 16 74<0.02899 129 -128 129<0 55<0.05827 46 116 57<188 64 -117 43<0.9698 57<12 18 -94 55<0.01505 -68 33
20<0 14<-4 -127 -92 14<-1.399 89<1 29<0 77<0.551 80<0.1915 -81 80<0.9034 27 -142 78<-0.2 105 49<0.04673 -26 67 80<0.7662 69 -122 94 86<0.9096 16<2 109 44 15<0.8001 -63 44
43<0.6549 27<0 23<0 45<1 -53 117 -116 -123 26<60 0<78 87<0.9952 -51 53 45<-4 -58 18<0 106 -154 43<0.9055 -86 57<20 103<3 -108 19<10 101 44<0.01546 -73 25 69
21<0 54<0.8994 15<0.8001 127<0 73 57<14 -19 -83 4<0.1001 46<2 -1 92 -71 44<0.06149 57<24 54<0.9769 -51 3<0.25 33 -89 97<0.2001 -4 93 118<-1 -57 100 113<0 -119 -85
56<-1.1 31<0 44<0.7652 24<0.6495 -46 -95 98 -117 91<0.9331 10<0 1<54 -52 83 58<0 -58 34 81<0.005313 77<0.7816 -96 112 79<485 24<0.6959 16<2 109 8 37 58<0.8343 -105 101
43<0 14<-4 -113 -73 12<-0.8999 28<0 112<0.4608 16<2 46 -58 75 -48 26<70 16<2 101 48<0.1715 64 -44 129<0 46<3 121<0.878 121<0.6468 55 -95 74 58<0.9736 77 -49 -93
22<0 13<1.4 -107 24<0.5079 70 -78 65<0.8978 14<-1.399 -42 81<0.03243 -93 80<0 -92 65<0 -78 72 13<-16 -105 66<0.2269 24<0.7434 67<-0.6999 66<0.1864 24 -142 77 -58 75<0.8667 93 37
113<0.514 113<0 -103 -37 12<-0.8999 11<-0.2333 -100 28<0 56<0 51 -45 -38 2<0.6731 129<0 44<0.2101 86<0.9096 45<-4 98<3 -173 109 1<4 -4 72 -17 100 81<0.02302 -119 24 -48
21<0 65<0.8978 89<0.8001 58<0.1125 -68 83<0.5284 10 58<0.8984 9 -187 73 29<0 55<0.3004 83<0.1918 58 83<0.3965 84<0.01266 103<3 -155 27<0 36 -143 52 101 87 -86 113<0 -104 -62
21<0 65<0.8978 26<42 47<0 -52 14<-3.299 -27 75 102<0.9 24<0.465 124<0.6669 41 -74 -75 55 55<0.3004 69<0.9392 69<0.5875 3 63 103<3 -112 124<0.8129 -56 98 83 14<-4 -104 -56
21<0 44<0.04585 27<0 14<-0.6999 127<0 78 -14 42 60<0 -106 -1 86<0.9318 10<-0.7 26<1 -81 34 26<81 89 123<0.06885 74<0.5 -38 -263 52 49<0.04673 -84 18 14<-4 -101 -52
54<0 102<-1 -94 -36 16<2 117<16 125<0.03848 26<-8 -59 34 -97 114<1 54<0.9769 81<0.01533 -117 102<-2.9 -115 1<12 -52 58 74 86 102<0.8001 26<81 -11 -64 12<0.6001 -11 98
20<0 22<0 21<0 -53 -100 85<1.321 -39 146 26<60 11<0 11<-0.2333 -55 32 44<0.2101 52 103 83<0.1637 56<0.8001 127<2 31 -46 82 69<0.9392 2<0 2 -74 83<0.3965 -194 86
21<0 10<0 114<1 17<3 -20 -122 47<0 -20 53 15<0.8001 15<0.7 113<0.514 -51 63 122<0.002532 41 -48 18<0 83<0.1637 84 85<0.6667 77<0.7397 68 -24 93 -116 100<0 -87 -15
20<0 14<-4 -91 23<0 -7 -75 26<60 11<0 11<-0.4666 -116 20 68 83<0.1637 124<0.7683 120<0.7945 14<-1.7 -47 54 -106 65 123<0.05191 -180 123<0.1037 94 123<0.148 -107 123<0.4203 24 -76
13<-7.8 35<0 -91 15<0.5 17 -66 23<0 4<0.07143 26<51 10<-3.799 -54 73 37<0 103<3 13<1.4 -38 102<1.601 50 -79 19<21 60 -75 -106 10<-0.7 -49 3 26<397 -92 113
22<0 -78 17<1 29<0 11<-0.2333 -41 45<1 68<81 71<0 56<-1.7 -71 45<0.6001 68 -35 4<0.08334 75 6 107<0.5 103<2 -14 46 56<-0.6 87 -154 123<0.05191 -16 76 -72 -36
54<0.8994 113<0 -74 121<0.9202 45<0.8001 120<0.5531 58<0 -69 12 100<0.9283 -56 -163 32 46 99<0.3169 86<0.9096 45<-0.8 120<0.7945 7 -74 17<3 45 -97 -52 16<2 73 120<0.7945 34 -87
22<0 14<-3.7 -91 26<-999 87 -48 12<-0.8999 125<0.001175 11<-0.2333 -75 3 -75 26<70 17<2 62 -94 129<0 125<0.1351 31<0 77<0.9718 47 15<3.3 19 -269 -69 -109 123<0.6177 -100 162
20<0 27<0 23<0 123<0.6915 78<0 -33 44<0.5343 71 -95 121<0.6799 -64 284 132<0 -82 189 -83 12<1.5 19<8 42 83<0.08164 94<0.3001 125<0.001175 38 127<2 68 -101 -242 -19 55
21<0 26<60 13<-16 -100 0<108 5 114<1 39 117<15 69<0.5875 -138 101<0.3837 64 -83 96 13<6.901 113<0.9914 -38 127<3 28 -71 60 113<0 -80 52<0 30<0 165 2 -45
22<0 21<0 122<0.04762 -28 120<0.4076 286 -23 -84 11<-0.3461 -74 26<70 45<-4 -55 91<0.8379 133<0 27 -72 81<0.005313 -25 69 112<0.2251 -41 125<0.03848 130<0 76<0.4073 177 36 -76 -78
22<0 12<0.2001 -76 25<0.1535 122 62<0.02381 -59 134 79<82 4<0.07143 68 7 12<-1.899 -42 18<0 66<0.5803 121<0.8355 121<0.6468 18 -60 35 79<485 121<0.777 74 16 121<0.2452 -118 72 -89
54<0.9769 12<-0.8 49<0 -62 119<3 80<0.9034 23<0 24 -65 -122 -82 23<0 46<2 -29 1<17 -20 129<0 63 74<0.1579 -87 63 -68 86<0.7969 42 57<20 49<0.4616 -54 77 42
13<-9.399 22<0 -89 83<0.3965 -43 94 65<0.8978 25<0.7792 31<0 103<54 65<0.7035 125<0.00858 28 -68 70<0.03736 -91 2<0.113 27 -64 82 68<94 19 -129 -60 10<0 97<0.1667 -51 16 48
13<-9.399 22<0 -86 116<-1.299 -98 -12 16<2 24<0.7871 18<0 49<0.04673 25 81<0.005313 -30 67 -62 -26 10<-0.8999 -56 18<0 116<-1.1 -50 76<0.5641 69<0.3758 101 2 13<1.4 -24 36 -83
22<0 48<0.4391 120<0.3211 127<1 44<0.02919 112 444 -41 26<25 66<0.2269 31<0 72<0.03449 -14 240 -73 -33 -81 -81 79<82 11<0.06876 14 72 116<-1.899 -67 127<2 31<0 19 -71 -22
13<-16 -78 16<2 117<17 66<0.9651 26<81 20 126<0 -19 -144 74<0.35 88 -196 75<0.8667 13<-3.2 6 89<-4 -96 82<0.1983 75 22 -9 16<3 82<0.01852 14 13<1.4 -62 2 9
27<0 86<0.7969 2<0.113 26<81 14<-0.6999 120<0.7014 50 -16 62 -3 128<0 -23 140 117<22 104<0.951 -30 -174 84<0.1558 17 -94 13<-3.2 84<0.05334 -79 94<0.3001 -41 166 116<-0.6999 -57 21
13<-16 116<1.201 -78 94 79<82 4<0.07143 2<0.113 59 -17 98<6 -41 16<2 -19 76 86<0.7969 17<2 105<0.02289 104<0.8496 10 72<0.2253 126<0 7 -149 122<0.006043 -134 107 29 -50 -36
13<-9.399 22<0 -81 -18 10<-0.8999 -30 79<62 55 124<0.7128 124<0.6669 48<0.9834 123<0.6915 0<15 -53 116<-0.8 -28 123<0.4987 45 -50 109 -53 13<4.901 -86 53 123<0.05191 35<0 -89 79 54
67<-3.799 -62 4<0.07143 115<-1.5 25<0.497 34 -53 17<1 71<0.05001 88<0.01298 123<0.06885 -97 4 66<0.369 -11 77 7<1 90<2 60 17 -74 -20 97<0.3334 -41 63<0.1508 32 128<0 -23 167
11<-0.3461 -72 13<-16 134<0 15<0.7 -58 180 -74 24<0.5079 18<0 1<2 -23 81<0.2095 12<-0.8 16<2 41 -37 50 66<0.1535 83<0.125 64 226 51 -64 66<0.6586 -19 88<0.01036 -17 38
11<-0.3461 -70 23<0 65<0.9336 120<0.7014 123<0.09323 160 121<0.9202 80<0.813 12<-3.599 -57 11 -90 85<0.4759 121<0.9829 185 -14 85<0.6667 -108 60 -33 57<29 8 49 84<0.02539 -79 85<0.4759 112 -68
34<0 10<0.7 14<-4 127<1 5 -59 56<-3 72<0.04586 219 32 19<21 114<1 -16 17 -86 14<-0.6999 101<0.2242 -6 45 48<0.8514 46<111 64 77<0.8987 84 83<0.08164 51 -101 -95 -100
79<82 87<0.9952 108<0 -17 127<3 124<0.2706 322 68 -86 53 120<0.8743 124<0.7128 120<0.6317 13<-20 -76 79<485 120<0.4352 -25 22 75 -57 131<0 13<-9.399 -60 44 -122 111<10 -107 60
115<-0.8999 -36 37<0 4<0.05178 117<22 71<0.06579 46<8 0 59<0.03399 -102 26 117<10 76 56<0.8001 -18 56 114<1 134<2 0 54 61 121<0.9202 94<1 59<0.001313 15 -29 113 33 -74
11<-0.3461 -68 23<0 78<0.8001 125<0.001175 0<20 -33 109<0.5625 78<0 83<0.1918 39 83<0.2428 -65 80<0.9034 27 -96 43<0 97 -37 48 111<6 -8 -80 77<0.9718 47 -61 84<0.02539 -77 24
11<-0.3461 -61 24<0.465 0<22 -22 25<0.02887 -69 29 120<0.3211 134<2 77<0.4723 -71 48 77 113<0.9914 120<0.6812 31<0 36<0 77<0.6248 -61 23<0 16 -85 77<0.3302 205 31 -72 -52 15
22<0 0<35 -69 -14 79<82 11<-0.2333 -38 42 82<0.22 81<0.7489 83<0.3965 14<-1 93<0.3334 -29 69 17 62 94 129<0 83<0.3261 112<0.9765 27 -140 24<0.1937 59 127<0 77 -115 -164
18<0 102<-4 83<0.281 49<0.1847 -92 15 54 24<0.5079 130<0 102<0.8001 20 126<0 105 -24 -27 120<0.3211 32 70<0.07484 83<0.1637 4<0.04256 40 -14 84<0.01266 -62 120<0.4352 -87 93 -45 -63
27<0 17<1 117<16 117<9 15<0 -40 60<0 113 14 58<0.9736 -16 -109 86<0.9096 93<0.09091 37 80<0.9034 14 -80 -15 69<0.6617 1 -57 78<0.8001 117<12 -77 -30 45<-2.299 136 -8
27<0 98<3 120<0.7014 2<0.113 127<0 97 1<25 -22 45 -65 -58 89<-2.9 65 18<0 97<0.4001 -6 97<0.5136 53 8 -61 71<0.004879 -60 120<0.3211 54 1<25 -52 113<0.3086 -60 56
23<0 17<1 116<-0.6999 -15 54<0.1478 15<0.6001 35<0 -50 88 128 54<0.9769 105<0.007461 102<-1.399 -142 114<1 -39 36 66<0.4797 105<0.299 15 -78 51 26 -24 122<0.04762 -68 30<0 193 -42
27<0 120<0.5377 121<0.9202 89<-2.9 55<0.02505 199 36 11 74 11<0 76<0.5641 -84 -11 79<138 33 120<0.8743 -9 76<0.9949 32 -181 76<0.9281 89<-1.299 -71 79<62 51 121<0.6799 6 -63 30
28<0 3<0.05715 34<0 21 -88 -32 84<0.05334 12<-0.8999 84<0.02539 19<12 67<-4 -75 127<1 59 -18 106<0.4075 -59 76 -96 102<-1.899 106<0.1001 -114 -5 127<0 -79 68<18 -39 25 25
24<0.7871 41<0 78<0.8001 78<0.6001 1<2 -31 125<0.001175 18<0 24<0 -114 13<-24 -66 31 -46 -23 124<0.3506 51 59<0.03399 -105 94<0.4286 22 -108 87<-1 -47 18<0 57 -76 -79 -32
24<0.5079 13<-20 -53 24<0 -114 18<0 21 -42 112<0.2673 12<0.9 -41 106<0.1001 34 -79 15<3.3 101<0.08618 40 92<0 104<0.951 60 -46 -36 13<6.901 80<0.813 -17 106<0.1802 -181 -7 19
84<0.05334 23<0 8<0 90<19 98<5 123<0.1152 -65 133<0 -2 -73 4 -93 15 -57 48<0.9254 55<0.00901 98<9 57 -118 76<0.5641 84<0.08265 47<0 297 95 101<0.068 86 -81 35 -59
34<0 7<1 79<82 48<0.02693 44 82<0.22 -11 43 37<0 69<0.9623 13<-5.399 127<2 74<1.132 68<28 36 -39 85 -59 82<0.1983 17 79<213 -28 63 105<0.02289 -78 81 -80 -73 -96
115<-1.5 -34 18<0 12<-0.8999 80<0.9034 0 -78 26<70 5<2 61<0.1429 87<-1 -30 41 -18 79 12<3.3 27<0 72<0.6297 124<0.6377 62 0 -77 -35 118<2 55 -88 83<0.01205 48 -73
41<0 24<0.5079 1<2 -26 118<12 17<3 1<25 14 44 -64 69<0.8266 68<36 -31 58 -59 12<3.3 73<0.1773 27<0 4 68<356 -44 148 -57 74<0.35 32 13<6.901 -185 17 -71
34<0 78<0.8001 123<0.6915 122<0.03914 115<-0.8999 -39 78<0.6001 -1 118<6 -7 48<0.02693 -118 4 73<0.07918 23<-1 -57 89 -7 60<0.3334 102<-4 -76 93 66<0.2269 84 -108 69<0.9623 35 -54 -95
4<0.04256 25<0.6539 78<-4 -56 27 -8 133<0 80<0.6734 31<0 126<0 82<0.05505 25<0.217 -41 57<24 107 20 81<0 -128 10 -60 83<0.281 -67 61 -23 68<72 47<0.9619 -84 26 17
11<-0.4666 -54 115<-1.5 120<0.1825 62 82<0.2462 -42 26 24<0.7434 7<1 41<0 6<0 56<0.5 17 -24 104<0.8496 36 48<0.01229 -28 55 -68 36<0 9 -120 120<0.1825 80 81<0.4362 -20 -101
130<0 18<0 1<3 63<0.3221 11 -34 67<0.6001 123<0.6915 86<0.3697 37 7 21<2 55 63<0.8572 361 83 82<0.3412 92<0 21<8 23 -81 -27 15<2.6 -126 32 -39 82<0.2858 -48 98
116<-0.6999 14<-2.099 119<1 42 -56 61<0.06667 24 111<8 111<3 -19 -114 47 0<22 111<17 -30 35<0 111 -21 7<1 79<82 81<0.02302 83 24 80<0.7092 20 79<87 -75 -3 -62
98<5 81<0.05034 18 123<0.148 -60 -11 47<0.9927 78<0.8001 55<0.01505 123<0.6915 -49 91 98<39 125<0.001175 27 123<0.05191 -136 115<-1.1 -95 32 54<0.8994 -88 57 43 26<60 23 83<0.1637 -12 -134
116<-1.899 -42 13<6.901 56<-0.6 13<-20 -52 44<0.01546 -1 34 83<0.1637 16<2 118<29 28 -74 112<0.2251 -50 14 123<0.4611 122<0.008306 78<-0.2 66 86<0.3308 -2 -68 26 15<1 -27 -129 39
121<0.9202 31<0 103<103 120<0.6317 8 127<0 90 14<-0.6999 127<3 14<-1 -8 82<0.22 -15 -145 -77 48<0.1047 71<0.05001 88<0.01298 -64 30 45 -58 96 -45 120<0.2481 124 42<0 12 134
28<0 97<0.6667 20 124<0.8806 5 -89 60<0.3334 58<0.8703 2<0 5 111<10 -53 39 70<0.3559 36<0 111<3 -9 -76 46<3 -46 28 -155 58<0.7265 65<0.9336 74<0.5756 32 -97 75 70
11<-0.3461 -42 79<53 127<3 68<15 -63 69 -39 13<1.4 15<0.5 123<0.6177 85<0.7451 16 69<0.8266 -65 32 79<331 54<0 -30 115 281 4<0.125 -29 54<0.604 45 -18 4<0.05178 36 -12
34<0 120<0.7014 123<0.08318 108 127<1 56<-1.1 119<0 -58 102 22<0 106 72<0.1293 38 -38 85<0.2567 13<0 -47 28 82<0 85<0.4759 206 22<0 -51 75 -1 102<-4 -98 -8 -89
34<0 120<0.6812 68<81 18 -6 113<0.9064 -30 130<0 120<0.8743 126<0 2<0.113 50 -41 -47 84<0.01266 91<0.9331 42 98<15 8<0 13<2.401 -199 -18 -13 3 71 120<0.7798 -104 78 -89
24<0.6959 12<-0.8999 77<0.1598 24<0.2274 -6 108 44<0.2101 87<0.4251 60<0.06897 -13 49 -21 -55 94<0.4286 74<0.9851 0<155 -4 111<8 44 111<11 106<0 -140 22 23 71<0.03209 124 22 -49 -20
116<-2.5 -50 18<0 0<16 -23 84<0.05334 24<0.7434 23<0 49<0.1847 84<0.01755 98<5 -5 31 -31 32 -50 74<0.7648 67<0.6001 24 -43 -62 45<-1.399 81<0.7489 107 -48 94<0.06799 46 -53 -42
13<6.901 117<16 -16 56<-1.399 61<0.8001 85<1.094 102<-1.399 -20 36 72<0.04586 244 15 142 61<0.3334 120<0.6812 72<0.02198 55 86<0.9318 15 -58 86<0.4503 19 -33 -34 92<0.1658 53 102<-0.8 -119 16
10<-3.799 -58 18<0 41<0 37<0 75<0.8667 10 47<0.8266 48<0.02693 47 96<1 -26 72 25<0.8417 25<0.53 10<1.5 -107 23 19 124<0.5544 -135 -42 -46 -71 81<0.05034 60<0.06897 78 -59 -62
115<-2.7 -47 98<5 67<0 109<0.9216 123<0.4611 2 57 -64 -25 98<9 43<0.6549 65<0 32 120 14 13<-16 -79 46<16 85<0.1151 -72 17<5 12 -77 68<121 51 85<0.3895 35 -62
40<0 113<0.9914 24<0.4205 0<20 -28 13 120<0.3211 26<211 16<1 43 -33 59<0.175 181 22 105<0.6009 105<0.1877 -23 24 -86 19<21 4<0.0244 51 0<342 18 48<0.02693 -74 43 -56 -58
116<-1.299 65<0.8978 -47 9 65<0.5694 13<-20 -56 24<0.06558 -45 120<0.1206 118<3 0 117<22 53 219 116<0.7 22 82 4<0.07143 7<1 36<0 -3 101<0.008698 -3 19<16 76 4 -72 -18
102<0.8001 77<0.1598 111<17 111<11 102<-2.9 -62 19<10 -29 101 -90 145 77<0.2346 -65 17<3 117<16 125<0.03848 111<7 130<0 -12 -83 45 -67 4 -55 54<0.8994 65 88<0.01298 49 -14
116<-1.299 61<0.1001 -11 -56 37<0 34<0 73<0.1773 84<0.05334 40<0 79<58 6<0.2001 127<3 56 -14 -90 3 -67 62 12<1.5 101<0.008698 -91 25<0.4665 69 -39 75 -87 61<0.25 -72 57
11<-0.2333 104<0 -45 7 127<3 120<0.6812 81<0.1291 67<-1.7 124<0.5773 -62 59 47 129<0 81<0.1485 -62 4 91<0.9331 90 -98 -8 112<0.8823 111<13 2<0.6731 85<0.6667 -24 57 -74 -93 84
115<-1.1 131<0 57<12 109<0.6667 116<-1.1 -31 43 -34 -29 -89 112<0.3706 75<0.969 91<0 107<0.2667 19<11 0 -37 54 124<0.8806 69<0.8498 9 55 97<0.5136 85<0.4759 55 -80 -118 -48 19
114<0 89<-2.4 40 -28 23<0 121<0.9202 27<0 7 76<0.7636 16<3 -58 33 25 67<-3.799 123<0.2133 -106 31 112<0.6618 90 123<0.03578 103<54 85 -108 32 122<0.01892 -67 48<0.2858 71 -69
54<0.604 133<0 41<0 48<0.06667 50 10 -56 79<331 -70 87 85<0.5672 85<0.4759 88<0.07012 -5 67<-0.8 27 -89 70<0.111 61<0.1001 38 -62 -104 67<-1.399 67 24<0.7434 90<11 17 -73 -36
54<0.1478 27<0 122<0 -4 57<12 97 11 86<0.2154 78<0 -22 117<16 6 186 -37 114<1 117<79 -12 -70 57<18 124<0.7457 86<0.9318 -5 -88 117<19 -12 72 66<0.9651 39 -48
34<0 121<0.9202 56<-1.399 0<30 119<1 -63 8 69<0.9392 46<5 120<0.4629 -24 44 66<0.2269 120<0.5087 171 21 28 -43 75<0.8956 17<5 -3 -62 -34 42<0 120<0.5377 47 -4 142 -86
2<0.113 44<0.06149 130<0 69<0.8498 77<0.7816 120<0.1206 -45 39 -11 118<38 94<0 4 14<-0.6999 -94 46 -109 69<0.8266 -62 32 7<1 23 -75 133<0 53<0.6001 13 -29 134<1 -96 32
49<0.4616 83<0.1637 114<1 44<0.2101 2 -41 67<-1.7 -27 28 83<0.281 82<0.03192 45<-2.299 -70 49 45<-2.7 23 -56 130<0 84<0.01266 0 61 -64 67<0 41 48<0.9254 70<0.1409 -23 92 -105
18<0 115<-1.1 90<3 121<0.5204 -32 11 -48 120<0.8743 0<22 -12 119<1 39 81<0.06223 127<2 47 81<0.03243 -30 51 19<19 3 98<5 -93 25 84<0.02539 122<0.005209 -12 -90 72 -42
18<0 79<55 4<0.0625 55 124<0.3072 66 -14 114<0 13<-5.399 -48 4<0.05178 109<1 20 -109 69<0.2391 21<2 -15 108 -52 34<0 5 -77 111<4 -74 106<0.04445 72<0.006803 124 -18 -49
79<82 90<19 13 86<0.2154 49 -139 13<-5.399 68<356 -33 60 80<0.7092 80<0.5283 68<121 21 58<0.8343 -17 -118 45 78<-0.2 38 78<0.8001 13<3.301 72<0.4243 -12 -99 77<0.6248 97 -97 13
34<0 56<-3 76<0.2891 -33 120<0.746 76 -16 98<5 76<0.8994 54<0.8994 -10 121<0.9481 57<8 -22 -82 45 55<0.3004 120<0.5767 90 56<-0.8 -36 51 -31 43<0.6549 19<7 136 26 -3 -89
18<0 41<0 43<0 63<0.5 45 -3 2<0 44<0.06149 80<0.9034 130<0 70<0.4706 12 -64 76<0.4073 25<0.4665 -30 160 -69 -59 8<0 6 88<0.006849 -5 66 63<0.6667 -36 7 -63 -44
68<17 -22 131<0 13<4.901 120<0.5087 73<0.1773 22 68<94 24 -86 65<0.9756 26<33 59<0.06559 39 120<0.6073 55<0.07397 -3 -133 1 103<72 -42 34 13 14<-3.7 -63 39 78<3.901 -15 -125
40<0 125<0.03848 5<3 34<0 12<-2.2 118<3 16<1 42 85<0.4387 33 -49 56<1.3 54 -58 117<8 28 -3 -78 85<0.7139 -56 12<0 -37 87 19<18 56<0.5 -58 7 53 -57
115<-1.5 112<0.2251 101<0.01103 2<0 1 115<-3.7 -154 -31 -92 2 37<0 21<8 102<-0.8 0 69<0.9623 91<0.9331 10 12<-1.2 -19 65 105<0.02289 -89 64 13<-5.399 54 -71 107<0.2001 -65 39
121<0.9829 121<0.9625 79<53 127<3 51 -50 86<0.4503 11<0 -8 120<0.3673 53<0.7136 45<-1.2 -129 3 59 30 66<0.6586 121<0.8355 79<288 -35 28 86<0.6901 -30 38 120<0.1825 90 4 56 -34
126<0 116<-1.299 12<0.6001 -35 43<0.6549 -50 41 21<2 27<0 8 124<0.7128 124<0.496 131<0 -36 97 -89 26 21<8 37 -34 77<0.7397 124<0.3791 12<0.2001 -93 79<128 61 -60 52 -47
1<2 -19 17<9 67<0.7 123<0.6915 8 124<0.3791 48<0.9834 56 -35 143 4<0.05178 75<0.4424 43 76<0.4966 62 45<-0.8 -82 -11 53<0.06667 -88 88<0.07012 121<0.805 -29 23 110<0.25 5 -157 -71
60<0.4517 111<5 52<0.5 67<-0.1 27 28<0 96<0 16 -35 60<0.2667 -24 -110 -26 67<-1.7 103<72 -37 90 87<0.4251 53 77<0.39 67<0 -61 29 78<-0.2 57 2 67<0 55 -16
68<15 55<0.05827 20 -58 118<-1 -31 30<0 119<2 19<6 3 98 -17 11<0.1875 48<0.06667 106<0.4075 86<0.3697 19<11 48 -9 130<0 99<0.1105 15 -22 -53 63 102<0.8001 -22 21 18
17<3 98<5 117<16 106<0.1802 88<0.07012 -25 -107 18 15<0.5 35<0 83<0.3261 -28 61<0.4828 127 -32 64 19<18 1 45<-1.2 -119 60<0.2667 45 -100 19<21 14 -37 85<0.1573 37 -64
18<0 45<2.401 41<0 113<0.6647 133<0 26 79<331 -51 95 122<0.002532 58<0.9488 85<1.321 94<0.3001 14 -31 66<0.5803 -107 41 56 -11 -53 66<0.9651 83<0 82 -21 -91 83<0.01205 56 -57
40<0 34<0 75<0.03808 53<0.7858 69<0.7155 -61 2 58 75<0.8372 8 72<0.6297 127<1 83<0.281 3 88 77<0.993 122<0.1108 -1 -84 83<0.07143 57<11 -172 -15 2 75<0.9467 11 -103 -78 -53
25<0.02887 -76 67<0.7 13<6.901 109<1.25 49<0.3334 13<-3.2 4<0.0625 -31 1 48<0.2858 60<0.125 87<0 67 18 11<0 -33 33 -25 13<-1.299 47 47<0.8703 -47 35 47<0.8266 -4 -142 66 -12
92<0.75 123<0.1977 14<-0.6999 69<0.8967 14<-1 26<106 25 19<19 -38 78 118<4 -110 62<0.002332 51 -105 -40 12 1<2 -26 27<0 25 26<211 118<6 123<0.4987 36 -48 -74 89 -19
116<-0.6999 13<1.4 117<17 5<1 -28 106<0.04445 -57 -180 81<0.1485 -36 17 84<0.03907 26 81<0.08364 53 -111 0<25 -10 133<0 123<0.1977 67<0.6001 16 -23 21<2 20 66 91<0.4862 -61 18
90<19 34<0 1<54 0<342 75<0.03808 120<0.3673 -91 -7 3 -81 76<0.7295 50 68<72 66<0.4797 -7 67 56<0.9 90<3 75<0.152 34 -90 32 27 -78 68<26 17 105<0.1177 -120 11
40<0 23<0 78<1.201 46<8 46<7 60<0.3334 76<0.4073 74<0.5 69 -11 15<0.5 112<0.5419 -6 69 76<0.9281 -23 19 35 66 119<0 -81 -7 32<0 35 -52 73<0.0265 -53 19 -52
23<0 130<0 78<-0.2 74<0.9075 127<1 94 110<0.2001 65 112<0.3706 70<0.1868 -92 6 25 111<10 -56 31 85<0.8572 85<0.03241 58 -8 26 85<0.4387 26<81 -14 -76 26<-8 -76 59 -30
29<0 16<3 5<0 55<0.07397 -2 59<0.001313 26 -50 131<0 120<0.3211 50 124<0.7683 -6 94<0.3001 38 -64 80<0.813 47<0.934 94<0.1819 -126 18 31 72 13 124<0.7886 124<0.1967 37 -81 30
24<0.5079 5 112<0.2673 92<0.31 115<-2.2 -57 -7 -74 79<55 71 74<0 99<0.3169 78 -75 111<10 56<0 -43 79<128 33 74<0.5 16 -95 134<0 76<0.8994 79<170 -141 -22 67 26
6<0.5 17<9 111<10 97<0.3334 120<0.3211 28 75<0.8667 -12 -58 2<0.6731 16 16<3 -33 119<3 93 -58 119<3 126<0 42 72<0.2253 -48 67 13<1.4 -51 48 63<0.09091 33 -80 -58
6<0.5 13<1.4 120<0.7945 12<2.201 56<-0.6 7 72<0.1897 15<2.1 91<0.8379 60<0.2143 -23 47 40 -73 -36 89 120<0.8117 -93 -10 68<15 -52 113<0.3086 68 120<0.848 17 -24 56<0.6001 -78 45
97<0.3334 14<-1.399 49<0.04673 82<0.05505 16 -37 79<233 34 -29 79<233 -41 18 27<0 58<0.9736 96<0 29 82<0.1263 22 79<128 6 -43 -24 79<53 74 124<0.7683 82<0.22 -57 27 39
21<8 21<2 2<0 1<25 54<0.9927 27<0 -15 -74 13 113<0.9727 26 13<4.901 122<0.002532 16<4 27 -77 -48 56 16<3 113<0.9727 -47 4 13<-6.599 96 1 18 56<-1.1 34 -68
37<0 7<1 90<19 117<16 -5 15<0.5 29 50<0.8334 73<0.1773 114<1 66<0.1864 127<0 -52 86<0.252 101 20 -8 24 -40 -69 70<0.07484 -76 5 -47 73<0.005264 -75 124<0.5544 68 -73
24<0.6495 118<12 0<16 -20 66<0.1098 103<2 90 18 94<0.4286 0<227 4 74<0 -57 53<0.8379 19<14 40 -25 101 60<0.1001 47 66<0.3051 26 -82 77<0.1927 37 -22 118<116 -13 73
131<0 18<0 13<6.901 1 58<0.5224 72<0.06757 29 -69 26<51 107<0.1429 35 -58 70 26<33 -73 82<0.03192 82 -23 55<0.3004 68<18 111<4 66 -51 111<10 -73 17 68<139 95 -37
96<0 13<6.901 58<0.9736 89<-0.8 -2 24 118<38 -12 -116 44 52<0.3969 56<-0.6 5<2 119<3 28 -39 -60 118<2 -73 -22 21<2 92<0.75 5 -31 13<-20 -56 100<0.5007 54 -13
85<0.6667 54<0 73<0 23<0 16 -61 21<5 102<-0.8 28 148 -13 -10 15<0.8001 131<0 76<0 -62 25<0.6851 25<0.1227 -69 125<0.03848 15<0.7 63 -9 -47 -28 109 82<0.2858 36 -36
6<0.5 6<0.03922 2<0 3 128<0 14<-2.099 -9 121<0.05029 44 103<3 -69 -23 85 80<0.1915 86<0.03978 -58 110<0.3375 92 11 13<1.4 -5 6<0.2001 75<0.5173 50 7 -35 90<8 -71 80
72<0.2722 37<0 72<0.1897 88<0.07012 115<-3.7 -59 24<0.9676 5 85 80<0.9034 28<0 23 -49 -118 85<0.6166 85<0.2012 39 63<0 13 -70 52<0.3334 76 -18 -58 12<-2.9 53 58<0 -29 20
26<1 85<1.321 62<0.002332 -35 46<6 44 -50 65 120<0.2481 46<111 51<0.03479 85<0.07369 -73 54 -33 -97 24<0.3771 13 2<0 0 72<0.1046 4<0.03268 40 -26 98<13 -73 98<39 55 -75
116<-0.6999 121<0.8618 -27 20 57<12 123<0.3657 72<0.3274 13<-14.39 84 59<0.06559 25 -18 121<0.4421 -60 85 120<0.3211 19<9 84 1 16<3 -51 51 59<0.03399 -20 1<54 25<0.2484 -40 6 66
134<2 54<0.9769 26<-528 94<0.3001 -1 121 46<2 12<-1.399 -6 -62 26<-8 -67 -1 120<0.2795 72 123<0.1656 59<0.1236 25 -86 -13 58<0.9244 3<0.25 24 -36 79<159 16 79<288 -112 8
19<8 123<0.5425 119<0 -65 7 127<1 119 20<0 -53 62 113<0.6647 6 78<-0.2 119<3 45<-3.599 -35 132<0 55<0.01505 -15 54 -73 78<-1.799 135 -87 78<0.8001 62<0.07397 -22 -70 11
18<0 24<0.4205 11 125<0.03848 78<0.6001 80<0.5283 100<0.6805 133<0 6<0.08889 12 75 -73 112<0.3706 15<1.601 -96 63 114<1 56<-1.1 72 -50 67 21 -21 54<0.8994 -92 7 83<0.01205 39 -55
59<0.03399 84<0.01755 69<0.8754 55<0.02184 134<1 29 -61 102<-1.899 54<0.9494 -106 69 72<0.4243 57 -45 102<0.5 2 72<0.06757 88<0.07012 -46 -158 22 124<0.7272 124<0.5965 -27 -82 30 47<0.8703 0 26
37<0 57<12 87<0.4251 13<-3.2 74<0.1579 72 60<0.1001 96<0.25 -81 -1 32 47 102<-1.899 38 77<0.8728 111<4 13<-4.099 29 113<0.9064 -16 85<0.1573 14 -113 1 17 -5 111<4 -92 -3
18<0 5<3 134<2 81<0.06223 71<0.09678 58<0.7879 34 -35 30<0 -60 45 -10 58<0.9736 81<0.005313 -36 125<0.1351 58<0.5224 13 127<1 75 30 66<0.1864 11 -89 -43 -22 71<0.03209 13 -53
123<0.1558 82<0.22 116<-0.6999 -33 7 83<0.1918 115<-0.8999 75<0.7033 22 -143 23 -60 0<155 55<0.1844 7 72<0.3274 -8 19<8 11 -90 12<0.2001 12<-1.899 36 102<0.5 -2 -96 15<3.3 53 2
114<0 98<21 3<0.05715 82<0.1667 10 -25 -56 -72 68<16 96<0.8001 49<0.1847 116<0.7 -2 83 -46 -77 120<0.8743 11 51<0.03479 107<0.0353 82<0.09616 -61 76<0.984 76<0.9707 18 -91 85 -92 95
87<0.8374 133<0 46<27 116<-1.299 -11 44<0.01364 45<1 99<0.01001 -20 29 -82 35 -24 -49 92<0 107<0.5 133<0 84<0.004729 19 84<0.05334 118<17 87<0.9952 -119 -4 -99 29 50 -73 -15
76<0 70<0.03736 -81 68<22 -63 48<0.9834 35 -38 54<0.1478 88<0.02111 57<29 12<-4 -29 44<0.09999 25<0.7168 53 -13 127 -50 -23 54<0.9927 88<0.02111 -19 62<0 -5 40 57<20 -4 25
24<0 -102 18<0 40<0 125<0.001175 27<0 97<0.2667 32<0 -6 45 55<0.01928 -4 22 116<-0.6999 24<0.3373 23 -69 97<0.8096 15 -44 32<0 24<0.3771 33 -33 -103 -38 125<0 -41 63
19<8 19<6 -16 66<0.8456 85<1.017 3 19<7 151 -10 49 96<1 66<0.9651 85<0.5672 58<0.9488 60<0.4517 -4 50 -38 100<0.9283 3 47 85<0.3417 62 55<0.09484 11 -101 6<0.03922 -60 -3
76<0.8994 24<0.5079 78<0.8001 82<0.2462 82<0.1983 67<1.4 31<0 122<0 112<0.8823 -18 50 55<0.003225 -76 29 -34 77<0.9223 56<2.401 -126 14 20 119<1 65 -65 55<0.1844 72 -18 57 -17 10
40<0 18<0 73<0.1773 84<0.05334 6<0.2001 1<4 16<3 -35 19 75<0.2554 25 99<0.5871 -4 27 44<0.2101 1 -111 49<0.4616 92<0.31 66 -6 -26 77<0.1366 61 -38 76<0.8411 -54 20 -51
10<-3.799 105<0.1177 -77 50 102<-1.899 109<0.3001 81<0.06223 68<72 87 -49 -87 21<0 38 -41 87<0.4251 116<-1.299 -20 46<27 26 -27 77<0.3302 85<0.3015 -1 124<0.1967 9 -101 70<0.2597 5 -26
97<0.4001 70<0.8353 59<0.7821 59<0.03399 70<0.1409 89<0.6001 19<9 -27 80<0.3025 -44 40 117<56 -66 45 -101 11<-0.1375 -36 9 -72 40 19<12 65<0.9887 80<0.9034 11 -39 41 112<0.116 -35 3`
