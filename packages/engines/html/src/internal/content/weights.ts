/**
 * Holds weights trained on annotated pages. `npm run bench -- htmlTrain --write` writes this file.
 *
 * @since 0.1.0
 */

export const provenance = {
  corpora: "WCXB, scrapinghub article-extraction-benchmark, trafilatura: split dev",
  pages: 1299,
  units: 293370,
  dev: "word F1 0.9086, phrases 0.9394",
  fresh: "word F1 0.8865, phrases 0.9260"
}

export const features: string =
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

export const names: string =
  `about-this:14 about-us:-19 absolute:-12 ac:-11 access:-17 accessibility:-16 accordion-content:10 account:-34
action:-7 action-bar:-22 action-menu:-25 actions:-14 active-trail:-16 add-to:-10 address:-26 advanced:-20
after:-27 ai-start:-16 alert:-19 align:-7 align-aside:-38 align-default:-15 align-end:-33 align-items:-12
align-justify:-15 align-right:-26 aligncenter:-21 aligned:-21 alt:-11 am:-22 ancestor:-39 animation-fade:-31
announcement:-31 announcement-bar:-31 app-reviews:-24 are:-25 are-vertically:-17 area-inner:-22 arrow:-30
arrows:-22 article:8 article-body:18 article-byline:-20 article-content:13 article-footer:-22
article-header:-29 article-meta:-25 article-title:-22 aside:-19 attachment:-22 attribution:-12 author:-8
author-bio:-35 author-box:-31 author-date:-18 author-description:-22 author-details:-16 author-info:-26
author-name:-14 author-profile:-22 author-wrapper:-21 authors:-29 avatar:-25 back:-8 backdrop:-14 badge:-19
badges:-13 bag:-14 banner:-15 banner-container:-15 banner-content:-20 banner-header:-13 banner-inner:-16
banner-sdk:-25 bar:-29 bar-container:-21 bar-content:-30 bar-message:-14 bar-popup:-20 bar-section:-18
bar-text:-16 bar-wrap:-15 bar-wrapper:-33 bb-code:-13 below:-17 benefits:14 between:-8 bg-black:-13
bg-blue:-12 bg-dark:-16 bg-opacity:-18 bg-primary:-13 bio:-30 biography:-18 block-block:-31 block-button:-24
block-buttons:-22 block-expand:-14 block-expandable:-13 block-footer:-17 block-header:-10 block-html:12
block-image:-28 block-list:15 block-menu:-37 block-new:-20 block-newsletter:-26 block-outer:-24
block-quote:-10 block-row:-25 block-search:-11 block-social:-12 block-table:21 block-title:-15
block-views:-22 blog-author:-16 blog-content:13 blog-meta:-20 body:6 body-header:-23 body-sidebar:-25
body-small:-14 border-white:-16 bottom:-7 bottom-bar:-13 bottom-detail:-16 bottom-left:-29 bottom-margin:-16
bottom-menu:-22 bottom-right:-26 bottom-wrapper:-20 branding:-28 brands:-26 breadcrumb-item:-20
breadcrumb-list:-14 breadcrumbs:-19 browser:-9 browser-chrome:-18 browser-gecko:-15 btn:-31 btn-container:-11
btns:-12 bu:-24 burger:-41 button:-19 button-container:-17 button-group:-10 button-wrap:-16
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
controls:-19 cookie:-31 cookie-law:-14 cookie-notice:-15 cookies:-18 copy:7 copyright:-44 core-buttons:-17
core-navigation:-15 count:-25 counter:-13 country:-21 cq:-15 cr:-20 crawler-nav:-22 credit:-15 cta:-11
cta-button:-18 cta-container:-22 ctas:-17 current:-19 current-language:-18 current-menu:-38 current-page:-13
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
et-footer:-27 et-menu:-34 et-post:15 et-top:-24 events:-8 events-none:-27 expand:-17 expand-content:-14
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
footer-wrap:-41 footer-wrapper:-44 footnote:-20 footnotes:-20 for-small:-19 form:-15 form-block:-22
form-container:-25 form-done:-17 form-fail:-17 form-field:-15 form-fields:-21 form-group:-28 form-inline:-12
form-item:-26 form-sublabel:-28 form-type:-21 form-wrap:-15 form-wrapper:-31 format:10 format-standard:10
forums:-19 framework:-28 full-menu:-16 fv:-22 fw:-9 game-header:15 ge:-14 gecko:-15 gf:-15 gf-browser:-28
gfield:-28 gfield-contains:-20 gfield-description:-13 gfield-has:-14 gfield-input:-22 gfield-no:-28
gfield-type:-28 gfield-visibility:-28 gfield-width:-27 gform:-28 gform-body:-28 gform-fields:-28
gform-theme:-28 gform-validation:-13 gform-wrapper:-28 global-action:-19 global-actions:-19 global-footer:-34
global-header:-39 global-nav:-37 globalheader:-16 globalnav:-18 go:-19 graph:-31 graph-collapsed:-23
gravity:-31 gravity-theme:-31 grid-columns:-17 grid-mobile:-23 group-container:-31 group-footer:-36
group-header:-38 group-item:-16 groups:-22 grow-rzmkn:-17 grp:-18 guest:-27 hamburger:-30 has-children:-38
has-collapse:-20 has-description:-21 has-dropdown:-36 has-link:-15 has-menu:-32 has-post:9 has-sides:-23
has-small:-16 has-submenu:-43 has-text:-11 has-white:-15 hash:-28 hdn:-17 hdr:-17 head:-17 header:-18
header-actions:-20 header-announcement:-17 header-bar:-22 header-bottom:-28 header-buttons:-12
header-center:-19 header-col:-15 header-container:-35 header-content:-15 header-ctn:15 header-desktop:-23
header-display:-18 header-focus:-36 header-group:-37 header-has:-28 header-icon:-19 header-icons:-16
header-inline:-29 header-inner:-45 header-item:-36 header-layout:-29 header-left:-26 header-link:-21
header-links:-18 header-logo:-26 header-main:-40 header-menu:-49 header-mobile:-37 header-nav:-49
header-navigation:-34 header-primary:-16 header-right:-23 header-row:-36 header-search:-22 header-section:-30
header-sub:-17 header-text:-11 header-title:-14 header-top:-33 header-upper:-31 header-wrap:-39
header-wrapper:-22 heading-title:-15 headline:-11 health:14 height-el:-16 height-min:-16 help:-9 hentry:9
hero-text:-20 hf:-20 hidden-desktop:-27 hidden-label:-18 hidden-mobile:-18 hidden-sm:-15 hidden-tablet:-38
hidden-xs:-16 hide:-12 hide-for:-13 hide-on:-25 honeypot:-13 hot:-22 hover:-10 hover-to:-19 how:14 how-to:17
ht:-17 html:9 html-widget:-29 hu:-16 iab:-27 icon:-14 icon-list:-31 icons:-23 id-block:-19 image-caption:-29
image-container:-23 inactive:-31 indicator:-11 individual:-14 industries:-22 info-bar:-17 inline-block:-9
inline-bullet:-24 inline-flex:-15 inline-item:-23 inline-items:-18 inline-menu:-19 input:-28 input-group:-15
input-type:-23 inset:-14 instagram:-18 inverted:-27 invisible:-10 ip:-22 is-dropdown:-16 is-empty:-15
is-hidden:-24 is-vertically:-13 italic:-19 item:-8 item-active:-25 item-has:-34 item-home:-15 item-link:-17
item-main:-23 item-menu:-24 item-meta:-18 item-mobile:-28 item-object:-39 item-pagination:-17 item-parent:-18
item-privacy:-13 item-text:-10 item-title:-11 item-top:-28 item-type:-40 items:-7 items-center:-9
items-end:-10 items-stretch:-10 ixi:-33 ixi-vjz:-22 jd:-21 je:-19 jetpack:-21 jg:-13 job:-17 js-dropdown:-18
js-expand:-15 js-footer:-22 js-form:-20 js-header:-30 js-hidden:-29 js-menu:-16 js-modal:-19 js-nav:-36
js-notice:-15 js-off:-18 js-reactions:-18 js-search:-18 js-select:12 js-sticky:-17 jump:-19 justified:-32
justify-between:-8 justify-end:-13 ka:-16 kp:-24 label-hidden:12 lang:-13 language:-10 language-dropdown:-22
language-flyout:-19 language-outliers:-18 language-switcher:-17 larger:19 latest:-14 layout-fill:-19
layout-fullwidth:-17 layout-horizontal:-25 layout-inline:-15 layout-sidepanel:-16 layout-standard:-22
layout-stretch:-24 layout-traditional:-15 le:-22 left-col:16 left-menu:-15 left-nav:-16 legal:-15
legal-links:-14 level:-15 lg-block:-15 lg-none:-28 li:-21 lightbox:-18 link:-12 link-block:-24
link-container:-22 link-content:-17 link-full:-22 link-group:-17 link-item:-23 link-list:-16 link-next:-18
link-prev:-15 link-style:-17 link-text:-17 link-title:-13 link-wrap:-15 link-wrapper:-23 linkedin:-12
links:-14 links-container:-31 links-item:-19 links-list:-29 links-menu:-23 links-wrapper:-27 list:-8
list-container:-11 list-disc:17 list-inline:-9 list-item:-10 list-layout:-28 list-main:-17 list-menu:-33
list-unstyled:-16 list-wrapper:-34 live:-14 lj:14 load:-26 load-more:-15 loading:-11 localization:-17
location-footer:-41 location-header:-39 location-popup:-21 locations:-17 login:-30 logo:-28 logo-left:-22
long:18 low:-14 lower:-30 ls-item:-17 magazine:-20 main-article:12 main-block:12 main-content:8
main-footer:-36 main-header:-45 main-item:-15 main-link:-31 main-menu:-30 main-nav:-26 main-navigation:-44
mainmenu:-38 mainmenu-contents:-15 mainnavigation:-17 markdown:16 masthead:-42 max-none:17 mb-md:-21
mb-sm:-21 md-none:-15 media-image:-14 medium-fw:-15 mega:-50 mega-menu:-46 megamenu:-43 menu:-36
menu-about:-20 menu-align:-40 menu-ancestor:-36 menu-bar:-29 menu-body:-22 menu-burger:-39 menu-children:-19
menu-col:-26 menu-column:-41 menu-columns:-22 menu-container:-55 menu-content:-44 menu-ctn:-15 menu-depth:-19
menu-dropdown:-45 menu-flyout:-35 menu-footer:-43 menu-group:-33 menu-header:-36 menu-heading:-28
menu-horizontal:-27 menu-inline:-27 menu-inner:-39 menu-item:-43 menu-items:-34 menu-layout:-36 menu-left:-24
menu-level:-34 menu-link:-21 menu-links:-24 menu-list:-46 menu-main:-47 menu-menu:-33 menu-mobile:-40
menu-nav:-41 menu-page:-15 menu-parent:-34 menu-primary:-45 menu-right:-32 menu-row:-34 menu-search:-12
menu-secondary:-21 menu-section:-33 menu-slide:-20 menu-stretch:-34 menu-structural:-23 menu-sub:-34
menu-text:-40 menu-title:-22 menu-toggle:-40 menu-top:-37 menu-ul:-23 menu-wrap:-40 menu-wrapper:-45
menuitem:-33 menus:-37 message-body:12 message-content:11 message-footer:-23 meta-container:-16 meta-item:-20
meta-wrapper:-16 metadata:-25 minor:-23 mn:-17 mob:-15 mobile:-12 mobile-align:-26 mobile-center:-18
mobile-drawer:-26 mobile-footer:-22 mobile-header:-30 mobile-layout:-13 mobile-menu:-48 mobile-nav:-43
mobile-navigation:-37 mobile-site:-26 mobile-toggle:-26 mobile-width:-27 modal:-41 modal-body:-35
modal-container:-16 modal-content:-40 modal-dialog:-35 modal-footer:-13 modal-form:-19 modal-header:-16
modal-inner:-17 modal-title:-15 mode-full:15 model:-20 modern:-30 module-title:-17 more:-8 more-topics:-25
most:-32 most-popular:-31 motion-reduce:-23 name:7 name-body:16 nav:-29 nav-bar:-35 nav-bottom:-18
nav-col:-24 nav-column:-19 nav-container:-44 nav-content:-14 nav-cta:-13 nav-desktop:-28 nav-drop:-19
nav-dropdown:-43 nav-el:-23 nav-footer:-17 nav-full:-18 nav-group:-21 nav-inner:-42 nav-item:-51
nav-items:-23 nav-left:-29 nav-link:-36 nav-links:-39 nav-list:-48 nav-main:-39 nav-menu:-32 nav-mobile:-33
nav-nav:-16 nav-page:-18 nav-panel:-22 nav-primary:-41 nav-right:-29 nav-row:-17 nav-search:-27
nav-secondary:-24 nav-section:-36 nav-sticky:-24 nav-sub:-28 nav-submenu:-19 nav-tabs:-28 nav-text:-24
nav-title:-20 nav-toggle:-29 nav-top:-17 nav-wrap:-41 nav-wrapper:-44 navbar:-40 navbar-collapse:-42
navbar-container:-27 navbar-dark:-26 navbar-default:-39 navbar-dropdown:-16 navbar-expand:-41
navbar-fixed:-21 navbar-header:-18 navbar-light:-20 navbar-menu:-30 navbar-nav:-44 navbar-wrapper:-21
navgroup:-15 navigation:-35 navigation-container:-40 navigation-dropdown:-29 navigation-item:-35
navigation-layout:-24 navigation-link:-18 navigation-list:-28 navigation-menu:-35 navigation-mobile:-17
navigation-parent:-20 navigation-style:-19 navigation-wrap:-16 navigation-wrapper:-22 navs:-21 network:-28
newsletter-form:-29 newsletter-signup:-25 ni:15 no-center:-17 no-description:-28 no-framework:-31 no-js:-19
no-underline:-14 nocontent:-37 node:13 node-content:13 node-type:14 node-view:13 not:-8 notes:-12 notice:-18
notice-content:-20 notices:-23 notify:-16 now:-11 nw:-16 object:-39 object-category:-43 object-custom:-33
object-page:-51 object-post:-32 object-product:-32 oc:-20 odd:-15 offset:8 og:-17 on:-9 on-mobile:-30
onetrust:-33 onetrust-banner:-25 onetrust-consent:-33 onetrust-group:-25 onetrust-policy:-25 open:-16
opposite:-19 optin:-25 option:-13 options:-12 orange:-13 original:-14 ot-dpd:-17 ot-flat:-23 ot-iab:-23
ot-sdk:-33 other:-28 our:-14 outliers:-18 outliers-dropdown:-18 outside:-19 ov:-18 overflow-auto:-14
overlay:-12 page-ancestor:-32 page-footer:-19 page-header:-15 page-item:-19 page-menu:-20 page-nav:-19
page-parent:-33 pagination:-11 pagination-link:-19 pairs:-23 pairs-justified:-23 paragraph:11
parent-toggle:-20 pb-widget:-19 pc-align:-22 pc-flex:-23 pc-gap:-25 pc-justify:-21 pc-padding:-25 pe:-14
picker:-13 pinned:-25 pk:-24 pointer:-16 pointer-events:-30 pointer-none:-25 pointer-underline:-20
policies:-17 policy:-13 policy-text:-24 pop:-22 popover:-29 popular:-25 popup:-37 popup-block:-21
popup-body:-27 popup-drawer:-20 popup-menu:-18 portal:-13 pos:-28 position-absolute:-14 position-right:-19
post-ancestor:-20 post-author:-24 post-body:16 post-comments:-29 post-content:15 post-date:-16
post-excerpt:-27 post-footer:-27 post-header:-27 post-info:-22 post-meta:-19 post-navigation:-24
post-parent:-19 post-tag:-18 post-thumbnail:9 post-title:-28 post-type:-9 posts:-8 posts-skin:-18
posts-thumbnail:-18 powered-by:-24 pre-footer:-17 prev:-30 prev-next:-24 preview:-14 previous:-27
primary-footer:-23 primary-menu:-46 primary-nav:-38 primary-navigation:-39 print:-15 privacy:-29
privacy-content:-15 privacy-overview:-15 privacy-policy:-22 product-card:-18 product-description:21
product-details:14 programs:-24 promo:-23 prose:12 pt-lg:-25 publication-footer:-20 publish:9 published:-25
questions:-24 quick-links:-27 quote:9 radio:-21 range:-21 reactions:-20 reactions-bar:-18 reactions-list:-18
read-more:16 reader:-15 recent:-14 recent-entries:-17 recent-posts:-29 recommended:-35 reduce:-22 ref:-13
reg:-18 region-content:10 region-footer:-35 region-header:-23 region-navigation:-23 register:-12 related:-20
related-article:-20 related-articles:-30 related-content:-34 related-post:-23 related-posts:-33
related-topics:-30 remove:-17 repeater:-23 repeater-item:-22 reply-title:-11 request:-18 required:-26 res:-21
reset-ixi:-22 respond:-24 review-ctn:-24 review-language:-19 reviews-area:-24 reviews-filter:-26
reviews-hash:-24 reviews-language:-18 ribbon:-14 rich:16 rich-text:18 richtext:14 ro:-25 robots:-21
robots-nocontent:-15 rounded-lg:-11 row-columns:-18 row-container:-11 row-has:-20 row-main:-27 row-mobile:-24
row-no:-17 row-tablet:-24 rows:-29 rss:-20 rte:17 rv:-15 rz:-13 rzmkn:-17 scale:-13 screen-reader:-15
scrollbar:-27 scroller:-12 scroller-scroll:-14 sd:-14 sd-block:-16 sd-content:-13 sd-sharing:-15
sd-social:-15 sdk:-33 sdk-columns:-30 sdk-container:-30 sdk-nine:-16 sdk-row:-33 search:-8 search-bar:-20
search-box:-13 search-container:-17 search-form:-33 search-inner:-15 search-input:-14 search-modal:-17
search-result:-15 search-wrapper:-23 searchbar:-19 secondary:-13 secondary-menu:-15 secondary-nav:-24
section-footer:-31 section-group:-44 section-header:-21 section-items:-21 section-links:-14 section-nav:-23
section-title:-17 select-to:12 selected:-18 selector:-15 seo:13 separator:-24 settings:-31 settings-popup:-30
sf-menu:-20 shape:-13 share-buttons:-11 sharedaddy:-16 sharing:-19 sharing-enabled:-15 show:-9
show-banner:-20 show-for:-28 show-on:-17 side-menu:-24 side-nav:-16 side-right:-21 side-wrap:-14
sidebar-block:-21 sidebar-inner:-34 sidebar-nav:-29 sidebar-primary:-36 sidebar-sticky:-21
sidebar-wrapper:-20 sidenav:-30 sidepanel:-23 sign:-24 sign-in:-14 sign-up:-20 signature:-28 signup:-35
signup-form:-17 single:7 single-content:12 site-footer:-53 site-header:-33 site-info:-26 site-menu:-17
site-nav:-42 site-navigation:-42 site-search:-23 site-title:-17 size-default:-12 sk:-20 slider-slide:-18
slogan:-24 small-font:-21 social:-18 social-icon:-16 social-icons:-18 social-item:-13 social-link:-18
social-links:-22 social-menu:-14 social-share:-16 socials:-17 sort:-18 source:-8 sr:-19 sr-only:-17
standard:8 stars:-21 statistics:-15 status:9 status-publish:9 sticky:-7 sticky-header:-10 story:9 stretch:-13
stretch-false:-24 structural:-23 style-button:-15 style-normal:-16 sub:-25 sub-header:-15 sub-menu:-37
sub-nav:-37 subheader:-11 subheading:-9 sublabel:-28 sublabel-below:-23 sublist:-24 submenu:-47
submenu-container:-16 submenu-item:-33 submenu-list:-32 submit:-17 subnav:-24 subnav-left:-17
subnav-right:-20 subscribe:-36 subscribe-form:-28 success:-18 summary:9 supported:-22 surface:-23
switcher:-28 system:10 system-main:12 ta:-26 tab-container:-18 tab-pane:-27 tab-section:-16 tablet-align:-19
tag:7 tagline:-23 tags:-11 talk:-14 taxonomy:-29 tb-footer:-23 te:-16 team:-16 template-part:-15 tertiary:-17
test:-10 text-article:16 text-inner:12 text-long:21 text-right:-10 text-secondary:-13 text-section:15
text-tb:-16 text-white:-14 text-with:14 text-wrapper:12 text-xs:-17 textwidget:-42 th:-23 theme-col:-18
theme-no:-31 theme-post:18 themed:-15 themed-background:-20 third:-14 this:12 thread-alt:-40 thread-even:-43
thread-list:-26 thread-odd:-40 threads:-24 thumbnail:9 title:-13 title-bar:-19 title-container:-25
title-nav:-18 title-wrap:-11 title-wrapper:-14 tl:-15 to-cart:-11 to-open:-19 to-quote:12 toc-list:-17
toggle:-10 toggle-false:-18 toggle-icon:-14 toggle-sub:-19 tool:-21 toolbar:-24 top-bar:-31 top-header:-30
top-label:-28 top-left:-26 top-level:-36 top-menu:-37 top-nav:-39 top-navigation:-34 top-right:-18
top-wrapper:-22 topbar:-27 topic-category:-13 topic-list:-28 topic-title:-17 topics-list:-28 topnav:-39
total:-14 totals:-16 touch:-19 tracking-tight:-16 traditional:-15 transform:-18 transform-uppercase:-16
transition-all:-11 transition-colors:-17 translate:-15 trending:-33 type-checkbox:-18 type-custom:-21
type-email:-10 type-flyout:-15 type-honeypot:-13 type-page:11 type-rich:14 type-taxonomy:-47 type-text:15
ufi:-16 ug:-18 ul:-11 unstyled:-15 updated:-20 upper:-33 uppercase:-17 user-details:-15 user-extras:-19
user-info:-24 user-reviews:-14 user-title:-13 using:-16 utility:-15 utility-links:-18 utility-nav:-22
validation:-29 validation-below:-27 validation-container:-13 vcard:-23 version:-24 vertical-align:-16
vertically:-13 view-display:-28 view-id:-31 view-mode:12 visibility:-14 visibility-visible:-28 visible:-7
visually:-25 visually-hidden:-25 vjz:-22 vs:-29 warning:-10 watch:-15 weather:-14 weight-medium:-20
welcome:-16 what:13 what-is:14 whitespace-nowrap:-18 widget-area:-25 widget-block:-39 widget-button:-19
widget-categories:-23 widget-custom:-30 widget-heading:-21 widget-icon:-27 widget-mobile:-23 widget-nav:-22
widget-post:-26 widget-recent:-25 widget-search:-10 widget-theme:18 widget-title:-26 widget-wrapper:-19
widgets:-37 widgettitle:-17 width-auto:-32 width-initial:-31 with-icon:-16 with-image:14 with-summary:14
wp-caption:-23 wp-element:-24 wrapper-post:16 wysiwyg:16 xf:-12 xl-block:-23 xl-none:-23 xsmall:-14 xy:-17
yes:-33 youtube:-17 yw:-16 zd:-15`

