/**
 * What was learned from annotated pages. Written by `npm run bench -- htmlTrain --write`; not to be edited.
 *
 * @since 0.1.0
 */

/** What it was learned from, and what it reaches; `npm run bench -- htmlTrain --check` says whether it is still that. */
export const provenance = {
  corpora: "WCXB, scrapinghub article-extraction-benchmark, trafilatura: split dev",
  pages: 1299,
  units: 292797,
  dev: "word F1 0.9077, phrases 0.9330",
  fresh: "word F1 0.8838, phrases 0.9227"
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
page.article page.graph around3.prose around3.linked around3.money around3.headings around3.mean
around10.prose around10.linked around10.money around10.headings around10.mean around30.prose around30.linked
around30.money around30.headings around30.mean prose.before prose.after prose.last prose.next titled
title.share title.prose title.up heart.share heart.prose heart.up list.share list.up list.in prev.characters
prev.linked next.characters next.linked chapter.said chapter.away chapter.names root.share root.prose`

/** Words of class names and ids, with tenths of log-odds for content. */
export const names =
  `about-this:14 about-us:-19 absolute:-12 ac:-11 access:-12 accessibility:-15 accordion-content:10 account:-34
action:-7 action-bar:-22 action-menu:-25 actions:-14 active-trail:-16 add-to:-10 address:-26 advanced:-20
after:-27 ai-start:-16 alert:-19 align:-7 align-aside:-38 align-default:-15 align-end:-33 align-items:-12
align-justify:-15 align-right:-25 aligncenter:-21 aligned:-21 alt:-11 am:-22 ancestor:-39 animation-fade:-31
announcement:-31 announcement-bar:-31 app-reviews:-24 are:-25 are-vertically:-17 area-inner:-22 arrow:-30
arrows:-22 article:8 article-body:18 article-byline:-20 article-content:13 article-footer:-22
article-header:-29 article-meta:-25 article-title:-22 aside:-19 attachment:-22 attribution:-12 author:-8
author-bio:-35 author-box:-31 author-date:-18 author-description:-22 author-details:-16 author-info:-26
author-name:-14 author-profile:-22 author-wrapper:-21 authors:-29 avatar:-25 back:-8 backdrop:-14 badge:-19
badges:-13 bag:-14 banner:-15 banner-container:-15 banner-content:-20 banner-header:-13 banner-inner:-16
banner-sdk:-25 bar:-29 bar-container:-21 bar-content:-30 bar-message:-14 bar-popup:-20 bar-section:-18
bar-text:-16 bar-wrap:-15 bar-wrapper:-33 bb:7 bb-code:-13 below:-17 benefits:14 between:-8 bg-black:-13
bg-blue:-12 bg-dark:-16 bg-opacity:-18 bg-primary:-13 bio:-31 biography:-18 block-block:-31 block-button:-24
block-buttons:-22 block-expand:-14 block-expandable:-13 block-footer:-17 block-header:-10 block-html:12
block-image:-28 block-list:15 block-menu:-37 block-new:-20 block-newsletter:-26 block-outer:-24
block-quote:-10 block-row:-25 block-search:-11 block-social:-12 block-table:21 block-title:-15
block-views:-22 blog-author:-16 blog-content:13 blog-meta:-20 body:6 body-header:-23 body-sidebar:-25
body-small:-14 border-white:-16 bottom:-7 bottom-bar:-13 bottom-detail:-16 bottom-left:-29 bottom-margin:-16
bottom-menu:-22 bottom-right:-26 bottom-wrapper:-20 branding:-28 brands:-26 breadcrumb-item:-20
breadcrumb-list:-14 breadcrumbs:-19 browser:-9 browser-chrome:-18 browser-gecko:-15 btn:-32 btn-container:-11
btns:-12 bu:-24 build:13 burger:-41 button:-19 button-container:-17 button-group:-10 button-wrap:-16
button-wrapper:-24 buttons:-26 buttons-is:-22 by-link:-23 byline:-35 byline-wrapper:-20 bypostauthor:-25
byuser:-37 canvas-menu:-27 canvas-nav:-25 caption:-14 caption-attachment:-22 caption-text:-24 card-header:-19
card-meta:-16 carousel:-14 carousel-container:-14 carousel-item:-24 cart:-23 cart-drawer:-15 cat-item:-31
categories:-7 category-menu:-17 cell-user:-17 checkbox:-25 child-list:-17 children:-24 choice:-20 cli:-21
cli-align:-20 cli-bar:-19 cli-col:-20 cli-container:-20 cli-fade:-20 cli-modal:-20 cli-privacy:-17 cli-px:-20
cli-row:-20 cli-settings:-20 cli-tab:-20 close:-15 closed:-23 code-block:-11 col-auto:-15 col-primary:-18
collapse-sub:-23 colophon:-42 color-primary:-14 color-pub:-16 comment:-16 comment-author:-36 comment-body:-23
comment-container:-22 comment-content:-16 comment-form:-30 comment-header:-20 comment-list:-44
comment-meta:-20 comment-notes:-15 comment-reply:-14 comment-respond:-26 comment-text:-34 commentform:-24
comments:-14 comments-area:-43 comments-container:-19 comments-list:-27 community:-17 condition:-11
condition-invisible:-20 config:-24 consent:-42 consent-sdk:-33 contact:-15 contact-form:-27 contact-info:-19
contacts:-26 contains-required:-20 content-align:-29 content-body:13 content-bottom:-20 content-box:13
content-footer:-20 content-list:-25 content-mobile:-27 content-space:-28 content-start:-22 content-valign:-23
controls:-15 cookie:-31 cookie-law:-14 cookie-notice:-15 cookies:-18 copy:7 copyright:-44 core-buttons:-17
core-navigation:-15 count:-25 counter:-13 country:-21 cq:-15 cr:-20 crawler-nav:-22 credit:-15 cta:-11
cta-button:-18 cta-container:-22 ctas:-16 current:-19 current-language:-18 current-menu:-38 current-page:-13
current-post:-19 custom:-9 custom-html:-29 custom-menu:-17 date:-15 decoration:-13 demo:-26 depth:-16
description:6 description-below:-28 description-snippet:15 desk:-16 desktop:-10 desktop-nav:-26
desktop-only:-21 details-block:15 details-header:-15 dialog-content:-26 directory:-17 disc:21 disclaimer:-17
disclaimers:-14 disclosure:-11 div-comment:-26 download:-14 dpd:-17 dpd-container:-17 dpd-content:-16
dpd-desc:-16 drawer:-13 drawer-animation:-20 drawer-content:-33 drawer-inner:-36 drawer-layout:-20
drawer-menu:-34 drawer-navigation:-32 drawer-side:-20 dropdown:-43 dropdown-animation:-30 dropdown-column:-19
dropdown-container:-29 dropdown-content:-40 dropdown-inner:-21 dropdown-item:-31 dropdown-link:-26
dropdown-list:-39 dropdown-menu:-45 dropdown-none:-19 dropdown-tablet:-37 dropdown-toggle:-15 dt:-15
duration:-9 dyn:-10 dyn-item:-10 dyn-items:-10 dyn-list:-10 editor:8 element-aa:16 element-ab:16
element-af:-15 element-bb:-18 element-bf:-14 element-caption:-24 element-cb:-17 element-cc:12 element-ce:-13
element-ea:16 element-ed:14 element-fe:-20 elementor-align:-25 elementor-button:-20 elementor-grid:-34
elementor-heading:-21 elementor-hidden:-42 elementor-icon:-29 elementor-inline:-18 elementor-list:-20
elementor-mobile:-24 elementor-nav:-41 elementor-page:-15 elementor-post:-32 elementor-posts:-18
elementor-repeater:-22 elementor-size:-21 ellipsis:-19 email:-9 embedded:-13 empty:-20 end:-9 entry:10
entry-content:14 entry-footer:-28 entry-header:-13 entry-meta:-24 entry-title:-12 ep:-25 error:-27 es:-18
et-footer:-27 et-menu:-34 et-post:15 et-top:-24 events:-8 events-none:-27 expand:-18 expand-content:-14
expand-lg:-33 expand-link:-12 expand-watch:-14 expandable:-14 expanded:-16 explanation:-20 explore:-20
extras:-24 facebook:-16 facet:-20 fade:-16 fade-in:-12 fail:-17 false:-16 faq:15 faq-question:14
faq-section:20 faqs:15 field:9 field-item:12 field-items:13 field-label:11 field-name:12 field-sublabel:-28
field-type:10 field-validation:-27 fields:-12 figure:-28 fill-stretch:-19 filter:-28 filter-menu:-25
filter-options:-31 filters:-25 fit:-11 fixed-top:-34 flag:-12 flat:-15 flex-end:-14 flex-shrink:-13
flex-wrap:-10 flush:-16 flyout:-42 flyout-content:-37 focus-item:-38 folder:-29 follow:-11 font-display:-19
foot:-34 footer:-37 footer-about:-23 footer-address:-15 footer-block:-35 footer-blocks:-34 footer-bottom:-40
footer-buttons:-20 footer-col:-33 footer-column:-36 footer-columns:-19 footer-contact:-25
footer-container:-50 footer-content:-44 footer-copy:-13 footer-copyright:-35 footer-cta:-20
footer-desktop:-17 footer-disclaimer:-20 footer-focus:-23 footer-form:-20 footer-grid:-35 footer-group:-39
footer-heading:-14 footer-info:-35 footer-inner:-47 footer-item:-36 footer-left:-24 footer-legal:-30
footer-link:-33 footer-links:-40 footer-list:-32 footer-logo:-20 footer-main:-41 footer-menu:-44
footer-middle:-28 footer-mobile:-17 footer-module:-25 footer-nav:-47 footer-navigation:-30 footer-new:-19
footer-newsletter:-21 footer-padding:-18 footer-primary:-31 footer-right:-25 footer-row:-40
footer-secondary:-25 footer-section:-42 footer-sections:-17 footer-site:-17 footer-social:-25
footer-terms:-22 footer-text:-31 footer-title:-20 footer-top:-43 footer-widget:-36 footer-widgets:-32
footer-wrap:-41 footer-wrapper:-44 footnote:-18 footnotes:-20 for-small:-19 form:-15 form-block:-22
form-container:-25 form-done:-17 form-fail:-17 form-field:-15 form-fields:-21 form-group:-28 form-inline:-12
form-item:-26 form-sublabel:-28 form-type:-21 form-wrap:-15 form-wrapper:-31 format:10 format-standard:10
forums:-19 framework:-28 full-menu:-16 fv:-22 fw:-9 game-header:15 gecko:-15 gf:-15 gf-browser:-28 gfield:-28
gfield-contains:-20 gfield-description:-13 gfield-has:-14 gfield-input:-22 gfield-no:-28 gfield-type:-28
gfield-visibility:-28 gfield-width:-27 gform:-28 gform-body:-28 gform-fields:-28 gform-theme:-28
gform-validation:-13 gform-wrapper:-28 global-action:-19 global-actions:-19 global-footer:-34
global-header:-39 global-nav:-37 globalheader:-16 globalnav:-18 go:-16 graph:-31 graph-collapsed:-23
gravity:-31 gravity-theme:-31 grid-columns:-17 grid-mobile:-23 group-container:-31 group-footer:-36
group-header:-38 group-item:-17 groups:-22 grow-rzmkn:-17 grp:-18 guest:-27 hamburger:-30 has-children:-38
has-collapse:-20 has-description:-21 has-dropdown:-35 has-link:-15 has-menu:-32 has-post:9 has-sides:-23
has-small:-16 has-submenu:-43 has-text:-11 has-white:-15 hash:-28 hdn:-17 hdr:-17 head:-17 header:-18
header-actions:-20 header-announcement:-17 header-bar:-22 header-bottom:-28 header-buttons:-12
header-center:-19 header-col:-15 header-container:-36 header-content:-15 header-ctn:15 header-desktop:-23
header-display:-18 header-focus:-36 header-group:-37 header-has:-28 header-icon:-19 header-icons:-16
header-inline:-29 header-inner:-45 header-item:-36 header-layout:-29 header-left:-26 header-link:-21
header-links:-18 header-logo:-26 header-main:-40 header-menu:-49 header-mobile:-37 header-nav:-48
header-navigation:-34 header-primary:-16 header-right:-23 header-row:-36 header-search:-22 header-section:-30
header-sub:-17 header-text:-11 header-title:-14 header-top:-33 header-upper:-31 header-wrap:-39
header-wrapper:-22 heading-title:-15 headline:-11 health:13 height-el:-16 height-min:-16 help:-9 hentry:9
hero-text:-20 hf:-21 hidden-desktop:-27 hidden-label:-18 hidden-mobile:-18 hidden-sm:-15 hidden-tablet:-38
hidden-xs:-16 hide:-12 hide-for:-13 hide-on:-25 highlights:10 honeypot:-13 hot:-22 hover:-10 hover-to:-19
how:14 how-to:17 ht:-16 html:9 html-widget:-29 hu:-16 iab:-27 icon:-14 icon-list:-31 icons:-23 id-block:-19
image-caption:-29 image-container:-23 inactive:-31 individual:-14 industries:-20 info-bar:-17 inline-block:-9
inline-bullet:-24 inline-flex:-15 inline-item:-23 inline-items:-18 inline-menu:-19 input:-28 input-group:-15
input-type:-23 inset:-14 instagram:-18 inverted:-27 invisible:-11 ip:-22 is-dropdown:-16 is-empty:-15
is-hidden:-24 is-vertically:-13 italic:-19 item:-8 item-active:-23 item-has:-34 item-home:-15 item-link:-17
item-main:-23 item-menu:-24 item-meta:-18 item-mobile:-28 item-object:-39 item-pagination:-17 item-parent:-18
item-privacy:-12 item-text:-10 item-title:-11 item-top:-28 item-type:-40 items:-7 items-center:-9
items-end:-10 items-stretch:-10 ixi:-33 ixi-vjz:-22 jd:-20 je:-19 jetpack:-21 job:-17 js-dropdown:-18
js-expand:-15 js-footer:-22 js-form:-20 js-header:-30 js-hidden:-29 js-menu:-16 js-modal:-19 js-nav:-36
js-notice:-15 js-off:-18 js-reactions:-18 js-search:-18 js-select:12 js-sticky:-17 jump:-19 justified:-32
justify-between:-8 justify-end:-13 ka:-19 kp:-25 label-hidden:12 lang:-13 language:-10 language-dropdown:-22
language-flyout:-19 language-outliers:-18 language-switcher:-17 larger:19 latest:-14 layout-fill:-19
layout-fullwidth:-17 layout-horizontal:-25 layout-inline:-15 layout-sidepanel:-16 layout-standard:-22
layout-stretch:-24 layout-traditional:-15 le:-22 left-col:16 left-menu:-15 left-nav:-16 legal:-17
legal-links:-14 level:-15 lg-block:-15 lg-none:-28 li:-21 lightbox:-18 link:-12 link-block:-24
link-container:-22 link-content:-17 link-full:-22 link-group:-17 link-item:-24 link-list:-16 link-next:-18
link-prev:-15 link-style:-17 link-text:-17 link-title:-13 link-wrap:-16 link-wrapper:-23 linkedin:-12
links:-14 links-container:-31 links-item:-19 links-list:-29 links-menu:-24 links-wrapper:-27 list:-8
list-container:-11 list-disc:17 list-inline:-9 list-item:-10 list-layout:-28 list-main:-17 list-menu:-33
list-unstyled:-16 list-wrapper:-34 lj:14 load:-26 load-more:-15 loading:-11 localization:-17
location-footer:-41 location-header:-39 location-popup:-21 locations:-17 login:-30 logo:-28 logo-left:-22
long:18 low:-14 lower:-30 ls-item:-17 magazine:-20 main-article:12 main-block:12 main-content:8
main-footer:-36 main-header:-45 main-item:-15 main-link:-31 main-menu:-30 main-nav:-26 main-navigation:-44
mainmenu:-38 mainmenu-contents:-15 mainnavigation:-17 markdown:16 masthead:-42 max-none:17 mb-md:-21
mb-sm:-21 md-none:-15 media-image:-14 medium-fw:-15 mega:-50 mega-menu:-46 megamenu:-43 menu:-36
menu-about:-20 menu-align:-40 menu-ancestor:-36 menu-bar:-29 menu-body:-22 menu-burger:-39 menu-children:-19
menu-col:-26 menu-column:-41 menu-columns:-22 menu-container:-55 menu-content:-44 menu-ctn:-15 menu-depth:-19
menu-dropdown:-45 menu-flyout:-35 menu-footer:-43 menu-group:-33 menu-header:-36 menu-heading:-28
menu-horizontal:-27 menu-inline:-28 menu-inner:-39 menu-item:-43 menu-items:-34 menu-layout:-36 menu-left:-24
menu-level:-34 menu-link:-21 menu-links:-24 menu-list:-46 menu-main:-47 menu-menu:-33 menu-mobile:-40
menu-nav:-41 menu-page:-15 menu-parent:-34 menu-primary:-45 menu-right:-32 menu-row:-34 menu-search:-12
menu-secondary:-21 menu-section:-33 menu-slide:-20 menu-stretch:-34 menu-structural:-23 menu-sub:-34
menu-text:-40 menu-title:-22 menu-toggle:-40 menu-top:-37 menu-ul:-23 menu-wrap:-40 menu-wrapper:-45
menuitem:-33 menus:-37 message-body:12 message-content:11 message-footer:-23 meta-container:-16 meta-item:-20
meta-wrapper:-16 metadata:-25 minor:-23 mn:-17 mob:-15 mobile:-12 mobile-align:-26 mobile-center:-18
mobile-drawer:-26 mobile-footer:-22 mobile-header:-30 mobile-layout:-13 mobile-menu:-48 mobile-nav:-43
mobile-navigation:-37 mobile-site:-26 mobile-toggle:-26 mobile-width:-27 modal:-39 modal-body:-35
modal-container:-16 modal-content:-40 modal-dialog:-35 modal-footer:-13 modal-form:-19 modal-header:-16
modal-inner:-17 modal-title:-15 mode-full:15 model:-20 modern:-30 module-title:-17 more:-8 more-topics:-25
most:-32 most-popular:-31 motion-reduce:-23 ms-auto:-16 name:7 name-body:16 nav:-29 nav-bar:-35
nav-bottom:-18 nav-col:-24 nav-column:-20 nav-container:-43 nav-content:-14 nav-cta:-13 nav-desktop:-26
nav-drop:-19 nav-dropdown:-43 nav-el:-23 nav-footer:-17 nav-full:-18 nav-group:-21 nav-inner:-42 nav-item:-51
nav-items:-23 nav-left:-29 nav-link:-36 nav-links:-39 nav-list:-48 nav-main:-39 nav-menu:-32 nav-mobile:-33
nav-nav:-16 nav-page:-18 nav-panel:-22 nav-primary:-41 nav-right:-29 nav-row:-17 nav-search:-27
nav-secondary:-24 nav-section:-36 nav-sticky:-24 nav-sub:-28 nav-submenu:-19 nav-tabs:-28 nav-text:-24
nav-title:-20 nav-toggle:-29 nav-top:-17 nav-wrap:-41 nav-wrapper:-44 navbar:-40 navbar-collapse:-42
navbar-container:-27 navbar-dark:-26 navbar-default:-39 navbar-dropdown:-16 navbar-expand:-41
navbar-fixed:-21 navbar-header:-18 navbar-light:-21 navbar-menu:-30 navbar-nav:-44 navbar-wrapper:-21
navgroup:-15 navigation:-35 navigation-container:-40 navigation-dropdown:-29 navigation-item:-35
navigation-layout:-24 navigation-link:-18 navigation-list:-27 navigation-menu:-35 navigation-mobile:-17
navigation-parent:-20 navigation-style:-19 navigation-wrap:-16 navigation-wrapper:-22 navs:-21 network:-28
newsletter-form:-29 newsletter-signup:-25 ni:14 no-center:-17 no-description:-28 no-framework:-31 no-js:-19
no-underline:-14 nocontent:-37 node:13 node-content:13 node-type:14 node-view:13 not:-8 notes:-12 notice:-18
notice-content:-20 notices:-23 notify:-16 now:-14 nw:-16 object:-39 object-category:-43 object-custom:-33
object-page:-51 object-post:-32 object-product:-32 oc:-20 odd:-15 og:-17 on:-9 on-mobile:-30 onetrust:-33
onetrust-banner:-25 onetrust-consent:-33 onetrust-group:-25 onetrust-policy:-25 open:-16 opposite:-19
optin:-25 option:-13 options:-12 orange:-13 original:-14 ot-dpd:-17 ot-flat:-23 ot-iab:-23 ot-sdk:-33
other:-28 our:-14 outliers:-18 outliers-dropdown:-18 outside:-19 ov:-20 overflow-auto:-14 overlay:-12
page-ancestor:-32 page-footer:-19 page-header:-15 page-item:-19 page-menu:-20 page-nav:-19 page-parent:-33
pagination:-11 pagination-link:-19 pairs:-23 pairs-justified:-23 paragraph:11 parent-toggle:-20 pb-widget:-19
pc-align:-22 pc-flex:-23 pc-gap:-25 pc-justify:-21 pc-padding:-25 pe:-15 picker:-13 pinned:-25 pk:-18
pointer:-16 pointer-events:-30 pointer-none:-25 pointer-underline:-20 policies:-17 policy:-13 policy-text:-24
pop:-16 popover:-30 popular:-25 popup:-39 popup-block:-21 popup-body:-27 popup-drawer:-20 popup-menu:-18
portal:-13 pos:-28 position-absolute:-14 position-right:-19 post-ancestor:-20 post-author:-24 post-body:16
post-comments:-29 post-content:15 post-date:-16 post-excerpt:-27 post-footer:-27 post-header:-27
post-info:-22 post-meta:-19 post-navigation:-24 post-parent:-19 post-tag:-18 post-thumbnail:9 post-title:-28
post-type:-9 posts:-8 posts-skin:-18 posts-thumbnail:-18 powered-by:-24 pre-footer:-17 prev:-30 prev-next:-24
preview:-14 previous:-27 primary-footer:-23 primary-menu:-46 primary-nav:-38 primary-navigation:-39 print:-15
privacy:-29 privacy-content:-15 privacy-overview:-15 privacy-policy:-22 product-card:-18
product-description:21 product-details:14 programs:-24 promo:-23 prose:12 pt-lg:-25 publication-footer:-20
publish:9 published:-25 questions:-24 quick-links:-27 quote:9 radio:-21 range:-21 reactions:-20
reactions-bar:-18 reactions-list:-18 read-more:16 reader:-15 recent:-14 recent-entries:-17 recent-posts:-29
recommended:-35 reduce:-22 ref:-13 reg:-18 region-content:10 region-footer:-35 region-header:-23
region-navigation:-23 register:-12 related:-20 related-article:-20 related-articles:-30 related-content:-34
related-post:-23 related-posts:-33 related-topics:-30 remove:-17 repeater:-23 repeater-item:-22
reply-title:-11 request:-18 required:-26 res:-21 reset-ixi:-22 respond:-24 review-ctn:-24 review-language:-19
reviews-area:-24 reviews-filter:-26 reviews-hash:-24 reviews-language:-18 ribbon:-14 rich:16 rich-text:18
richtext:14 ro:-22 robots:-21 robots-nocontent:-15 rounded-lg:-11 row-columns:-18 row-container:-11
row-has:-20 row-main:-27 row-mobile:-24 row-no:-17 row-tablet:-24 rows:-29 rss:-20 rte:17 rv:-15 rz:-13
rzmkn:-17 scale:-13 screen-reader:-15 scrollbar:-27 scroller:-12 scroller-scroll:-14 sd:-14 sd-block:-16
sd-content:-13 sd-sharing:-15 sd-social:-15 sdk:-33 sdk-columns:-30 sdk-container:-30 sdk-nine:-16
sdk-row:-33 search:-8 search-bar:-20 search-box:-13 search-container:-17 search-form:-33 search-inner:-15
search-input:-14 search-modal:-17 search-result:-15 search-wrapper:-23 searchbar:-19 secondary:-13
secondary-menu:-15 secondary-nav:-24 section-footer:-31 section-group:-44 section-header:-28
section-items:-21 section-links:-14 section-nav:-23 section-title:-17 select-to:12 selected:-17 selector:-15
seo:13 separator:-24 settings:-31 settings-popup:-30 sf-menu:-20 shape:-13 share-buttons:-11 sharedaddy:-16
sharing:-19 sharing-enabled:-15 show:-9 show-banner:-20 show-for:-28 show-on:-17 side-menu:-24 side-nav:-16
side-right:-21 side-wrap:-14 sidebar-block:-21 sidebar-inner:-34 sidebar-nav:-29 sidebar-primary:-36
sidebar-sticky:-21 sidebar-wrapper:-20 sidenav:-30 sidepanel:-23 sign:-24 sign-in:-14 sign-up:-20
signature:-28 signup:-35 signup-form:-17 single:7 single-content:12 site-footer:-53 site-header:-33
site-info:-26 site-menu:-17 site-nav:-42 site-navigation:-42 site-search:-23 site-title:-17 size-default:-12
sk:-20 slider-slide:-18 slogan:-24 small-font:-21 social:-18 social-icon:-16 social-icons:-18 social-item:-13
social-link:-18 social-links:-22 social-menu:-14 social-share:-16 socials:-16 sort:-18 source:-8 sr:-19
sr-only:-17 standard:8 stars:-21 statistics:-15 status:9 status-publish:9 sticky:-7 sticky-header:-10 story:9
stretch:-13 stretch-false:-24 structural:-23 style-button:-15 style-normal:-16 sub:-25 sub-header:-15
sub-menu:-37 sub-nav:-37 subheader:-11 subheading:-9 sublabel:-28 sublabel-below:-23 sublist:-24 submenu:-47
submenu-container:-16 submenu-item:-33 submenu-list:-32 submit:-17 subnav:-24 subnav-left:-17
subnav-right:-20 subscribe:-36 subscribe-form:-28 success:-18 summary:9 supported:-22 surface:-23
switcher:-28 system:10 system-main:12 ta:-26 tab-container:-18 tab-pane:-27 tab-panel:-16 tab-section:-16
tablet-align:-19 tag:7 tagline:-23 tags:-11 talk:-14 taxonomy:-29 tb-footer:-23 te:-16 team:-16
template-part:-15 tertiary:-17 test:-10 text-article:16 text-inner:12 text-long:21 text-right:-10
text-secondary:-13 text-section:15 text-tb:-16 text-white:-14 text-with:14 text-wrapper:12 text-xs:-17
textwidget:-42 th:-24 theme-col:-18 theme-no:-31 theme-post:18 themed:-15 themed-background:-20 third:-14
this:12 thread-alt:-40 thread-even:-43 thread-list:-26 thread-odd:-40 threads:-24 thumbnail:9 title:-13
title-bar:-19 title-container:-25 title-nav:-18 title-wrap:-11 title-wrapper:-14 tl:-15 to-cart:-11
to-open:-19 to-quote:12 toc-list:-17 toggle:-10 toggle-false:-18 toggle-icon:-14 toggle-sub:-19 tool:-21
toolbar:-24 top-bar:-31 top-header:-30 top-label:-28 top-left:-25 top-level:-36 top-menu:-36 top-nav:-39
top-navigation:-34 top-right:-17 top-wrapper:-22 topbar:-27 topic-category:-13 topic-list:-28 topic-title:-17
topics-list:-28 topnav:-39 total:-14 totals:-16 touch:-18 tracking-tight:-16 traditional:-15 transform:-18
transform-uppercase:-16 transition-all:-11 transition-colors:-17 translate:-15 trending:-34 type-checkbox:-18
type-custom:-21 type-email:-10 type-flyout:-15 type-honeypot:-13 type-page:11 type-rich:14 type-taxonomy:-47
type-text:15 ufi:-16 ug:-18 ul:-11 unstyled:-15 updated:-20 upper:-33 uppercase:-17 user-details:-15
user-extras:-19 user-info:-24 user-reviews:-14 user-title:-13 using:-16 utility:-15 utility-links:-18
utility-nav:-22 validation:-29 validation-below:-27 validation-container:-13 vcard:-23 version:-24
vertical-align:-16 vertically:-13 view-display:-28 view-id:-31 view-mode:12 visibility:-14
visibility-visible:-28 visible:-7 visually:-25 visually-hidden:-25 vjz:-22 vs:-29 warning:-10 watch:-15
weather:-14 weight-medium:-20 welcome:-15 what:12 what-is:14 whitespace-nowrap:-18 widget-area:-25
widget-block:-39 widget-button:-19 widget-categories:-23 widget-custom:-30 widget-heading:-21 widget-icon:-27
widget-mobile:-23 widget-nav:-22 widget-post:-26 widget-recent:-25 widget-search:-10 widget-theme:18
widget-title:-26 widget-wrapper:-19 widgets:-37 widgettitle:-17 width-auto:-32 width-initial:-31
with-icon:-16 with-image:14 with-summary:14 wp-caption:-23 wp-element:-24 wrapper-post:16 wysiwyg:16 xf:-12
xl-block:-23 xl-none:-23 xsmall:-14 xy:-17 yes:-33 youtube:-17 yw:-16 zd:-15`

/** Words of texts, with tenths of log-odds for content. */
export const words =
  `ability:20 about:-13 accept:-13 accessibility:-22 accessories:-13 account:-13 across:7 act:-13 adding:12
address:-11 admissions:-14 ads:-10 advantage:10 advantages:13 advertise:-41 advertisement:-30 advertising:-15
advice:-11 affiliate:-19 affiliates:-17 affordable:13 ago:-20 agree:-16 agreement:-9 all:-8 allows:12
alumni:-13 am:-11 analyze:12 another:12 any:8 apr:-12 archive:-18 archives:-15 are:9 articles:-23 arts:-16
as:6 asked:10 assess:18 aug:-18 august:-20 australia:-14 author:-12 authors:-13 automate:11 automotive:-20
average:11 avoid:15 awards:-15 back:-9 based:7 basic:10 battery:14 be:8 beauty:-10 because:13 become:-11
before:10 behavior:10 benefits:7 between:14 bit:10 blog:-22 blogs:-20 board:-9 book:-9 books:-14 both:19
bottom:10 brands:-11 browse:-19 budget:9 builds:12 built:10 bundles:-16 business:-6 but:12 button:10
calculator:-12 calendar:-11 called:12 calls:9 campaign:10 campus:-16 can:10 canada:-11 cancel:-14
capabilities:11 cards:-8 career:-9 careers:-40 cars:-9 cart:-30 categories:-12 center:-16 central:-9
charge:14 child:-9 choices:-9 choose:7 choosing:10 classifieds:-16 clean:14 close:-20 collaboration:11
college:-15 colors:11 com:-7 come:11 comes:11 comfort:12 comment:-20 comments:-18 common:11 communications:-9
communities:-10 community:-12 compact:10 company:-11 compared:12 competitive:14 complex:18 complexity:13
components:10 comprehensive:11 conclusion:19 conditions:-13 conduct:-12 connect:-8 connectivity:10 cons:14
consent:-18 consider:18 considerations:15 consistent:22 contact:-27 contacts:-15 content:-13 contents:-17
contentskip:-24 context:14 continue:-10 contributing:-14 contributors:-12 controls:13 cookie:-33 cookies:-32
copyright:-34 cost:12 costs:12 count:13 covered:11 creates:14 creating:12 crime:-15 culture:-14 currently:9
customizable:16 dealer:-14 deals:-14 dec:-18 december:-19 decision:9 decisions:10 define:15 demo:-15
depending:14 designed:11 detailed:14 deutsch:-28 different:13 directly:11 directory:-11 disclaimer:-17
disclosure:-14 discount:-9 discourse:-12 discover:-8 discussion:-9 diversity:-9 docs:-10 does:10 doesn:11
domain:10 donate:-23 down:8 download:-10 downloads:-12 drink:-15 drop:14 dry:10 dual:10 durable:24 during:13
dynamic:11 each:18 ease:12 easier:16 easily:13 easy:9 ebooks:-20 ecosystem:10 edited:-16 editor:-8
editorial:-18 education:-11 effective:12 efficiency:15 efficient:13 elements:16 email:-17 en:-21 enabled:-12
encourage:14 end:8 english:-14 enhance:17 ensure:13 ensures:16 ensuring:11 enter:-13 entertainment:-12
equity:-23 esc:-12 español:-22 especially:16 est:-13 establish:16 estate:-14 etc:15 ethics:-21 eu:-9 even:14
events:-17 everyone:11 exactly:12 example:11 examples:9 excellent:11 execution:15 executive:-14 existing:12
expand:-16 expected:11 expensive:17 explore:-14 extra:11 facebook:-25 factors:13 faculty:-18 faq:-11
fashion:-13 fast:8 faster:9 featured:-12 feb:-9 february:-8 feel:13 fees:9 few:14 final:15 finance:-8
financing:-17 finder:-17 fine:10 finish:12 fit:10 fits:13 five:9 fixed:11 flexibility:19 flexible:14
floor:-10 focus:13 focused:16 follow:-13 following:16 follows:12 foods:13 football:-12 footer:-36 forgot:-15
format:10 former:-12 forum:-15 forums:-16 four:10 français:-21 free:-7 french:-10 frequently:9 friendly:9
fully:16 function:11 functionality:13 gadgets:-11 galleries:-20 gallery:-17 garden:-11 german:-16 get:-7
getty:-20 gift:-12 gifts:-14 glossary:-11 goal:14 goals:12 going:11 golf:-17 good:7 government:-14 growing:10
guide:-7 guidelines:-15 guides:-16 had:12 handle:14 hard:9 has:8 have:7 health:-10 help:-7 helps:11 hide:-16
high:7 higher:15 highly:13 holiday:-14 home:-15 homepage:-11 hong:-19 hospitality:-17 however:16 http:15
hub:-10 ideal:15 identify:16 if:12 implement:16 implementing:13 important:11 improved:17 improves:14
inbox:-15 inc:-16 inch:11 include:23 includes:15 including:16 inclusion:-15 increase:10 india:-13
industries:-9 info:-15 initial:13 instagram:-24 instead:11 integrated:13 integration:9 intelligence:-7
interactive:10 interface:9 interviews:-11 into:8 inventory:11 investor:-15 investors:-12 isn:13 it:7
italiano:-26 january:-9 jobs:-16 join:-14 jul:-14 july:-19 jump:-9 jun:-27 june:-14 just:8 justice:-26 keep:8
keeping:12 key:10 kind:11 kingdom:-13 kong:-17 lacks:16 large:10 larger:13 latest:-14 layout:12 leadership:-7
least:10 legal:-17 length:14 less:11 let:7 level:8 levels:13 leverage:15 licensing:-15 lightweight:15 like:6
limitations:15 limited:7 lines:11 link:-9 linkedin:-20 links:-12 little:11 ll:9 llc:-18 loading:-15
locations:-11 locator:-12 log:-16 login:-21 london:-12 long:11 longer:13 look:9 looks:11 lots:20 low:10
lower:16 ltd:-9 magazine:-19 mail:-12 main:-11 maintaining:12 managing:9 many:17 map:-11 mar:-16 march:-12
marked:-12 marketplace:-10 match:8 materials:10 mean:11 means:14 media:-11 medicine:-10 member:-8 memory:11
menu:-25 million:12 min:-10 miss:-9 mission:-10 model:7 mon:-11 monitoring:10 move:9 much:11 multi:10
multiple:14 native:9 navigation:-14 need:6 needed:11 needs:12 newest:-14 news:-25 newsletter:-35
newsletters:-25 newsroom:-33 next:-7 notice:-16 notices:-16 notified:-12 notify:-16 nov:-16 november:-12
nutrition:-13 obituaries:-19 objectives:26 oct:-12 october:-16 offer:8 offices:-19 often:18 once:13 one:7
ones:13 ongoing:14 oops:-19 op:-12 open:-7 opinion:-30 optimize:9 option:13 optional:11 options:7 or:7
orders:-11 oriented:12 our:-8 outdoors:-15 output:14 overall:19 overview:-10 own:9 ownership:12 page:-8
papers:-12 partial:12 partner:-10 partners:-10 patterns:13 per:12 photos:-11 pinterest:-23 plant:9 please:-10
pm:-15 podcast:-20 podcasts:-16 police:-11 policies:-11 policy:-27 policyterms:-20 politics:-31 portal:-18
português:-27 posted:-11 posts:-17 potential:11 practical:10 predictive:11 preferences:-15 preparation:11
press:-20 prevent:12 previous:-15 previousnext:-16 print:-10 privacy:-32 processes:10 produce:13 product:-8
products:-7 program:-8 progress:13 prompt:11 proper:20 pros:12 protected:-12 proven:13 provide:11 provided:13
provides:17 providing:18 published:-11 purposes:-15 put:10 quality:10 quickly:15 quiet:11 quote:-11 race:-10
radio:-17 ram:11 range:10 read:-8 reader:-10 reading:-9 realistic:17 reason:12 recent:-16 recipes:-10
recommend:10 recording:11 reddit:-12 reduce:9 reduced:14 reduces:13 refunds:-12 region:-9 register:-20
registered:-17 registration:-10 registry:-13 regularly:24 related:-19 relations:-13 releases:-8 reliable:15
replies:-17 reply:-24 report:-8 reprints:-14 request:-8 require:15 requirements:11 requires:15 reserved:-37
reset:-14 residential:-12 resources:-15 responsive:12 result:12 retail:-9 revenue:17 reviewed:-11 reviews:-10
rewards:-10 right:7 rights:-36 robust:13 rss:-27 run:7 running:8 runs:14 safe:11 said:9 sale:-7 same:14
saving:11 scalability:11 scalable:15 school:-8 science:-11 sciences:-10 scroll:-14 seamless:20 search:-23
searchadvanced:-14 sections:-10 security:-7 selection:12 sell:-17 sellers:-12 sep:-14 service:-8 set:8
setting:18 several:21 share:-16 shipping:-9 shop:-15 shopping:-10 should:10 show:-9 sign:-21 signup:-17
site:-15 sitemap:-38 sizes:12 skip:-32 slow:13 smaller:17 smooth:14 so:13 society:-14 solutions:-7 some:13
someone:11 sort:-17 sound:10 spain:-14 spanish:-11 special:-8 specific:10 speed:10 sponsored:-14 sport:-14
sports:-11 st:-11 stable:11 staff:-13 standard:8 started:-7 starting:10 statement:-14 status:-9 steps:10
still:7 store:-9 stores:-10 stories:-19 strategies:8 street:-13 string:15 strong:18 structure:11
structured:17 studies:-12 submit:-17 submitting:-11 subscribe:-33 subscriber:-23 subscriptions:-13
subtotal:-12 such:17 suitable:22 supports:18 sure:12 sustainability:-10 table:-8 tags:-11 tailored:13 take:9
takeaways:11 takes:10 talks:-15 target:11 tasks:12 tech:-8 television:-12 term:11 terms:-28 testimonials:-21
than:11 that:13 their:11 them:9 then:14 there:10 these:8 they:13 thing:10 those:17 thoughts:9 threads:-15
three:12 through:10 time:6 toggle:-34 topic:-13 topics:-17 tos:-21 trademark:-26 traditional:13
transparent:15 travel:-9 trending:-25 trump:-12 tutorials:-13 tv:-10 tweet:-19 twitter:-27 two:8 types:13
typically:16 understand:10 understanding:11 unique:9 united:-9 updated:-9 updates:-7 us:-20 usa:-13 usb:10
used:9 users:8 using:7 usually:11 value:9 variable:13 variety:16 various:16 vat:-13 ve:9 very:9 videos:-15
view:-14 viewed:-21 views:-16 way:7 wealth:-12 webinars:-25 wedding:-11 went:-11 were:13 whatsapp:-14 when:8
which:10 while:8 whole:13 wholesale:-12 wide:10 will:7 wishlist:-26 within:11 without:12 women:-8
wordpress:-13 working:8 writer:-12 written:-11 york:-8 yourself:13 youtube:-18 zip:-9 русский:-17 中文:-13
日本語:-20 한국어:-20`

/** Decision trees, one per line: `feature<threshold` before its two children, leaves in thousandths of log-odds. */
export const trees =
  `43<0.8189 43<0 -184 8<0 -108 13 14<-1.299 44<0.01646 98<12 -3 -131 117<7 14<-3.599 -150 116 21<0 44<0.2573 172<0.9092 122 39 158 -134 44<0.02201 76<0.9069 -21 116 17<8 168 -152
87<0.9189 65<0 -172 1<26 11<-0.2249 -158 -94 23<0 48 -160 44<0.04894 82<0.01053 78<-1.7 -152 76<0.8844 -106 127 76<0.9069 106<0.4001 -11 131 101 79<478 102<-4 -32 150 65<0.9448 -157 148
20<0 -153 26<60 16<2 148<0 79<105 137 -106 72<0.195 154 146<0.007861 -97 105 65<0.9801 16 100 65<0.9123 104<0.2732 -102 29<0 40 -151 29<0 74<0 -31 72<0.1606 126 25 -151
113<0.7179 113<0.1735 -147 12<0.5 -89 47<0.4911 -86 52 12<-0.8 44<0.01646 -80 12<-3.9 -96 45<-0.8 62 -28 26<155 44<0.04894 70<0.6867 68 -109 45<-3.799 -97 138 100<0.8769 60<0.04348 -126 67 114
20<0 102<-0.8999 -140 -101 160<3 79<478 114<1 83 138 65<0.9448 -112 126 55<0.01582 -70 78<-3.799 -117 65<0.9662 58<0.1771 78<-0.6999 65 -95 69<0.831 54 102<-1.2 -112 16 86<0.9081 96 -35
21<0 13<0.8001 13<-13.8 -126 47<0 99<0.4604 -62 57 79<81 109 154<0 76<0.9864 121<0.9312 120<0.6541 -4 -132 76 91 78<0.6001 82 84<0.01852 61 -104 160<3 128 66 13<-7.599 -139 -105
54<0.8626 22<0 -128 14<-1.6 -76 15<1.3 -16 82 14<-2 28<0 1<5 -24 94 118<11 54<0.9827 -44 47 -90 46<3 26<50 85 121<0.859 156<0.9937 -86 109 101 152<0 121 45
43<0.3622 27<0 -84 -128 153<1 67<-3.7 116<-0.6999 -143 -11 26<60 11<-0.4499 -124 103 125<0.1352 101<0.04269 124<0.7259 124<0.6828 75<0.8968 73 -88 -138 68<22 -170 90 91 -115 87<0.9189 -68 9
43<0.8189 14<-4 -121 151<0.1738 -99 121<0.859 57<6 13 -73 14 14<-1.299 154<0 79<81 37 69<0.8995 -34 67<0.7 -131 46 44<0.01119 -44 68 160<4 109 68<24 44<0.04894 -79 66 68
21<0 58<0.1771 54<0.9827 -70 19<21 36 -129 67<-3.7 -78 26<60 4<0.07093 99 18 29<0 103<3 60<0.04348 123<0.2445 -108 79 46<11 58<0.9017 47 -139 96 134<3 68 -159 -126 -109
20<0 14<-3.9 -114 84<0.05495 -74 1 13<0.8001 26<42 13<-13.8 -104 11<-0.2249 -62 71 104<0.2732 155<0.9814 -74 37 13<-8.799 -94 107<0.5 16<2 96 -9 -113 26<79 99 68<20 -39 67
21<0 89<-1 113<0.1735 -91 118<1 36 68<105 63<0.02722 60 -26 -75 90<1 117<19 155<0.9595 66<0.1368 83<0.1974 82 -127 102 -11 103 55<0.01582 -80 18<0 42 -104 14<-4 -112 -68
54<0.4536 13<-6.2 -107 151<0.2341 -97 -33 13<0.8001 54<0.963 112<0.5523 170<-5.099 2 -74 13<-8.799 -74 41 79<92 77 116<-1.899 -123 55<0.01582 -81 68<15 -101 31<0 58 -131 91<0.9454 37 90
113<0.4268 27<0 12<0.5 -73 84<0.005182 -30 115 -108 12<-1.1 138<0.4286 79<81 121<0.5382 -50 41 127<1 161<0.4692 -97 38 -73 73 26<69 0<81 14 18<0 90 -113 113<0.9554 -22 41
87<0 113<0 -97 150<0.6157 0<163 -43 44 -83 160<3 75<0.9467 16<2 146<0.01781 65<0.9448 -77 72 102 17 -29 150<0.3605 37 83<0.1704 14 123<0.6218 171<0.7707 121<0.5382 -143 50 -69 -127
21<0 12<-0.8 13<-13.8 -90 78<0 81<0.005355 -86 119<3 11<-0.2249 -59 51 -59 81<0.04965 29 -74 17<1 86<0.793 75 171<0.7308 73 161<0.7934 -119 3 -46 13<-6.2 -100 24<0.6051 -22 -88
113<0.1735 14<-3.9 -103 156<1 -54 69<0.2744 220 -45 14<-1.299 11<-0.3499 -92 79<73 49 116<-0.6999 -64 142<0.1905 157<11 76<0.9345 1 82 -61 -93 153<1 123<0.07741 79<136 53 -54 80 -8
20<0 102<-0.8999 -87 157<2 70 -46 160<1 129<0 107<0.2001 89 -62 172<0.9232 79 -97 18<0 150<0.4272 88<0.001772 47<0.6763 -47 54 149<152.5 61 146<0.02773 -114 92 65<0.9123 -34 18 -118
21<0 16<2 13<-8.799 -63 160<4 83<0.5511 57<139 91 155<0.9595 96 50<0.06745 55 -103 59<0.01119 -145 103 121<0.9487 -5 105 74<0.7143 121<0.8314 16<3 -87 -8 6 31 13<-7.599 -95 -48
27<0 65<0.9801 89<-0.2 80<0.818 150<0.7521 11<-0.1166 -58 98<39 112<0.07891 -4 67 -88 -61 -81 25<0.9051 35 -101 160<7 72 172<0.931 79 121<0.9487 -100 97 65<0.8273 -90 89<-0.8999 -70 38
22<0 21<0 134<1 -63 66<0.2049 150<0.8129 210 -54 127<1 144 -77 -96 17<1 86<0.856 45<-4 144<124.2 65<0.9448 -39 102 -117 65<0.9662 150<0.3605 57 5 19<21 78 -39 -24 -45
20<0 27<0 80<0.4296 107<0.3334 26<394 -25 122<0 -56 296 131 -54 -88 26<60 98<6 4<0.05001 37 -22 77<0.6001 68<72 69 -98 76 76<0.9069 -33 32<0 172<0.9932 53 -39 -119
22<0 21<0 12<0.5 -57 84<0.01852 -25 163 -94 160<1 68<357 74 50<0.06745 107 -84 154<0 12<-0.8 80<0.9055 -30 -121 7 85<0.6241 158<0.5838 68<72 25 -114 116<-1.1 -49 44 67
21<0 89<0.8001 65<0.9448 74<1.448 49<0.1133 121<0.9487 -51 42 69<0.8995 11 -88 82 10<0 -3 103<190 56 -133 123<0.05033 83<0.1704 69 -136 62 102<-1 -80 123<0.6849 -20 171<0.4689 -94 307
13<-12 61<0.5 -86 117<21 -66 186 153<1 75<0.9231 44<0.06755 127<3 20 -63 117<21 76<0.4605 -86 68<357 52 -65 77 -36 157<-1 3<0 -15 104 76<0.8596 -48 172<0.931 57 -38
113<0 102<-0.8999 15<1.3 38<0 -94 97 157<6 191 -55 134<1 -70 172<0.299 182 2 16<2 89<-1.2 159<0.6829 81 28<0 30 -69 150<0.4272 64 21 16<3 111<7 -54 1 11
113<0 15<1.3 102<-0.8999 68<357 -91 120<0.2803 228 -87 120<0.5578 105<0.8713 102 -69 -88 24<0.4706 138 -46 11<-0.3499 -85 11<0.02858 -6 29<0 68<80 99<0.2269 31 84 94<0.4445 22 -65 -72
23<0 31<0 154<0 127<3 79<92 88<0.0002741 -39 48 133<0 69<0.9637 79<119 -64 -2 -138 81 -56 26<60 52 158<0.5838 68<72 22 -113 17 159<0.9721 71<0.03774 -74 54 -83 -77
22<0 14<-3.599 13<-1.1 -93 95 13<-8.799 169 -33 17<1 26<60 13<-13.8 -61 114<1 159<0.772 4<0.02248 69 -53 40 69 133<0 140<0.9204 -3 59<0.03304 13<7.101 -100 96 58 66 -35
27<0 54<0.963 102<0.9 81<0.2008 -35 66<0.5227 52<1.75 -28 127 59 59 16<2 44 -4 45<-3.799 -90 102<-1.7 -85 66<0.252 24<0.4254 35 -98 45<0.8001 122<0.04885 -47 45<-2.099 204 -24 71
14<-4 54<0 -76 77<0.7691 26 -44 73<0.1875 37<0 4<0.04 66<0.3262 4 65<0.9123 12 73 149<38.51 123<0.6849 24 121 98<5 -47 5 -76 170<-6.4 92 77<0.6001 66<0.5227 -71 -207 18
13<-16 -80 10<-0.1999 1<4 -67 87<-1 -64 -2 26<42 1<2 -31 50 13<0.8001 127<3 112<0.4647 79<105 4 -58 81<0.8658 13<-8.799 -67 31 277 -100 25<0.4984 85 162<3 65 -8
22<0 21<0 -16 -80 18<0 154<0.0625 156<0.9937 162<3 80<0 161 18 151<0.6251 170<-5.099 39 46<16 -67 41 78<0.8001 -6 105 125<0.0009509 147<0.1476 44 -75 -44 26<60 68 14 -71
11<-0.2249 -66 18<0 150<0.7521 151<0.9944 79<73 62 146<0.007861 140<0.8957 56 -95 125<0.1352 16<2 168<0 102<-2.5 -89 39 95 85<0.6241 157<12 -39 82<0.1492 -13 213 55 -40 -53 -21 -71
41<0 14<-0.8999 158<0.773 73<0.1875 145<0.8805 153<1 49 -3 -52 150<0.2224 28 -96 35<0 -52 81<0.6328 155<0.9886 -33 37 100 83<0.1704 43 24<0.5145 158<0.9927 46 -88 57<10 35 -77 -93
21<0 16<2 117<19 -8 83<0.5511 90<17 53 -110 120<0.6541 75 -106 112<0.5523 123<0.3475 120<0.7017 26 -51 25<0.4984 -2 1<18 -52 -163 20 14<-4 -65 120<0.5578 55<0.07941 63 -27 -56
11<-0.3499 -70 41<0 154<0 73<0.1875 84<0.05495 125<0.0009509 103<29 111<51 158<0.773 14<-3.2 -43 131<0 49 -90 118<13 -15 -73 129 50 -48 60 -58 75<0.7728 94<0 49 7 -3 -91
13<-6.2 84<0.05495 94<1 76<0.599 -77 84<0.005182 11 -80 156<0.05555 214 -2 76<0.5411 94<0.2001 -10 198 -35 24<0.5573 158<0.9927 52<1 28 88 117<15 -87 20 13<7.101 65<0.9801 -31 12 44
22<0 14<-3.599 -75 96<1.667 -22 173 79<73 4<0.07093 54 111<4 -38 51 149<130.5 73<0.1875 123<0.6849 37<0 123<0.6218 12 99<0.1554 -155 68 -75 83 99<0.118 29 -88 46<11 -85 -4
41<0 12<0.8001 120<0.6541 52<0 40<0 157<11 55 -28 -93 162<3 26 156<0.05555 12<-0.8999 101 -101 168<0.9 157<2 18 -51 30<0 219 6 172<0.9599 15<2.6 -62 22 -2 33 -92
22<0 132<0 156<1 -60 19 107 170<6.901 28<0 132<0 4<0.05001 37 -2 158<0.9416 78 -132 105<0.01804 55<0.6898 103<29 -54 85 30 172<0.898 55<0.01798 -31 71 111<51 -16 143 68
23<0 13<-16 82<0.1112 -86 76<0.5411 -61 112 0<15 -32 150<0.6914 16<2 122<0.03226 160<6 42 -6 88 98<5 -23 13<-10.39 153 17 97<0.4001 -51 5 122<0.04153 -82 45<-3.4 -84 68
23<0 18<0 0<21 -30 171<0.7707 106<0.1039 85<0.6241 103<4 15 25<0.4354 22 -94 47 155<0.6042 76<0.362 176 104<0.8575 -65 89 94 161<0.7934 112<0.7394 -65 101 11 -64 14<-3.599 -93 -14
11<-0.3499 -68 41<0 115<-1.299 -26 89<0.8001 67<0.6001 157<11 13<-16 -55 78<-0.8 61 161<0.3605 100<0.9964 -87 97 24 -33 78<1.201 -54 43 124<0.8676 49 83<0.1704 155<0.9992 74 -120 -97 -84
22<0 159<0.6829 84<0.01852 -19 172 -49 29<0 76<0.9069 78<-0.8 16<3 15 101 54<0.72 22 138<0.4286 136<0.2591 81<0.07077 -48 160<12 5 -121 -72 63 69<0.9637 35 102<0.7 35 -160 -56
13<1.601 119<3 13<-17.89 -65 56<-0.4 124<0.6378 69<0.6027 57<6 105 139<22.58 -11 57 124<0.4019 -55 32 124<0.7259 156<0.8717 88 156<0.98 -140 -18 19 -22 -55 4<0.05001 47 10<-0.1999 -60 8
23<0 17<3 7<1 151<0.9944 85<0.5758 161<0.7934 58<0.8761 151<0.563 -15 43 -60 18 29<0 12<-3.599 -33 44 12<-3.2 81 -93 -42 -90 85<0.3046 4 -98 127<1 34<0 59 -83 -84
13<-13.8 116<1.201 -60 82 24<0.5145 120<0.6875 43<0 121<0.8753 26<-999 124 1 120<0.3834 294 79 20 76<0.7883 -52 16<2 58 -26 121<0.8314 26<60 4<0.03071 51 115<-0.8 -75 6 -44 12
117<16 13<1.601 71<0.3125 -40 40 45<2.3 157<16 75 -81 -43 16<2 86<0.9304 13<-8.799 45<-0.6 1 -140 161<0.7934 123<0.1188 -83 29 120<0.3834 106 48 -27 161<0.4692 -50 148<0.0164 56 -5
115<-1.299 63<1.601 -41 42 10<-0.8999 -28 34<0 1<2 -19 118<6 151<0.08609 -25 172<0.8806 111<51 59 -91 160<7 36 -18 67<0.6001 20 146<0.07202 133<0 144<124.2 -37 -135 73 10 -90
12<-0.8 119<3 149<152.5 22<0 -37 101<0.02038 15<0 118<-1 -97 103<7 77 -60 -40 29 -79 106<0.4001 -74 66 92<0.4789 97<0.3334 146<0.01781 -101 8 86<0.9081 41 -14 121<0.9312 -56 87
34<0 12<-0.8 89<-2.2 12<-4 -37 120<0.2803 111 120<0.4665 -35 54 120<0.8566 -20 -98 170<-5.099 10<1.601 18 98 135<0.9825 90<1 25 121<0.9178 120<0.7017 -4 -77 40 48<0.02652 -85 70 -94
11<-0.4499 -66 34<0 120<0.6541 83<0.291 77<0.08904 122 27<0 61<0.5 159<0.6829 56 102<0.7 77<0.6001 -37 20 81<0.1658 2 141 -82 -31 47 83<0.1704 113<0.9554 -18 33 81<0.02273 -73 -11 -93
17<1 79<73 90<17 91<0.7123 67<-1.6 85<0.6716 146 -20 -4 59 -84 154<0.0625 28<0 15<0.9 15<0.7 6 -62 96<0.25 52 98<4 -108 11 105<0.01804 -55 -3 20 85<0.3046 6 -49
41<0 97<0.4815 80<0.4296 7 -24 83<0.08511 89<0.5 144<29.15 -35 45<0.7 41 -80 62 171<0.7707 153<53 83<0.5511 38 36<0 22 -115 19<9 81 -87 171<0.8217 122<0.03226 -81 88 1 -80
18<0 11<-0.4499 -55 168<0 41<0 154<0.1667 105<0.03774 -16 31<0 76<0.362 127<3 93 -69 113<0.9213 -6 50 -46 33 -77 54<0.4536 74<0.16 223 123<0.3475 -6 48<0.2679 209 26 20 -64
121<0.9178 65<0.9801 149<55.49 0<21 -37 10 12<-0.6 56<-0.8 -22 -85 81<0.03189 121<0.797 -19 -146 136<0.1915 147<0.1476 56<0 -24 57 -113 -72 121<0.5921 37 -10 36<0 103<190 21 -56 70
27<0 120<0.6541 77<0.2108 82 12<-0.8 -2 32 26<69 17<3 159<0.772 -39 53<0.8572 42 -46 -116 130<0 13<7.101 12<3.3 172<0.9699 -57 28 -154 73 -111 172<0.0897 105<0.06809 -72 113 -35
27<0 151<0.9944 117<7 47 117<16 156<1 151<0.3737 -42 15 43<0.3622 84 -129 156<0.9937 85<0.5334 -20 117<57 52 -30 85<0.9874 41 -38 -47 49<0 168<0.9 -59 56 164<7 -90 26
23<0 115<-1.299 -23 112<0.3674 79<105 160<8 4<0.03071 74 15 127<1 79 24<0.5145 -22 -152 -19 17<8 120<0.2803 102<-1.2 -20 100 169<85 34 -30 -57 79<399 -62 127<1 163 -58
34<0 75<0.8968 12<0.8001 138<0.2858 -4 80<0.8853 38 -41 169<85 50<0.5 150<0.9055 47 -83 145<0.7661 -129 55 12<3.3 58<0.5521 -71 82 -135 67<0.7 -9 106<0 89<-0.8 -165 -40 15 -91
11<-0.1166 -34 150<0.3605 152<187 68<80 65<0.651 75 19<11 56 52<0 -30 47 110<0.8788 172<0.9699 -7 54 61<0.3334 32 -163 157<6 25<0.2478 -62 60 -75 125<0.04534 169<211 -3 68 -65
18<0 4<0.05001 150<0.3605 78<0.8001 151<0.9944 34 -52 56<-3.299 258 76 129<0 79<58 61 60<0.04348 157<8 5<3 -25 -129 23 21 26<69 59 -98 55<0.07941 7 143<0.4286 -29 45 -57
116<-1.899 -38 75<0.9231 154<0 127<0 46 158<0.7375 156<0.9577 76<0.9069 45<0.6001 -59 28 48 139<92.43 70 76<0.599 -70 45 150<0.004447 -70 -12 68<17 -17 29 111<4 83<0.1704 -4 -92 10
13<7.101 117<16 49<0.25 -31 16 116<-1.899 -48 13<3.5 155<0.9886 72<0.195 16<2 40 -9 170<-6.4 16<3 112<0.6454 48 -94 116 166<7 -105 -17 41 -25 141<0.1445 12<-0.8 -43 78 -24
84<0.05495 40<0 84<0.04 25<0.8419 130<0 125<0.04534 15<0.8001 -4 24 -38 56<1.3 -13 -136 -34 65<0.9448 162<9 -85 52 33 -89 84<0.1608 76<0.5411 109 146<0.0598 75 -10 15<0.7 22 -47
23<0 83<0.1704 26<2 19<13 49<0.3334 -67 49 151<0.8828 65 -54 123<0.6218 114<1 -1 33 84 83<0.2516 172<0.8481 77<0.3117 -117 33 162<4 -4 -73 127<3 18 -60 84<0.0266 -79 32
121<0.859 24<0.7469 168<-0.8 161<0.8198 76<0.7067 -93 -9 148<0.1021 72 -18 156<1 127<0 136<0.8841 87 -75 22<0 -49 3<0.02977 67<-0.6 41 156<0.9937 -15 42 -36 63 -39 30<0 75 10
13<7.101 67<0 117<15 108<0.1579 -24 76 162<1 81 66<0.8584 3 52 75<0.4032 4 117<11 20 143<0.1429 127<1 13 71<0 -10 -89 -9 136<0.2591 130<0 67 -59 102<-0.8 -158 24
18<0 151<0.2341 123<0.6849 88<0.008778 -48 79<53 14<-3.2 -73 80 -18 23<0 111 -44 0<19 151<0.5109 65<0.2461 143 63<0.02722 76 -50 -34 149<152.5 115<-1.299 -9 26 146<0.01781 -67 29 -54
125<0.04534 130<0 149<55.49 85<0.3046 157<11 75 -10 134<1 123<0.1782 -98 -5 27 98<6 123<0.2445 163<0 -44 22 171<0.7707 -32 -138 171<0.9435 22 -36 169<37 66<0.1167 -74 13 -95 -38
7<1 11<-0.2249 -32 34<0 17<2 56<0.6001 15<1.3 82<0.05807 56<-2.2 -12 54 15<0 19 -16 20<0 120<0.4183 177 135<0.845 -23 139 25 11<-0.01818 -46 6 63<0.09091 20 -55 -81 -79
40<0 149<55.49 1<56 1<2 -18 16 93 16<2 86<0.9304 76<0.7883 111<7 12 45<1.201 -106 45 35<0 149<130.5 36 -49 59 122<0.005026 1 -86 111<7 123<0.2445 -24 -81 15 -68
2<0 27<0 135<0.9398 120<0.7017 29 -3 -10 19<16 102<-2.5 -81 24 -65 16<3 102<0.7 94<1 104<0.8575 -48 29 70 87<0.6481 94 76<0.6591 -133 5 170<-3.799 87 155<0.6042 -71 20
11<-0.4499 -49 116<-1.899 -34 30<0 82<0.3429 169<-1 -25 63 -65 131<0 31<0 82<0 45 82<0.01053 -86 15<1.3 -4 27 123<0.4988 9 -80 56<2 167<0.5477 154<0 -23 60 -107 -124
34<0 115<-0.8 88<0.03998 133<0 171<0.7707 45<-3 -55 41 -26 -68 -51 37<0 17<1 161<0.7934 80<0.7932 158<0.773 73<0.1875 47 -50 -23 118<27 -16 -132 65<0.651 57 11 -15 -48 -89
18<0 10<-0.1999 116<-0.6999 50<0.1373 -24 -96 133<0 150<0.03187 -48 50<0.5 7 93 -70 125<0.0009509 98<39 17 76<0.9345 172<0.9599 -103 29 161<1 77 -83 151<0.6251 -43 22 83<0.01283 45 -63
18<0 154<0.1667 97<0.3334 83<0.4068 105<0.2678 -31 28<0 64 -29 33 13<-6.2 155<1 -27 46 98<5 -9 161<0.3605 -45 171<0.5731 105<0.7361 102 -47 26 21<2 16 52<0.3334 159 26 -46
24<0.5573 90<17 0<21 -17 21<2 9 69<0.2744 155<0.6042 184 49 150<0.01494 134 -3 -47 125<0.04534 58<0.9515 136<0.2591 77<0.3117 -51 97<0.3334 85<0.7523 6 -84 31 -26 129<0 -28 -166 -66
116<-1.899 -36 149<130.5 141<0.0008197 157<11 62 -48 86<0.793 89<-2.799 117<13 -14 73 4<0.07093 15 -12 98<11 -31 18 6<0.2273 122<0.005026 161<0.6356 161<0.4692 58 -107 27 122<0.03226 -81 41 -120
130<0 11<-0.1166 -23 18<0 96<0.6667 149<55.49 28 28<0 16<2 38 -21 60<0.3334 76<0.9345 -56 18 73 -10 -38 30<0 75 26<69 71<0.1295 61<0.2593 -76 95 19 78<2.3 -50 -152
12<-0.8 67<0 71<0.3963 157<11 67<-4 -46 52<0 140<0.9204 45 -74 -8 -49 54 111<7 -52 20 61<0.8001 0<163 -5 52<0.7235 62<0.02703 11 83<0.05328 -17 105 75 76<0.7883 -114 26
13<7.101 54<0.72 156<0.05555 73 6<0.06558 124<0.4019 -29 124<0.4306 165 7 39 19<8 80<0.9055 30 -37 76<0.9345 67<-0.6 101<0.2022 28 -44 74<0.6563 -59 8 5 92<0.1555 56 105<0.06809 -165 -1
34<0 150<0.4272 26<2 0<241 158<0.9927 63<1.149 -19 91 -73 77<0.3541 -71 81 55<0.005281 -44 65<0 28<0 147 106<0.1811 -36 113 151<0.4402 105 18 45<-1.6 119<3 26 -46 -11 -87
116<-2.5 -43 18<0 12<-0.8 149<152.5 21<4 -5 58<0.5521 157<8 101 -11 -33 -72 2<0.6001 150<0.2931 5<0 -5 67 65<0.9123 59<0.03304 162<8 -74 45 17 27 -34 26<34 -87 -1
120<0.2561 161<0.8501 -2 67<-0.8999 -5 90 150<0.6914 123<0.06265 159<0.957 71<0.103 -114 0 132<0 31 -107 78<0.8001 67<1.5 6 -39 40 91<0.5079 123<0.05033 90 71<0.3125 -62 26 78<0.6001 11 -41
120<0.8755 17<3 97<0.4815 162<9 16<5 158<0.9927 -8 -55 160<2 -45 37 65<0.7449 63 157<7 -94 32 116<-1.299 94<0 10 -69 23 -34 84<0.01352 84<0.005182 118<5 11 -84 -125 35
34<0 79<73 155<0.6042 19<12 14 85<0.8314 -88 55 56<-1.899 25<0.5915 151<0.963 145 3 4 98<6 -10 99<0.118 -17 155<0.9992 66<0.4203 -31 48 104 102<-1 -13 90<1 33 -6 -87
154<0.1667 13<7.101 161<0.5559 160<4 24 -42 170<-1.7 161<0.7491 57 30<0 65 160<1 53 -13 161<0.9769 124<0.7259 -16 31 -38 56<0.8001 95 11 124<0.1753 84<0.005182 79<96 106 -38 158 12
28<0 127<0 73 48<0.1017 16 72<0.009325 39 123<0.6218 170<2.701 -34 -149 108<0.1579 97<0.2001 -59 91 -72 149<55.49 0<21 -24 123<0.6218 21 -43 68<16 44<0.1106 -48 -168 11<0.2001 -26 28
169<-1 158<0.9722 101<0.01342 -42 47 -68 169<5 3<0.1347 19 156<0.56 -92 18 114<0 63<0 17 -46 169<344 158<0.5078 156<0.7875 131<0 -2 -136 149<55.49 77 149<71.58 -48 35 -5 81
7<1 37<0 171<0.7707 52<1 128<0 153<29 171<0.3615 71<0.1295 -50 29 22 -30 115 59 160<7 159<0.772 -36 13 103<48 79<145 -72 -4 34 107<0.2001 -68 35 67<0.8001 -9 -117
90<17 89<-2.2 45<-4 171<0.6823 -54 74<0.4643 -38 80 123<0.5483 123<0.05033 142 16 89 96<0.6667 11<-0.6499 -59 18<0 8 -40 111<8 -42 89<0 -28 43 134<2 -90 141<0.0715 -70 47
113<0.9949 43<0.9435 46<28 151<0.1738 46<7 -36 40 41<0 23 -59 -37 160<6 5<1 -21 4<0.01553 75 4 148<0.04919 39 161<0.7491 69<0.7237 68<159 52 -68 -72 69<0.7237 -98 -29 18
115<-1.5 82<0.2231 82<0.1705 -16 -75 29 122<0.005026 172<0.9552 172<0.0897 63 14<-3.2 -41 9 56<-3.7 107 21 172<0.8806 111<25 17 -66 139<157.6 -10 36<0 -85 73<0.02778 61<0.07229 52 -94 94
116<-0.6999 -13 164<9 80<0.6032 -36 17 80<0.818 52<0.25 158<0.773 109<0.2858 130<0 54 168<0.7 -66 74 116 170<-6.4 -46 26 157<16 11 -109 78<-2.2 95 126<0 -4 159<0.9912 -99 53
121<0.859 121<0.797 99<0.7079 24<0.7002 3 123<0.05033 75 120<0.2561 30 145<0.8177 -64 3 12<3.3 69 -79 79<105 10 79<111 -131 -46 120<0.7351 141<0.2867 43 123<0.6849 -22 59 76<0.7883 -54 6
18<0 2<0 68<72 11<-0.4499 -54 86<0.5319 72<0.0241 68<15 -92 20 53 6 59<0.03304 67<0.8001 121<0.859 121<0.1975 62 59<0.001391 -36 -102 6 29 99<0.2269 36 -11 133<0 -6 -58 -37
130<0 81<0.06163 58<0.9017 159<0.9493 116<-1.299 -41 90 124<0.7044 71<0.1524 -60 86 53 -9 134<1 58<0.9515 83<0.4068 83<0.1704 -10 89<0.8001 -61 28 43 35 45<-4 -47 14 79<53 86 -36
114<0 99<0.604 -9 -59 24<0.06516 79<51 -148 -21 40<0 23<0 113<0.5917 27 83<0.1704 94<0.3001 79<77 162<-1 114<1 -110 41 59 8 -80 162<16 -6 -109 132<0 -39 92 -48
113<0.9949 55<0.07941 145<0.3691 117<51 55<0.01798 8 59 -30 124<0.2929 -46 57<6 -13 27 100<0.9964 1<56 -28 100<-1 45 70<0.02752 -86 6 145<0.9007 97<0.2001 117<21 -139 41 49 -59 17
138<0.2858 82<0.1705 82<0.16 164<8 124<0.5154 -64 18 83<0.2516 19<21 -4 83<0.06319 151 5 0<21 -26 156<0.9857 20 74 2<0.6001 102 -66 78<-1.7 46 150<0.4797 -14 -47 150<0.9675 27 -60
90<17 115<-1.299 79<92 6 79<119 106<0.2273 -100 48 155<0.7669 37 -35 170<-5.099 15<1.701 123<0.4606 -6 55 83 170<-4.299 123<0.4606 -6 -84 4 149<55.49 157<11 -33 88 79<96 -151 -38
10<-3.7 -50 41<0 20<0 133<0 21 79<330 -64 106 78<0 161<0.5559 65<0.8273 107<0.03031 6 -84 145<0.8805 172<0.9552 66 158<0.8226 -80 85 -98 17 13<0.8001 107<0 -64 -2 -2 -63
90<17 0<16 -20 125<0 67<0.7 12<0.6001 120<0.2561 42 5 47<0.8299 16 72 122<0.03226 77<0.7691 13 83<0.08511 126<0 20 -91 -52 153<7 68<20 -38 80 -45 -20 99<0.4604 21 -69
58<0.9515 1<38 169<-1 -33 0 151<0.8828 13<-8.799 -41 83<0.5511 78<0 81<0.4958 75 -60 172<0.898 59 98<10 -54 21 -60 95 77<0.8032 142<0.04762 -35 -127 172<0.9932 27 50<0.1373 5 -104
2<0 98<3 81<0.1069 54<0.9827 -51 13 8 0<16 -21 71<0.2625 169<31 36 111<6 32 81<0.1658 121<0.8753 -69 77<0.8279 83 -46 37 148<0.1667 -102 94<0.4445 18 -66 111<7 -32 10
145<0.1476 156<0.05555 63 169<37 -17 36 2<0.1152 6<0.2273 127<0 19<19 98<9 99 -33 -76 160<1 129<0 112<0.9753 44 -85 -31 -4 67<-0.6 18 -63 16<4 19<15 -55 7 32
25<0.02916 -84 84<0.05495 130<0 171<0.7707 133<0 18 -29 171<0.8217 -35 1 125<0.456 144<45.65 -76 168<0.7 67<1 60<0.1328 -44 48 -110 62 129 54<0 48<0.9811 89 -37 48<0.1017 26 -23
18<0 97<0.3334 156<1 -3 68<20 34 54<0.9967 -33 -132 27<0 97<0.5 160<4 54 8 156<0.9937 80<0.9055 84<0.01352 13 -32 -78 45<-2.099 68 7 -25 163<0 -86 83<0.01283 81 -29
28<0 67<-3.099 74 96<0 123<0.07741 -21 28 73<0.1875 123<0.3233 141<0.1445 -3 -68 24 -64 27<0 133<0 70<0.1371 -10 19<17 161<0.9769 -9 52 74<1.448 122 -42 161<0.9769 -1 -105 -35
84<0.05495 113<0.9949 43<0.9435 170<-14.29 -71 22<0 -21 69<0.1211 56 -1 67<-1.399 84<0.009091 51 -50 45<-1.1 123<0.09712 43 97<0.8001 -101 27 10<0 46<2 71<0.2001 -42 90 -66 2 11 15
151<0.6251 78<-0.8 123<0.07741 99 14<-2.4 14<-2.799 -4 -102 54 85<0.03241 49 52<1 53<0.09375 -65 70<0.4449 120<0.3246 52<0.1667 -4 93 -18 -47 120<0.1917 99 97<0.4815 -53 47 3<0.3044 14 -41
18<0 127<1 124<0.6616 146<0.3511 62 79<96 55 -40 79<111 -29 40 124<0.7259 59<0.03304 68<72 97<0.3334 121<0.1088 99 -73 8 -68 127<3 171<0.2032 -82 12 -44 19 71<0.03774 22 -62
158<0.773 145<0.9007 133<0 116<1.201 13 64 -26 -33 124<0.7595 19<21 84<0.05495 84<0.01852 71<0.03774 18 19<8 20 81<0.06163 112<0.07891 -79 95 -50 103<9 -14 -87 23 -77 131<0 14 -51
76<0 134<2 -66 1 171<0.9435 156<0.9893 121<0.9487 86<0.451 8 162<3 171<0.8952 39 -59 63<0.1563 3 -40 47 171<0.3223 86<0.5319 17 -89 27 111<18 121<0.7701 63<0.4375 58 -54 -43 54
19<6 98<3 -72 134<2 39 57<44 -1 -127 18<0 21<2 59<0.6421 151<0.9944 3 -46 57<21 -55 -1 102<-4 -41 70<0.8661 43<0.3622 19<13 48 1 -37 105<0.948 121 16 -36
138<0.2858 166<23 127<0 27 -16 56<-0.8 116<-1.299 -27 29 114<1 -17 169<148 68<159 86<0.9081 34 161<0.9979 24 -115 68<184 -105 32 -92 68<80 42 151<0.9278 66<0.6206 -57 8 77
166<19 111<14 121<0.859 -31 116<0 24 -35 121<0.7109 68 -3 102<-1 79<73 17 60<0.2791 -8 26<42 -13 -92 50<0.25 97<0.16 -23 172<0.9498 43 91<0.9454 -10 40 19<17 -6 -111
75<0.8968 120<0.8755 85<0.3046 85<0.2595 90<2 24 -22 67 85<0.5758 -17 13 65<0.8787 60 111<10 -52 63 144<107.8 146<0.6928 130<0 14 135<0.4861 30 -96 -71 124<0.7595 12<0.8001 -108 44 10
115<-1.299 70<0.1371 -39 7 137<0.1429 120<0.7017 123<0.1188 55 121<0.859 70<0.03636 -26 10 32 159<0.772 121<0.9003 28 -90 80<0.8319 150<0.06485 40 101<0.06553 74<0.1177 10 158<0.8872 1 -99 18 19 -28
58<0.9017 1<38 89<-2.799 1<4 -9 149<94.43 61 -72 89<0.8001 -10 23 118<7 50<0.25 63 52<0.3927 -76 64 19<10 37 -50 134<1 123<0.3879 15 -57 139<157.6 79<212 22 -85 -77
66<0.9705 66<0.9339 96<0.8065 66<0.1632 150<0.3605 66<0.01792 -46 51 101<0.1445 70<0.34 4 -74 53 117<9 33 117<30 -20 5 -17 13<-2.9 -36 67 155<1 13<3.5 15 150<0.4797 20 -140 -115
116<-0.6999 144<18.34 55 70<0.107 13<-12 -66 98<4 151<0.2341 -83 3 15<0.9 -10 53 59<0.03304 172<0.898 -146 -26 120<0.3246 -60 163<0 30 -32 63<0.3334 76<0.6591 32 3 89<-3.4 43 -7
22<0 102<0.7 -26 83<0.06319 124 -17 78<-1.2 130<0 17<16 42 -74 -50 45<-3.799 146<0.04801 86 61<0 4 -104 171<0.7707 164<10 -28 111<4 111<3 15 -52 130<0 58 -25 -10
18<0 34<0 73<0.1875 79<53 125<0.1352 72<0.195 8<0 13 79 161<0.9904 35 134<0 -133 7 126 5 13<-7.599 44<0.005551 122 -22 12<1 19<8 59 -63 35 -72 26<42 -73 -7
97<0.4815 45<-4 -42 18<0 -4 -56 19<10 100<0.9523 96<1.667 98<11 -16 26 80 149<152.5 56 -39 56<2 45<3.5 98<9 149<22.5 54 10 158<0.773 19 -34 -89 49<0.25 -13 -111
37<0 16<3 17<3 24<0.7902 4 69<0.8034 55<0.07941 -10 -73 10 46<2 14 -61 44<0.2573 164<10 46<9 15 -69 123<0.3663 24 155<0.6042 61<0.3334 52 -61 114 -39 72<0.3334 -51 77
67<0.6001 17<8 3<0.6667 40<0 34<0 12 -64 -38 -63 74<0.1177 55 -69 25<0.1224 52<0.3334 -26 114 48<0.9811 151<0.08609 44<0.02592 17 -68 79<478 79<233 -6 53 121<0.2328 -104 23 -65
130<0 88<0.06641 6 -17 101<0.05202 147<0 122<0.03226 24<0.3409 -29 -111 15 58<0.8396 117<23 1<5 -36 63 -63 78 58<0.9515 112<0.7394 117<30 168<0.7 -72 52 102 127 82<0.1302 -121 5
18<0 154<0.1667 37<0 16<3 4<0.1112 104<0.9096 10 -19 -24 18 -35 66<0.252 82<0.01053 -30 66 79<136 155<0.9712 -23 43 35 144<72.72 101<0.1445 65<0.8273 -57 40 155<0.9362 118 -16 -71
77<0.6565 85<1.371 119<2 -17 19<15 15<1.3 -22 46 19<21 58 -55 -103 68<15 78<-0.8 75 -51 63<0.02722 31 114<1 79<145 159<0.9493 -47 79<127 8 -84 138<0.2858 4 64 21
90<17 83<0.5511 83<0.4068 116<-0.6999 144<13.96 59 141<0.1445 -3 -45 172<0.9932 8 162<9 -24 35 81<0.2008 81 150<0.01494 86 86<0.1821 -132 11 123<0.1077 82 102<-0.8 -2 -76 1<56 -16 -119
154<0.1667 127<2 171<0.3615 68<26 96<0.5 46 -62 102<1.701 -68 41 102<0.9 26<306 -2 54 171<0.7467 88 17 67<0.8001 68<19 26<155 29 -92 -31 11 171<0.7707 133<0 50 -23 -6
37<0 58<0.9751 1<56 25<0.2176 -28 21<2 92<0.7192 2 120<0.1146 13 71<0.3125 -84 27 99<0.327 120<0.7197 85<0.1172 128 36 -45 -21 63<0.09091 -22 19<12 85<0.2595 3 82 1 -25 -39
7<1 19<15 142<0.1905 -1 -47 120<0.3834 159<0.9631 87 151<0 94 -25 159<0.9183 158<0.8686 129<0 158<0.4038 16<2 23 -98 85<0.2595 -23 39 -81 -109 74<0.1177 100 15 64<0.6364 -70 34
13<7.101 21<2 122<0.04153 131<0 -6 156<0.8717 -96 83<0.06319 -87 8 52<0.3334 32 19<12 -45 124<0.5154 91 -47 140<0.6821 142<0.1905 155<0.2471 112 13<-24 -62 32 -44 -16 48<0.1595 44 -30
18<0 125<0.0009509 7<1 88<0.02154 76<0.9069 20<0 1<4 150<0.2224 -53 22 150<0.1078 60 6 -23 168<-2.7 -98 20 0<16 67<0 -60 49 21 -48 150<0.2931 17 65<0.8273 -76 -6 -30
114<0 68<19 87<-1 79 -11 -24 102<-1.2 144<107.8 58<0.5521 85<0.3046 36 118<4 -65 6 34 48<0 -97 10 121<0.8314 68<17 19<11 13 6<0.1347 -90 20 68<19 52 -2 18
98<3 -12 166<19 160<11 115<-1.5 12<0.5 100<0.9964 -88 37 15 4 -43 68<159 161<0.876 116<-0.6999 -31 14 122<0 53 11 68<184 -68 170<2.1 122<0.02532 165<0 -58 17 56 66`