export const words: string =
  `ability:20 about:-13 accept:-13 accessibility:-22 accessories:-13 account:-13 across:7 act:-13 adding:12
address:-11 admissions:-14 ads:-10 advantage:10 advantages:13 advertise:-41 advertisement:-30 advertising:-15
advice:-11 affiliate:-19 affiliates:-17 affordable:13 ago:-20 agree:-16 agreement:-9 all:-8 allows:12
alumni:-13 am:-11 analyze:12 another:12 any:8 apr:-12 archive:-18 archives:-15 are:9 articles:-23 arts:-16
as:6 asked:10 assess:18 aug:-18 august:-20 australia:-14 author:-12 authors:-13 automate:11 automotive:-20
average:11 avoid:16 awards:-15 back:-9 based:7 basic:10 battery:14 be:8 beauty:-10 because:13 become:-11
before:10 behavior:10 benefits:7 between:14 bit:10 blog:-22 blogs:-21 board:-9 book:-9 books:-14 both:19
bottom:10 brands:-11 browse:-19 budget:9 builds:12 built:10 bundles:-16 business:-6 but:12 button:10
calculator:-12 calendar:-11 called:12 calls:10 campus:-16 can:10 canada:-12 cancel:-14 capabilities:11
cards:-8 career:-9 careers:-40 cars:-9 cart:-30 categories:-12 center:-16 central:-9 charge:14 child:-9
choices:-9 choose:7 choosing:11 classifieds:-16 clean:15 close:-19 collaboration:11 college:-15 colors:11
com:-7 come:11 comes:11 comfort:11 comment:-20 comments:-18 common:11 communications:-9 communities:-10
community:-11 compact:10 company:-11 compared:12 competitive:14 complex:18 complexity:13 components:10
comprehensive:11 conclusion:19 conditions:-13 conduct:-12 connect:-8 connectivity:11 cons:14 consent:-18
consider:18 considerations:15 consistent:22 contact:-28 contacts:-15 content:-13 contents:-17 contentskip:-24
context:14 continue:-10 contributing:-14 contributors:-12 controls:13 cookie:-33 cookies:-32 copyright:-33
cost:12 costs:12 count:13 covered:11 creates:14 creating:12 crime:-15 culture:-14 customizable:16 dealer:-14
deals:-14 dec:-18 december:-19 decision:9 decisions:10 define:15 demo:-15 depending:15 description:8
designed:10 detailed:14 deutsch:-28 different:13 directly:11 directory:-11 disclaimer:-17 disclosure:-14
discount:-9 discourse:-12 discover:-8 discussion:-9 diversity:-9 docs:-10 does:10 doesn:12 domain:10
donate:-23 down:8 download:-10 downloads:-12 drink:-15 drop:14 dry:10 dual:10 durable:24 during:13 dynamic:10
each:18 ease:12 easier:16 easily:12 easy:9 ebooks:-20 ecosystem:10 edited:-16 editions:-12 editor:-9
editorial:-19 education:-11 effective:12 efficiency:15 efficient:13 elements:16 email:-17 en:-20 enabled:-12
encourage:14 end:8 english:-14 enhance:17 ensure:13 ensures:16 ensuring:11 enter:-12 entertainment:-12
equity:-23 esc:-12 español:-22 especially:16 est:-13 establish:16 estate:-14 etc:15 ethics:-21 eu:-9 even:14
events:-17 everyone:11 exactly:12 example:11 examples:9 excellent:11 execution:15 executive:-14 existing:12
expand:-16 expected:11 expensive:17 explore:-13 extra:11 facebook:-25 factors:13 faculty:-18 faq:-11
fashion:-14 fast:8 faster:9 featured:-12 feb:-9 february:-8 feel:13 fees:9 few:14 final:15 finance:-8
financing:-17 finder:-17 fine:10 finish:12 fit:10 fits:13 five:9 fixed:11 flexibility:19 flexible:14
floor:-10 focus:13 focused:16 follow:-13 following:16 follows:12 foods:13 football:-12 footer:-36 forgot:-15
format:10 former:-12 forum:-15 forums:-16 four:10 français:-21 free:-7 french:-10 frequently:9 friendly:9
fully:16 function:11 functionality:13 gadgets:-11 galleries:-20 gallery:-17 garden:-11 german:-16 get:-7
getty:-20 gift:-12 gifts:-14 glossary:-11 goal:14 goals:12 going:11 golf:-17 good:7 government:-14 growing:10
guide:-7 guidelines:-15 guides:-16 had:12 handle:14 hard:9 has:8 have:7 health:-10 help:-7 helps:11 hide:-16
high:7 higher:15 highly:13 holiday:-14 home:-15 homepage:-11 hong:-19 hospitality:-19 however:16 http:15
hub:-10 hybrid:9 ideal:15 identify:16 if:12 implement:16 implementing:13 important:11 improved:17 improves:14
inbox:-15 inc:-16 inch:11 include:23 includes:15 including:16 inclusion:-15 increase:11 india:-13
industries:-9 info:-14 initial:13 instagram:-24 instead:11 integrated:13 integration:9 intelligence:-7
interactive:10 interface:9 interviews:-11 into:8 inventory:11 investor:-14 investors:-12 isn:13 it:7
italiano:-26 january:-9 jobs:-16 join:-14 jul:-14 july:-19 jump:-9 jun:-27 june:-14 just:8 justice:-26 keep:8
keeping:12 key:10 kind:11 kingdom:-13 kong:-17 lacks:16 large:10 larger:13 latest:-14 layout:12 leadership:-7
least:10 legal:-17 length:14 less:11 let:7 level:8 levels:13 leverage:15 licensing:-15 lightweight:15 like:6
limitations:15 limited:7 lines:11 link:-9 linkedin:-20 links:-11 little:11 ll:9 llc:-18 loading:-15
locations:-11 locator:-12 log:-16 login:-21 london:-12 long:11 longer:13 look:9 looks:11 lots:20 low:10
lower:16 ltd:-9 magazine:-19 mail:-12 main:-11 maintaining:12 managing:9 many:17 map:-11 mar:-16 march:-12
marked:-12 marketplace:-10 match:9 materials:10 mean:11 means:14 media:-11 medicine:-10 member:-8 memory:11
menu:-24 million:12 min:-10 miss:-9 mission:-10 model:7 mon:-11 monitoring:10 morning:-11 move:9 much:11
multi:10 multiple:14 native:9 navigation:-14 need:6 needed:11 needs:12 newest:-14 news:-25 newsletter:-35
newsletters:-25 newsroom:-33 next:-7 notice:-16 notices:-16 notified:-12 notify:-16 nov:-16 november:-12
nutrition:-12 obituaries:-19 objectives:26 oct:-12 october:-16 offer:7 offices:-19 often:18 once:13 one:7
ones:13 ongoing:14 oops:-19 op:-12 open:-7 opinion:-30 optimize:9 option:13 optional:11 options:6 or:7
orders:-11 oriented:12 our:-8 outdoors:-15 output:14 overall:19 overview:-10 own:9 ownership:12 page:-8
papers:-12 partial:12 partner:-10 partners:-10 patterns:13 per:11 photos:-11 pinterest:-23 plant:9 please:-10
pm:-15 podcast:-20 podcasts:-16 police:-11 policies:-11 policy:-27 policyterms:-20 politics:-31 portal:-18
português:-27 posted:-11 posts:-17 potential:11 practical:10 predictive:11 preferences:-15 preparation:11
press:-20 prevent:12 previous:-15 previousnext:-16 print:-10 privacy:-32 processes:10 produce:13 product:-8
products:-7 program:-8 progress:13 prompt:11 proper:20 pros:12 protected:-12 proven:13 provide:11 provided:13
provides:17 providing:18 published:-11 purposes:-15 put:10 quality:10 quickly:13 quiet:11 quote:-11 radio:-17
ram:11 range:10 read:-8 reader:-10 reading:-9 realistic:17 reason:12 recent:-16 recipes:-10 recommend:10
recording:11 reddit:-12 reduce:9 reduced:14 reduces:13 refunds:-12 region:-9 register:-20 registered:-17
registration:-10 registry:-13 regularly:24 related:-19 relations:-12 releases:-8 reliable:15 replies:-17
reply:-24 report:-8 reprints:-14 request:-8 require:15 requirements:11 requires:15 reserved:-37 reset:-14
residential:-12 resources:-15 responsive:12 result:12 retail:-9 revenue:17 reviewed:-11 reviews:-10
rewards:-10 right:7 rights:-36 robust:13 rss:-27 run:7 running:8 runs:14 safe:11 said:9 sale:-7 same:14
saving:11 scalability:11 scalable:15 school:-8 science:-10 sciences:-10 scroll:-14 seamless:20 search:-23
searchadvanced:-14 secrets:-11 sections:-10 security:-7 selection:12 sell:-17 sellers:-12 sep:-14 service:-8
set:8 setting:18 several:21 share:-16 shipping:-9 shop:-15 shopping:-10 should:10 show:-9 sign:-21 signup:-17
site:-15 sitemap:-38 sizes:12 skip:-32 slow:13 smaller:17 smooth:14 so:13 society:-14 solutions:-6 some:13
someone:11 sort:-17 sound:10 spain:-14 spanish:-11 special:-8 specific:10 speed:10 sponsored:-14 sport:-14
sports:-10 st:-11 stable:11 staff:-13 standard:8 started:-7 starting:10 statement:-14 status:-9 steps:10
still:7 store:-9 stores:-10 stories:-19 strategies:8 street:-13 string:15 strong:18 structure:11
structured:17 studies:-12 submit:-17 submitting:-11 subscribe:-33 subscriber:-23 subscriptions:-13
subtotal:-12 such:17 suitable:22 supports:18 sure:12 sustainability:-10 table:-8 tags:-11 tailored:13 take:9
takeaways:11 takes:10 talks:-15 target:11 tasks:12 tech:-8 television:-15 term:11 terms:-28 testimonials:-21
than:11 that:13 their:10 them:9 then:14 there:11 these:9 they:13 thing:10 those:17 thoughts:9 threads:-15
three:12 through:10 time:6 toggle:-34 topic:-13 topics:-17 tos:-21 trademark:-26 traditional:13
transparent:15 travel:-9 trending:-25 trump:-12 tutorials:-13 tv:-10 tweet:-19 twitter:-26 two:8 types:13
typically:16 understand:10 understanding:11 unique:9 united:-9 updated:-9 updates:-7 us:-20 usa:-13 usb:10
used:9 users:8 using:8 usually:11 value:9 variable:13 variety:16 various:16 vat:-13 ve:9 very:9 videos:-15
view:-14 viewed:-21 views:-16 wealth:-15 webinars:-25 wedding:-11 went:-11 were:13 whatsapp:-14 when:8
which:10 while:8 whole:13 wholesale:-11 wide:11 will:7 wishlist:-26 within:11 without:12 women:-9
wordpress:-13 working:8 writer:-12 written:-11 yourself:13 youtube:-18 zip:-9 русский:-17 中文:-13 日本語:-20
한국어:-20`

export const trees: string =
  `20<0 14<-3.599 -192 -150 14<-1.299 29<0 65<0.9479 147<0.1476 85<0.5756 -14 68 78<-0.6999 51 -176 85<0 159<0.9493 168 -156 116 80<0.7695 71 -175 65<0.761 85<0.1588 -139 108 2<0.6471 165 4
20<0 113<0 -174 -134 47<0 65<0.8842 -77 155<0.861 26<69 57 -91 96 67<-3.7 28<0 130 79<73 149 -148 65<0.9211 146<0.007435 -150 26<91 111 15<0.8001 -90 50 66<0.2484 72 158
21<0 12<-0.8 54<0.9666 54<0 -151 -55 12<-4 -89 3<0.2858 160<10 87 121<0.8306 -146 103 -111 54<0.75 47<0.8334 -63 89 160<4 89<-1 63 153 150<0.425 109 69<0.9638 38 -162 -155
21<0 87<0.9368 23<0 45<-1.1 -63 3<0.06061 46 -83 -132 45<-0.6 126<0 81<0.005332 134<2 99 -106 68 -120 58<0 -7 68<356 24<0.7884 136 68<15 -145 93 15<0.8001 -94 138 -145
21<0 44<0.0492 65<0.9211 44<0.01444 -87 100<0.1128 -64 27 29<0 160<6 90 172<0.8987 98 -57 -140 67<-4 -98 65<0.761 46<28 16<1 122 -20 -92 75<0.896 127 53<0.3871 -107 78 -137
21<0 12<-0.8 23<0 67<-4 -106 16<2 45<-0.8 57 -65 16<3 -77 -6 -136 152<2 86<0.9302 17<5 114<1 86 127 -166 58<0.975 31 -142 76<0.9387 -64 100 100<0 -134 -80
20<0 27<0 -95 -131 44<0.0492 83<0.1519 127<5 52 -129 27<0 161<0.5534 56<-0.3 21 -117 17<3 43 -155 -104 56<-4 27<0 99 -138 25<0.7484 11<-0.4499 -86 113 84<0.1608 63 -108
43<0.8517 43<0 27<0 -92 -127 57<138 0<63 -61 41 -118 160<3 25<0.05994 -70 107<0.5 11<-0.3285 -63 109 77<0.7108 -143 111 26<79 0<19 -46 48 125<0.1352 101<0.01659 -83 27 -135
20<0 113<0 -119 -73 160<3 129<0 89<-0.3 52 113 51<0 67<0.7 107 26<91 56 -194 -134 26<91 67<-4 -102 18<0 152<0 67 5 -122 100<0.9588 -71 160<8 48 -64
43<0.5084 13<-4 -116 24<0.4258 10<0.6 -55 70 -82 13<0.8001 44<0.01655 -55 13<-17.7 -119 46<188 22<0 -90 55<0.5302 171<0.7333 73 3 98 -85 160<3 104 24<0.5578 45<-3.799 -180 89 1
87<0 54<0.5276 102<-0.8 -113 -62 11<0 -71 15 90<1 89<-1.2 157<7 115<-1.299 -89 84 -80 54<0.75 -51 66<0.1366 21 105 58<0.1801 157<4 72 112<0.6454 -89 39 29<0 31 -84
43<0.8517 14<-4 -111 22<0 -82 161<0.9432 124<0.6864 -16 -103 21<1 133 -14 14<-0.8999 17<1 111<18 3<0.2858 44 -90 -42 -61 83<0.1985 99 26<50 80 121<0.8306 46<14 -120 92 78
43<0 27<0 23<0 -24 -101 -108 16<2 67<-4 28<0 87 -117 54<0.9351 123<0.207 -33 1<26 5 119 86<0.9081 4<0.07937 105 30 68<15 -160 33 88<0.02792 54<0.9666 -60 2 27
43<0 102<-1 -103 -52 12<-0.8 157<10 116<-1.6 -85 43<0.9836 -32 16<2 64 -4 -73 17<1 26<60 2<0.6471 89 -43 69<0.9638 124<0.7067 171<0.773 72 -79 77 83<0.1312 71 -180 -42
87<0 14<-3.599 -102 12<0.5 13<-12 142 -60 23 12<-0.8 79<81 90<4 59 -38 154<0 -49 19<17 32 -79 86<0.7931 136<0.1959 85 84<0.03961 57 -89 71<0.08901 79<111 40 -89 36
21<0 12<-0.8 28<0 139<27 -59 163<0 120<0.8562 75<0.896 56 -101 -165 74 72<0.6487 84<0.05455 -65 26 96 160<3 47<0.8334 54<0.75 -58 62 91 150<0.425 57 -6 113<0 -102 -51
20<0 14<-3.9 -97 151<0.1771 -86 84<0.05455 -35 59 44<0.0492 29<0 155<0.6039 149<31.63 -87 2 171<0.773 67 155<0.8085 -115 11 -98 65<0.9479 171<0.9149 14<-1.299 2 87 122<0.01914 20 -109 75
43<0 13<-2.9 -94 120<0.4947 47<0 -13 122<0.03226 21 270 13<2.5 -78 73 13<1.601 79<73 47 13<-12 -89 54<0.9351 -38 45<-2.599 103 77<0.5952 -44 23 102<-1.7 -78 4<0.07076 81 16
20<0 23<0 31<0 156<1 -24 70 -96 132<0 -105 104 17<1 10<-1.5 -36 85<0.5334 156<0.9936 82<0.04762 -67 82<0.2951 69<0.2673 -63 55 85<0.07273 -148 68<105 97 -83 53 70 -43
13<-7.5 13<-17.7 -102 61<0.5 16<3 -68 21 36 16<2 86<0.9081 4<0.07076 18<0 79<81 99 141<0.001002 71<0.2632 40 -108 67 -59 -4 -42 99<0.4634 13<0.8001 -51 3 18<0 39 -122
113<0 21<0 45<-0.6 -79 55 -91 160<1 11<-0.4499 -113 46<113 82 13 11<-0.3285 -78 121<0.9178 151<0.4411 101<0.02934 -60 160<3 90 -25 18<0 45<-4 -50 26 -86 29<0 56 -134
20<0 41<0 56<-3.4 -91 10<-0.1 132<0 -75 130 157<2 77<0.5952 175 -19 -29 -106 12<0.8001 54<0.9666 74<1.463 -29 101 85<0.5756 19<8 64 -9 60 71<0.0122 55<0.3224 -52 72 69
22<0 12<0 -89 73<0.01507 -60 92 16<2 117<16 12<-2.099 -73 150<0.752 158<0.9927 48 -99 -55 94<0.5 75<0.9469 158<0.7746 88 68<22 -20 166<6 -85 66 -8 -44 158<0.4004 -80 -5
13<-10.39 61<0.5 100<0 -98 -38 118<5 -37 185 4<0.05001 13<0.8001 79<73 53 129<0 160<2 60 -11 105<0.01731 -104 92 24<0.5578 82 26 97<0.3401 172<0 87 -48 14<-0.8999 -18 34
22<0 14<-3.599 -92 26<305 -50 113 79<73 160<11 64 -61 14<-1.299 147<0.1476 123<0.1524 -44 8 -84 123<0.07763 160<7 71<0.1026 -76 61 -172 77<0.6548 78<0 -56 15<1.201 -46 127 66
27<0 154<0 127<3 18<0 0<21 -29 86<0.8555 125<0.0009509 36 -37 19<14 -58 79 -81 -55 41<0 18<0 42 -49 -92 102<-1.7 -98 116<1 111<7 0<164 -80 -18 12 57
13<-13.69 14<-3.599 -88 80<0.3393 273 -99 23<0 17<2 24<0.5578 10<-1.5 8<0 -53 47 1<2 -20 85<0.1588 13 63 125<0.04534 75<0.8369 85<0.1167 83<0.1985 22 -114 35 -22 -96 -56 -79
65<0 102<0.5 -80 123<0.1914 -78 171<0.2708 -90 163 86<0.8252 16<2 102<-1.2 65<0.9479 -85 53 117<13 -11 107<0.5 139<33.29 -12 123<0.05033 30<0 -125 43 79 19<10 -91 112 -11 -33
27<0 54<0.9666 123<0.1524 -44 23<0 156<1 117<15 -36 28 86 130<0 -86 64 79<92 57 168<0.7 133<0 123<0.05033 121<0.9632 -137 46 4 85 65 76<0.8632 -71 36<0 -46 63
113<0 102<-1 15<1.3 -88 34 -9 11<-0.3285 -80 26<60 89<-1 49<0.2001 -26 107<0.3334 57 -54 55<0.3224 20 69 69<0.9638 121<0.9004 156<0.8717 44<0.008884 -53 76 12<0.8001 -51 12 31 -125
22<0 13<-4 -83 -20 11<-0.2199 -58 79<81 47 19<8 123<0.5533 21 138 123<0.5012 81<0.1435 13<7.101 133<0 168<0.7 124<0.7636 -66 -6 21 77 71 39 72<0.1612 136<0.03531 -110 52 -101
22<0 14<-3.599 -82 -23 18<0 11<-0.2199 -47 160<1 155<0.9702 74 107<0.2038 11 -214 121<0.9178 172<0.8987 155<0.6039 85<0.6723 -44 59 7<1 60 -146 149<55.32 46<9 24 -76 -43 50 -70
113<0 102<0.5 61<0.04386 -80 172<0.544 43 -59 155<0.9879 -43 138 26<60 4<0.05941 115<-1.799 -17 53 114<0 -63 67<-0.6 48 -12 135<0.9827 121<0.9004 127<3 -11 -85 57<8 -12 65 -83
22<0 12<0 156<1 -79 79<69 190 -65 110<0.09091 4<0.07937 128 -71 -61 169<21 44<0.008884 -36 151<0.624 117<17 65<0.968 156<0.9432 29 -84 21 30 51 79<92 25 151<0 98 -35
13<-13.69 -68 65<0.9211 150<0.2925 10<-1.5 -53 26 125<0.0009509 102<-1 78<0 -22 112<0.6454 -67 -237 112<0.5523 -24 54 -95 97<0.1667 112<0.9239 -8 -167 68<22 26<69 36 -57 10<0 23 75
13<-17.7 -76 13<1.601 125<0.0009509 73<0.1875 84<0.05455 128<0 84<0.01835 27<0 14 -39 118<13 13<-8.699 -109 2 -103 164 66 -49 -54 160<3 66<0.9698 62 78<0 75 -194 101<0.141 -8 72
154<0 87<0 116<0 -63 4 46<28 36<0 80<0.9055 151<0 58 -28 -110 14 66<0.9698 62 -100 26<60 151<0 -96 90<7 12<-0.8999 12 154<0.5 76 -91 168<-1 -180 4 -11
27<0 17<1 86<0.7931 161<0.5534 146<0.007435 -112 2 16<2 41<0 51 -83 69<0.8032 150<0.004201 -38 51 -42 103<2 83<0.07378 11 -66 12 -31 49<0 -62 158<0.5052 86 111<5 -55 46
11<-0.3285 -73 76<0 -59 18<0 150<0.6903 54<0 121<0.5148 -24 12<-3.099 -19 56<-1 76<0.6098 274 42 72 44<0.02212 121<0.9004 -23 44 99<0.2303 10 47 152<107 65<0.968 -39 8 116 -64
23<0 13<-17.7 82<0.1191 -90 76<0.4715 -84 137 13<7.101 26<69 10<0 -8 33 89<3.3 76<0.3698 62 129<0 77<0.3538 -50 7 81<0.3021 -109 86 47<0.8769 51 -180 2<0.113 69 -54 -69
45<-4 106<0.1501 -68 24 10<0 112<0.1351 68<270 -43 172<0.544 188 -35 17<3 14 52<0.07693 27 -106 169<21 94<0.5 24<0.747 47 -8 78<-0.6999 111 151<0.8822 -99 66 58<0.975 -1 -83
11<-0.2199 -47 116<-1.899 -46 79<53 58 102<-1.2 -24 156<0.9936 121<0.8306 121<0.6629 79<478 11<0 -19 45 121<0.236 -110 67 112<0.5523 87<0.6911 -9 -94 67 35 149<46.3 69 171<0.9638 31 -36
34<0 151<0.9947 119<1 25<0.02986 -109 4<0.05001 71 70<0.2432 -12 59<0.7632 57<18 161 -10 -12 151<0.2361 120<0.1146 95 4<0.07076 -14 -58 126<0 17 69<0.8314 8 -80 26<-999 64 -64 -96
23<0 10<0 31<0 120<0.653 46<8 49<0.3334 65<0.2863 75 -3 160<5 10 118 -30 -36 160<3 74 -68 26<60 146<0.007435 149<130.5 76 -111 1<38 22 69 101<0.03527 -31 16 -63
34<0 18<0 89<0.8001 1<2 -43 79<53 53 125<0.0009509 73<0.1875 84<0.05455 121<0.8306 150<0.109 152<107 50 -53 84<0.00901 -4 -74 36 26<305 52 263 -59 -53 26<50 62 8 -68 -97
18<0 34<0 154<0 151<0.9947 40<0 125<0.04534 4 151<0.624 -84 14 -86 -64 151<0.8299 71<0.0122 -27 129<0 136<0.2632 70<0.01033 83<0.3334 17 -115 50 -28 124<0.4647 85 -93 53 -94 -72
41<0 65<0.9821 45<-3.799 -51 146<0.007435 80<0.7917 29 -117 116<1.3 88<0.01067 -16 151<0.624 61<0.8001 55<0.5302 -10 50 -109 37 88<0.0002613 -75 70 37<0 19<21 86<0.8839 47 -8 -41 -113 -88
41<0 86<0.9302 4<0.05941 160<2 71<0.06937 147<0.1476 80<0.9524 44 -169 -137 71 134<2 -9 127<0 101 74<0.2001 -26 34 80<0.4245 161<0.4643 -32 25<0.2158 -37 82<0.13 70 -5 -25 -42 -85
11<-0.2199 -47 79<73 150<0.8128 64<0.09524 -26 51 -24 154<0.0625 170<6.801 149<152.4 113<0.9982 63<1.601 102<-1 -50 -6 157<6 144 -38 157<11 82<0.2231 65 -31 -65 -67 54 157<14 24 -80
41<0 11<-0.4499 -60 116<-1.899 98<8 -68 18 137<0.1429 7<1 6<0.0625 117<16 143<0.2858 -21 47 81<0.8692 146<0.6956 70<0.9876 13 155 -71 121<0.77 68<158 -78 99 179 34 -61 -33 -85
65<0.9821 24<0.5132 31<0 120<0.6851 77<0.3101 45<-1.1 153 37 25<0.02986 -110 16 -19 151<0.5118 108 -60 58<0.9513 89<0.8001 -29 159<0.8228 111 5 122<0 -4 -126 130<0 27<0 39 -23 -50
13<-17.7 83<0.2516 -77 22<0 -61 129 37<0 19<21 113<0.9982 13<7.101 149<55.32 12 78<0.8001 -25 34 49 36 61<0.2001 119<3 152<71 59 -94 -97 -119 39<0 83<0.2915 -100 49 127
12<-0.8 149<152.4 112<0.3704 60<0.4586 -33 54<0.75 -91 71 92<0 52 -14 -84 161<0.3612 -52 120<0.3216 36<0 88 -21 98<4 66<0.08641 57 -29 114<0 146<0.1195 25 -110 92<0.7157 34 -57
31<0 23<0 54<0.5276 38 149<152.4 17<1 101<0.02934 160<1 152<0 49 -75 -17 164<114 41 65<0.9211 -75 31 -32 -42 132<0 -74 133 145<0.6752 52<1 -66 150<0.2201 -58 213 40
41<0 4<0.0411 28<0 158<0.8872 48<0.4082 62 -37 9 12<-1.399 122<0.005953 98<12 40 -73 -64 119<1 94 2 120<0.5846 123<0.2719 161<0.7039 122<0 8 204 15 0 97<0.4001 -53 -3 -77
34<0 11<-0.4499 -45 158<0.7746 58<0.9513 61<0.04386 127<1 104 34 2<0.113 162<7 -1 67 67<-0.6 57 -94 149<55.32 93 55<0.5302 162<7 67<1.4 -135 65 4 52 19<8 25 -14 -92
11<-0.4499 -57 13<-17.7 82<0.1108 -80 113<0.2085 -55 117 98<5 -10 79<127 160<11 114<0 -26 47<0.9925 49 -22 -35 47<0.9628 51<0.2041 54<0.5276 57 1 -58 61<0.1053 -10 82<0.05798 -215 -50
18<0 13<7.101 28<0 127<0 85 44<0.008884 139<11.15 59 -49 67<-2.599 83 98<4 -13 146<0.03744 -13 40 139<191.2 -9 136<0.02074 -89 8 131<0 136<0.1959 82 35<0 91 -89 -122 -62
115<-1.5 -32 124<0.7636 124<0.6668 31<0 34<0 170<-1.7 33 12<-0.8 -29 30 -82 76<0.7122 -48 85 123<0.07763 -121 124<0.7067 151<0.6949 -87 34 19 171<0.9445 48 107<0.3334 85<0.5334 41 -65 -134
168<0.7 23<0 120<0.653 5 124<0.7636 15<1.201 124<0.6864 -29 -92 45<-3.799 -117 20 161<0.976 161<0.7925 -61 42 13<3.5 16<2 56 -84 172<0.9933 40 -205 62<0.02763 -79 33 16<2 46 -5
150<0.6903 171<0.3652 106<0.1001 -42 19 19<18 123<0.06269 -20 169<-1 15<1.201 -40 80 30<0 94 24 106<0.125 13<-6.3 3 135<0.9138 -123 72 28 66<0.6149 149<11.63 99 -45 123<0.6849 -2 116
116<-1.299 12<-0.8 -58 -2 34<0 120<0.2561 164<10 77<0.5094 -59 35 133<0 122<0.03226 21<2 64 173 105<0.3982 12<-3.5 -85 103 -75 -78 76<0.9133 -6 120<0.8755 33 111<10 -66 89 -90
154<0 120<0.8755 127<3 12<-3.5 -40 17<1 64<0.02565 -74 14 74<0.1177 24 -43 160<2 26 112<0.881 -79 60 16<2 -30 -138 138<0.2858 90<2 20 96<0.2106 5<2 -17 -115 7 55
41<0 11<-0.2199 -30 82<0.1705 30<0 57 79<193 18 78<0.8001 146<0.6221 124<0.4019 -74 78<0 17 66<0.9315 -66 68 77 69 56<-2.299 89<-2.2 106 -6 79<81 13 86<0.2914 13 -49 -73
34<0 84<0.05455 13<-6.3 16<3 83<0.4072 -52 84<0.01835 74 -98 36 98<5 118<7 -2 -42 83<0.5536 24<0.5132 45 3 65<0.968 -75 76 16<2 120<0.381 112 34 56<0 22 -56 -87
18<0 125<0.0009509 34<0 16<2 148<0 -65 120<0.2802 74 92<0.7157 160<7 32 -10 -53 89<-2.2 70<0.2432 0 83 -14 -86 32<0 169<85 15<2.6 89<0.5 -51 43 65 -77 -144 -51
18<0 37<0 121<0.9484 149<55.32 12 90<17 89<-0.6999 67<0.7 35<0 -39 20 55<0.1052 -4 -110 74<0 121<0.6629 67 -109 156<0.9893 0 49 55<0.2108 -40 -243 155<0.9461 77 5 -48 -44
150<0.3605 150<0 -23 118<6 61<0.3334 43 56<-1.299 89 -28 98<5 -48 27 125<0.04534 82<0.1705 97<0.2858 127<0 100 -35 30<0 88 12 117<8 64 78<-0.6999 13 79<168 -56 11 -67
115<-1 113<0.9982 -31 48 102<0.9 2<0.113 86<0.7931 0<16 -22 123<0.1081 102<-4 -113 11 155<0.4456 64<0.5366 33 -82 45 60<0.1112 -32 155<0.6039 123<0.4184 23 -118 50 111<7 -44 20 40
24<0.5132 79<81 24<0.1945 -7 45<-2.2 95 33 12<0.8001 -11 26<79 53 47<0.9356 16 -135 26<305 78<-0.8 22<0 -75 27 85<0.03241 70 136<0.4281 97<0.3401 -49 -6 -71 84<0.02632 -9 114
23<0 43<0 76<0.2513 46<6 102<-1.2 -50 71 -72 88<0.03985 1<5 16 102 -31 83<0.171 157<0 -42 16 155<0.9991 172<0.8819 155<0.6039 26<10 37 -53 57 -38 24 14<-3.599 -84 1
125<0.04534 58<0.9513 11<-0.3285 -34 130<0 85<0.1167 51 9 -18 122<0 15 159<0.6829 134<2 -48 -191 122<0.005953 24<0.1634 79 -112 51<0.03897 47 120<0.7014 -143 45 170<1.4 24<0.134 36 -73 48
170<6.801 67<0.7 71<0.4001 0<21 -29 79<65 160<11 52 -95 -2 60 72<0.072 70<0.03581 76<0.9972 121<0.6629 9 -78 82 48 123<0.3663 88<0.008764 112<0.1161 -79 22 15<3.401 27 -43 -97 43
55<0.1052 55<0.01816 -11 80<0.4245 46 135<0.584 -36 17 154<0 79<86 4<0.07076 28 -45 89<-1 -71 79<146 98<18 -71 76 69<0.9638 36 -71 75<0.9469 172<0.7875 98<4 -1 80 -2 -55
40<0 121<0.8589 121<0.7962 112<0.5523 25<0.6534 13 162<3 168<-0.7 -69 31 -38 66 76<0.7536 -66 140<0.8689 39 -69 85<0.396 85<0.2595 23 76<0.5536 186 56 85<0.4445 -55 13<-8.699 -40 24 -59
18<0 154<0.1667 15<1.701 15<0 117<7 -56 172<0.9316 48 172<0.9882 -44 22 -24 79<105 39 83<0.4072 83<0.171 124<0.7067 71<0.2632 127<2 40 -54 -146 68 24<0.4258 13 -87 87 21 -44
168<0.7 130<0 83<0.2915 83<0.1985 102<-1 136<0.1059 104<0.8544 19 -72 13<1.601 54<0.5276 -52 18 -101 158<0.5052 81 11 162<10 -31 -108 170<-10.39 144 22 56<1.3 -18 -114 73<0.1875 29 -50
168<0.7 89<0.8001 116<-2.5 -54 -9 67<0 61 66<0.06397 91 66<0.2484 -54 45<2.3 27 66<0.9698 44<0.0492 -67 36 -112 30<0 20<0 165 15 90<2 132<0 21 134 120<0.381 -73 1
120<0.8755 121<0.9484 76<0.9133 124<0.6668 164<14 124<0.5517 -30 41 10 124<0.7067 172<0.8491 34 -73 160<9 8 14<-3.599 45 -148 18 13<-10.39 -39 112<0.9239 73 2 111<10 110<0.7587 -31 -137 65
37<0 0<15 -23 85<0.5756 88<0.06693 83<0.171 78<0.6001 31 78<0.8001 -41 26 122<0.005953 -36 76<0.6098 68 -16 -44 24<0.7884 2<0 76<0.8632 58 85<0.831 51 -58 2 -28 83<0.2516 -62 48
172<0.8819 116<-0.8 121<0.77 161<0.9285 -83 2 37 111<51 10<-0.1 86<0.76 -25 48 67<0 53 66<0.6149 24<0.1634 117 83<0.06319 64 -6 -53 -96 111<25 2<0 14<-0.8999 -15 16 -35 64
115<-1.299 -26 151<0.624 83<0.171 11 83<0.2202 -52 156<0.9797 84<0.01338 171<0.7485 127<1 118<5 119 -51 -60 -95 136<0.6219 55 -100 15<0.9 -4 67 0<21 -22 46<21 41 99<0.004174 -80 21
130<0 149<55.32 85<0.3046 46<10 147<0.04919 86 13 149<13.02 -106 34 139<92.58 134<1 133<0 72<0.4348 -28 134<0 -41 105 -105 63<1 9 78 62 89<-1 -28 7 85<0.2595 -53 -2
18<0 0<16 -25 98<6 83<0.4072 154<0.125 97<0.3401 14<-0.6 -58 5 -1 24 102<0.7 64 163<0 -141 41 89<-2.2 98<9 105 21 102<-1.7 -60 83<0.3334 97<0.3401 -5 41 -25 -47
120<0.6851 93<0.4001 156<0.9797 99<0.03494 77<0.7649 44 63<0.3334 32 -70 -19 158<0.9416 66<0.1167 76 77<0.6548 15<3.401 -29 115 45 74<0.717 141<0.9439 -5 135 -49 47 161<0.7039 -70 11<0 -28 14
23<0 43<0 82<0.16 13<-2.9 156<0.05946 88 -29 75<0.09219 -38 60 172<0.09956 156 52 13<7.101 75<0.896 -4 96<0.5 -11 -81 141<0.1446 51 82<0.09062 61 47<0.6827 -103 15 132<0 -57 79
7<1 150<0.752 75<0.9469 75<0.0625 -18 154<0.1667 6 157<15 46 -98 83<0.1985 15 -63 156<0.9699 119<1 58 -57 109<0.5296 89<-0.3 127<1 52 83<0.01283 52 -60 38 -42 103<6 -107 -2
114<1 138<0.2858 82<0.1705 160<9 85<0.5756 -32 71<0.2632 121<0.5386 11<0.04375 -59 41 33 -122 98<13 50 -70 -37 24 160<2 34 159<0.8632 120<0.6681 68<92 76 -33 -36 121<0.8589 -32 19
2<0 149<55.32 98<12 125<0.01166 33 -32 1<26 -43 76 -4 16<3 55<0.04291 157<6 70<0.6906 -3 86 -25 149<104.1 127<1 -89 93<0.4001 155<0.2519 56 -50 107 10 170<-4.199 87 0
18<0 4<0.05001 119<1 159<0.9859 69 -5 57<16 81<0.06163 30<0 -92 71<0.05556 -37 63 109<0 85<0.9216 113<0.9982 116<0 -104 -11 40 84 -3 26 67<0.7 4 159<0.9631 -57 18 -45
17<3 34<0 121<0.9484 127<3 116<-1.899 -33 8 124<0.3465 65<0 -75 14<-2 119 -10 121<0.9004 170<0.8001 148<0.1708 -30 -102 28 39 28<0 103<190 70 -20 -3 -80 30<0 58 -50
40<0 7<1 11<-0.4499 -36 112<0.3704 170<0 2<0 22 70<0.9876 -20 43 158<0.8872 170<0.5 -86 93<0 26 -45 26<-999 -244 26<69 24 -73 17 85<0.831 170<-2.5 75 -51 -137 -54
40<0 115<-1.5 145<0.432 18 99<0.8367 5<3 141<0.2868 106<0.01247 -41 36 56<-0.3 18 -139 -101 44 67<-0.6 41<0 116<-1.899 -31 157<11 41 113<0.927 25 -50 -59 120<0.6851 9 -14 -52
115<-1 55<0.04291 7 64<0.2094 -60 -18 18<0 1<2 -13 124<0.6668 20 124<0.726 12<1 99<0.1175 45<-1.799 75 -35 -80 24 117<22 -7 141<0.04113 55 1 111<4 -87 70<0 78 -35
112<0.3704 150<0.8681 103<37 59<0.03327 -17 1<26 112<0.09891 3<0.005013 -37 145<0.4995 86 -44 157<0 79<69 200 7 16 59<0.1192 78 1 -60 -38 102<0.9 166<4 66 -2 14<-4 -27 58
85<0.3046 85<0.2595 5<2 15 -35 77<0.6548 118 18 85<0.5756 54<0.75 118<17 24 -50 19<11 0 -63 76<0.3698 117<16 -56 0 153<1 124<0.9126 35 -74 162<3 81<0.4146 -44 78 -39
65<0.9821 121<0.5386 98<12 166<162 43<0.9497 -26 77<0.9953 44<0.06852 123<0.2719 6 158<0.4004 -32 -167 56<-1.6 -4 -176 -1 13 21 158<0.5052 38 158<0.5816 -46 166<4 61 44<0.6104 -1 -70 16
40<0 117<16 161<0.9977 -1 -47 137<0.1429 70<0.8674 122<0.04153 158<0.7746 133<0 80<0.9055 156<0.7875 -3 47 -55 -34 158<0.8469 141<0.09091 13<-0.2 -75 32 -79 0 34 161<0.9977 15 125 -33 -48
18<0 13<7.101 13<5.1 89<-2.799 57<76 13<-24 -39 48 -45 91<-1 160<3 -29 41 160<7 1 112<0.2673 -54 -9 113<0.9982 160<6 -24 -114 68 131<0 49 -73 44<0.02598 -4 -82
17<3 113<0.9982 67<0 158<0.9984 161<0.5534 84<0.005 -50 103<6 113<0.818 -93 38 81 136<0.5225 31 0<81 12 -76 161<1 -13 -124 113<0.6101 15 19<8 14 -34 20 74<0.1177 25 -60
18<0 7<1 97<0.4001 172<0 61 87<0.6911 133<0 134<3 12 -99 -59 69<0.4959 -64 -13 27<0 17 124<0.4927 60<0.1715 112<0.07864 43 -47 78 81<0.123 16 -71 67<0.8001 -7 -117 -41
138<0.2858 60<0.2273 45<-4 -31 45<-3 146<0.0482 152 5 54<0.5276 13 -9 155<0.6039 -70 170<-6.2 41 -29 167<0.0875 127<3 48 57<58 23 -107 139<108.9 15<0 33 15<0.6001 -137 -22 71
41<0 53<0.8889 28<0 89<-2.799 64 136<0.1059 22 145<0.4995 73<0.1875 28 -68 -46 104<0.8544 3 145<0.6752 -99 159<0.9184 -52 25 104<0.8544 151<0.1771 -41 155<0.4456 -44 32 121<0.744 23 -93 -62
120<0.2561 80<0 112<0.4612 -57 36 63<0.5715 71 6 13<7.101 124<0.7636 120<0.7524 117<7 92<0.7157 49 -38 86<0.8555 -7 -40 -51 7<0 45<-1.299 51 96<0 120<0.8755 46 -29 -26 -61 29
121<0.9833 78<-0.6999 121<0.8753 157<10 16<3 13<-7.5 83<0.4072 -58 76 31 87 83<0.2915 -68 36 57<5 84<0.01835 -45 12<-1.2 160 -24 85 85<0.03241 47 43<0.9497 7 -15 57<16 -61 17
23<0 171<0.773 1<3 -12 120<0.6851 51<0 164<5 -27 36 -13 150<0.109 45 -29 102<0.9 171<0.8075 168<0 -59 149<130.5 56 -73 -3 25 69<0.8314 84<0.05455 -81 18 120<0.4947 122 -7
25<0.4664 9 78<0 121<0.8306 121<0.77 124<0.8008 133<0 5 135<0.882 -93 35 56 -64 63<0.75 79<105 65<0.2863 83 57<5 -87 20 66 -17 61<0.3334 74<0.717 -22 65<0.8372 72 -29 -62
169<-1 159<0.9631 6 101<0.3231 -68 51 72<0 159<0.8228 81<0.09247 11 87 28<0 6<0.2223 43 -77 -28 55<0.04291 81<0.942 9 113 48<0.1013 118<7 94<0.3334 22 -37 -24 139<20.72 26 -47
130<0 138<0.4286 115<-1.299 92<0 10 70<0.1813 24<0.1945 -148 -49 -12 102<0.9 59<0.9951 3 -35 48<0.577 141<0.1446 38 -45 109 38 14<-4 -73 13<3.5 162<8 -20 123<0.3063 13 107 -93
154<0 105<0.03677 113<0.9586 102<-1.7 -89 -24 0<340 15 4<0.02291 25 -74 17<3 155<0.9879 124<0.4019 85<0.6723 -57 18 124<0.434 143 8 27<0 124<0.3693 113 160<6 80 -25 -27 -49 10
88<0.06693 168<1.3 37<0 61<0.04386 11 55<0.03132 81<0.167 -13 14<-2.4 90 -6 88<0.02792 2<0.113 74<0.717 -26 40 12<0 -27 -123 157<5 54 -22 -43 33 12<1.601 80<0.9524 -27 -156 63
150<0.3605 1<38 2 144<144 169<25 80 2 85<0.2595 -60 34 130<0 74<0.1588 145<0.8808 39 -27 162<16 116<-0.8 -34 102<0.9 -7 39 -117 104<0.8544 73<0.04939 -92 13 15<1.701 70 -67
24<0 -114 30<0 80<0.8489 26<-6 -20 21<2 39 24<0.6043 179 40 -70 23<0 138<0.4286 43<0.5084 44<0.1129 21 -67 136<0.3443 -4 162<9 56<0 11 -60 -117 46 26<-999 85 -65
13<7.101 120<0.2561 102<-1.7 -46 26<2 160<7 -68 1<6 -26 126 95<0.1429 46<2 104 160<7 54 -34 109<0.2858 73 -63 124<0.4019 66<0.3224 -3 -43 124<0.434 26<34 -10 144 -4 36
120<0.6851 159<0.8983 18 16<3 26<-16 72<0.2353 -82 10 67<-0.6 19<16 66<0.4108 -70 121<0.8306 54 -55 92<0.1452 94 -35 72<0.1112 36 19<8 -67 7 31 26<69 4 131<0 -23 -114
111<4 89<-2.2 22 100<0.7657 156<0.9699 25<0.5295 -7 85<0.5334 -82 66<0.7509 136<0.1434 53 -54 -108 166<14 89<0.8001 168<0 -64 31 82 68<19 72 7 97<0.2084 105<0.03677 -124 1 -23 5
120<0.6851 123<0.08648 68 121<0 83 121<0.5386 -17 171<0.773 22 13<-1.8 -24 163<0 -45 38 169<25 139<56.29 -41 159<0.957 4<0.05001 19 -49 67<2.5 45 -34 60<0.04762 70<0 23 -67 6
114<0 46<21 113<0 50 123<0.08648 32 138<0.2858 162<1 54<0.75 113 -38 -37 32 -65 23<0 40<0 140<0.8689 124<0.2931 26<-6 -53 7 19 -5 -49 84<0.02632 -63 30<0 81 -32
115<-1.299 -17 67<0.7 0<18 85<0.3046 16 -35 23<0 23 134<2 -70 30 105<0.01731 160<2 10<-0.8 -68 19 76<0.8632 127<2 -108 -18 79<146 25<0.4664 29 103<7 -99 27 72 20
11<0.1501 103<2 133<0 131<0 159<0.5523 -50 60<0.2778 17 -33 122<0.04885 12<0.6001 -104 118<6 62 -87 66 11<0 -75 4 17<3 60<0.3334 19<21 8 -39 48 83<0.01283 39 -55 17
18<0 2<0 150<0 171<0.773 12 -63 7<1 14 160<1 -148 11 120<0.1862 34 151<0.8299 170<-14.09 68 -30 21<2 162<9 10 -97 171<0.47 93 -6 163<0 -79 91<0.9453 -30 69
40<0 23<0 120<0.7014 7 81<0.06163 159<0.957 148<0.1312 161<0.9135 -11 -91 159<0.9493 56 26<69 58 -104 120<0.8755 54 117<12 81 -33 148<0.2001 -10 19<7 20 -83 157<2 54 -46 -47
92<0 127<1 82<0.1841 117<3 -22 21<2 55 156 -8 16<2 155<0.9952 120<0.8562 120<0.3216 73 3 82 77<0.9953 4 -82 -16 43<0.9836 16<4 117<78 1 -79 41 89<-3.4 44 -27
171<0.3248 69<0.7675 85<0.4445 -89 60<0.2273 24 113<0.8821 150<0.5455 -145 23 36 37 172<0.8819 11<-0.3285 -43 138<0.1429 109<0.02798 148<0.04919 58 4 63<0.9286 45<-3 -79 -9 42 1<26 16 86 -5
90<17 34<0 2<0.113 171<0.773 74<1 55<0.01601 -25 19 73 168<1.9 -9 61 16<3 61<0.04386 -3 89<-2.2 33 -60 27<0 158<0.9159 -33 105<0.5731 -13 103 75 -74 55<0.2108 -1 -128
17<8 30<0 158<0.5052 80 7 118<1 11 124<0.7636 156<0.05946 35 -15 161<0.9623 77<0.7649 91 14<-4 -56 135<0.882 12<-1.2 65 -29 60 26<69 6 85<0.3046 15 -117 85<0.1588 45 -76
82<0.1705 83<0.2516 155<0.2519 120<0.4181 81 136<0.03531 67 -49 80<0.5445 64<0.1771 153<0 -109 -24 -11 4 116<-1.299 -49 164<23 13<3.5 22 -96 57 65<0.9821 139<155.8 -11 26<18 23 -81 9
150<0 1<55 -29 68 150<0.06589 76<0.2513 -55 113<0.7281 111<5 45 127 102<0.7 1<18 57<8 49 -79 68 -89 139<191.2 123<0.03483 72 4 59<0.03327 158<0.4004 -91 123<0.1524 -38 30 29
171<0.3652 71<0.13 161<0.4643 -95 82<0.09062 164<21 -33 41 171<0.3248 -109 39 165<0.579 146<0.0599 85<0.396 31 -115 56 53<0.628 -1 -103 20<0 88<0.03985 127<3 121<0.466 -13 43 -25 -22 -2
114<1 72<0.2801 1<26 -23 72<0.09091 94<0 -5 -82 14<-4 -38 45 140<0.895 9<0 1<38 52<0.3948 29 44<0.007917 -73 57<30 97<0.04652 101 0 -53 60 112 15<0.9 -92 56 10
32<0 155<0.6039 83<0.02814 63<0.2001 100 8 104<0.8544 104<0.6299 72<0.1612 -2 144<64.81 -23 -85 134<2 -126 -4 79<180 44 -86 17<3 6 -29 125<0.0009509 78<2.3 17<1 78 -9 -21 -51
83<0.5536 83<0.4072 98<5 141<0.508 88<0.0132 9 85<1.142 -28 82 85<0.3046 66 -68 159<0.7725 31 -1 70<0.1813 81 57<25 32 -85 26<34 13 120<0.7188 70<0.1813 -84 88<0.01665 60 -65 61
16<2 13<-6.3 74<0.2512 -52 74<0.8572 116<-0.6999 -26 65 -55 52<0.3334 24 76<0.9879 59<0.03327 -31 17 -43 16<3 13<-12 21 -21 151<0.1284 4<0.02291 54 150<0.8681 -138 -31 12<-0.6 31 -13
0<164 -2 4<0.1053 85<0.6723 13<7.101 67<0.6001 13<-1.8 25<0.5607 25<0.3418 16 -73 23 141<0.2285 52 -66 75<0.09219 64 171<0.5329 57 98<8 163<0 -128 -38 124<0.6864 66 -34 69 48 -47
18<0 34<0 19<17 150<0.6903 143<0.1905 1 121<0.466 19<11 19 -93 144<173.2 17<4 46 -47 72<0.3334 28 -95 -11 56<-3.799 49 -22 -76 118<21 135<0.67 65<0.8372 -50 59 -85 60
37<0 112<0.2673 1<55 39<0 -12 84 106<0 115<-2.2 -50 45 -65 13<-1.8 5<3 119<3 32<0 103<3 -38 16 92 -30 -63 142<0.09524 26 -26 148<0.2001 115<-1.299 40 -68 52
73<0.1875 169<-1 136<0.3443 -49 144<20.85 -57 147<0.0164 7 96 117<8 56<-2.299 -35 83<0.5536 3<0.005013 79 16 -49 28<0 113<0.2085 61 127<2 14 -16 14<-0.8999 -13 56<2 45 -30 -24
18<0 48<0.1013 64<0.1447 120<0.1862 -113 -8 6<0.5 13<7.101 78<0 18 -4 54 -72 155<1 98<8 61<0 100<0.9588 -13 56 -49 98<28 76<0.9879 22 -49 -34 43<0 62 -14 -31
149<130.5 146<0.0482 94<0.3334 77<0.6548 144<124.1 130<0 151<0.9276 33 -84 -59 -95 29 156<0.56 3 106 133<0 74<0.06667 102<0.7 -12 -102 2 100<0 -54 21 146<0.01773 133<0 -68 34 -3
79<53 85<0.3046 79 81<0.1069 147<0.04919 8 -113 30<0 -55 42 111<14 156<0.9699 -18 104<0.9071 5 171<0.9149 -6 -84 144<17.1 83 4<0.01588 -44 25<0.8422 19<9 144<107.8 81 -54 -9 73`
