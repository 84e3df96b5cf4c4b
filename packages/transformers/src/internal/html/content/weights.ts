/**
 * What was learned from annotated pages. Written by `npm run bench -- htmlTrain --write`; not to be edited.
 *
 * @since 0.1.0
 */

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
  `20<0 14<-3.7 -192 -144 89<-0.8 126<0 10<0 -6 95 120<0.7307 44 -168 26<70 17<1 176 -1 129<0 92<0.31 69<0.9623 120<0.4076 5 151 -12 124<0.4721 -173 37 67<0.7 89 -172
20<0 14<-4 -176 -135 14<-1.399 79<82 44<0.01202 -48 124 125<0.456 77<0.551 123<0.5425 -32 -185 28<0 99 2 -159 129<0 44<0.06149 83<0.213 120 66<0.5803 -20 124 165 68<106 107 -124
54<0.9 54<0 -157 0<78 -107 85<0.1573 80<0.6734 42 -144 23<0 18<0 125<0.1351 69 -52 -139 -147 29<0 91<0.8379 23<0 0<20 -6 74 -150 117<1 -115 141 120<0.746 71 -162
20<0 22<0 -150 -107 13<-5.399 29<0 0<155 101<0.01393 -111 0 52 -146 65<0.8984 47<0 -89 81<0.04135 127<2 104 -108 14<-1.399 74<0.4063 -51 73 107 66<0.2261 19<21 80 -70 137
43<0.686 13<-2.2 -140 -73 13<-3.2 29<0 112<0.5419 13<-20 -174 -21 58 -142 2<0.6731 114<1 46<188 14<-0.6999 39 105 76<0.8065 -146 109 90<5 66<0.1282 48 134 -14 76<0.9265 -99 57
20<0 14<-4 -137 -96 44<0.04585 14<-1.399 54<0.975 -70 68<94 63 117<26 -73 76 48<0.6001 74 120<0.1206 153 -94 68<356 56<-3.9 117<8 -136 71 4<0.07143 124 62 54<0.8065 -102 128
20<0 27<0 23<0 -61 -121 -130 26<81 56<-1.1 71<0.03209 56<-1.7 -112 51 59 1<12 87<0.9938 -34 70 116 83<0.1637 67<0.8001 126<0 120<0.647 -6 93 120<0.7945 9 -127 126 -53
43<0.686 43<0 -117 -31 89<-0.8 29<0 16<2 49<0 89<-4 -127 38 83 -31 -113 94<0.06799 129<0 86<0.9318 115 68<15 -196 37 68<94 92 -99 58<0 100<0.983 -134 61 31
43<0.686 14<-3.299 -120 89<1 -73 57 12<-0.8999 54<0.9474 -75 125<0.03851 16<2 80<0.4715 -29 91 -12 -107 2<0.6731 54<0.9 74<0.1579 69<0.8266 35 -126 0<78 -56 92 44<0.006657 13 104 -47
21<0 54<0.9 1<12 -72 98<39 93<0.1667 45 -42 59<0.02179 117 -116 67<-4 28<0 93 -110 91<0.9331 113<0.781 -39 28<0 64 67<-1.7 -108 26 75<0.8667 102 49 113<0 -118 -75
20<0 13<-3.2 -110 -51 44<0.03604 54<0.975 85<0.07369 -154 -33 116<-1.899 -102 39 26<70 89<-1 33 103 71<0.05001 81<0.04135 -101 44 72<0.1897 67<-4 -136 91 111<-1 67<0.8001 -182 96 56
21<0 13<1.4 44<0.01546 -52 54<0.9 8<0 -54 16 13<-7.8 67<-4 -110 19 10<-0.4 5 73<0.1773 86 -34 44<0.06149 43 47<0 -92 134<3 102 -55 13<-7.8 -113 21<2 -109 -57
54<0 14<-4 -110 23<0 -21 -98 14<-1.399 65<0.9324 79<288 1<9 -69 1 -105 71<0 101<0.1535 -71 112 60 86<0.9096 47<0.8703 89<0.8001 54<0.9 -27 17<5 71 -147 89 93 -18
20<0 22<0 -102 126<0 11<-0.2333 -90 -7 -92 26<60 11<0 11<-0.4666 -117 17<1 47 -60 18<0 89 -128 125<0.1351 71<0.05001 111<10 -57 59 58<0 -51 18<0 47 -136 -86
87<0.9938 87<0 45<-0.8 -92 26<70 -24 -80 66<0.5803 -45 27 26<60 45<-4 -60 44<0.1001 98<12 67 -29 100 124<0.7139 45<0.8001 124<0.6682 -20 -108 50 85<0.3895 85 66<0.9651 30 -220
20<0 22<0 21<0 91<0.8379 -58 71 -105 -30 12<-0.8999 13<-9.399 -75 45<-3.099 71 66<0.5803 -41 19 44<0.06149 69<0.9623 91<0.4862 -3 56 81<0.01533 -219 62 66<0.8912 86 50<0.06154 82 -1
20<0 102<-1 35<0 -99 -55 123<0.6915 84<0.01266 -61 9 147 44<0.06149 125<0.1351 17<2 3<0.05715 123<0.05191 35<0 -145 98 40 -34 -74 -74 117<19 65<0.79 -56 40 16<2 91 29
13<-3.2 13<-10.89 -94 11<-0.2333 -92 79<82 100<0.8596 -13 82 -41 12<-0.8 100<0 -54 67<-0.8 69 -6 17<2 25<0.7168 11<-0.2333 -39 73 67<0.9 67<0.7 16 71<0.225 -107 80 50 -85
43<0 102<-1 -91 23<0 121<0.9318 -25 106 -82 16<2 86<0.8861 102<-3.799 74<0.5756 -109 130 55<0.05827 15 10<-0.8999 16 82 57<20 83<0.1637 1 57<10 -19 -192 22 10<-0.7 -60 1
14<-4 43<0 -94 12<0.9 82<0.1452 109<0.7778 93<0.3334 -102 95 66 5 93 4<0.07143 12<-0.8999 56<-0.6 125<0.03851 23 -95 -54 24<0.7439 44<0.02389 23 80 74<0 -96 11 78<0.8001 -35 30
13<-5.399 27<0 127<0 108 26<-999 55 -56 -95 89<0.8001 5<0 -34 26<70 18<0 81<0.005313 -51 6<0.2001 62 -97 -102 129<0 7 -91 26<60 83 83<0.1637 61 70<0.01944 -177 2
22<0 21<0 132<0 25<0.2781 38 -59 214 -96 65<0.8984 45<1 112<0.5419 76<0.6866 -15 -80 80<0.6734 81 -26 125<0.1351 66 -73 56<-1.7 28<0 58 79<73 94 -92 24<0.7439 64 3
113<0 27<0 -44 -94 11<-0.3461 -76 18<0 86<0.7969 14<-1.399 0<22 -36 29<0 31 -45 47<0.8703 72<0.08572 75 76<0.9001 -28 65 77 99<0.3169 27<0 -20 -88 54<0.9 -32 65 -85
21<0 65<0.9324 105<0.6009 62<0.02381 -4 65<0 236 30 99<0.5871 -94 113 99<0.3169 28<0 40 71<0.06579 -75 30 90<4 78 -2 100<0 113<0 -87 -41 28<0 94<0 181 -10 -16
87<0.9938 102<-1 21<0 -26 35<0 -91 -29 116<-1.299 -70 5 26<60 26<-999 90<5 -6 -196 102<-1.899 111<7 81 -118 91<0.709 23 88 83<0.1918 67<0.9 0 73 105<0.02289 -90 21
22<0 13<1.4 -81 25<0.1863 150 -20 79<82 47<0.8266 19 69 13<-5.399 -41 18<0 77<0.39 98<12 19 -102 78<-0.2 75 59<0.03399 65<0.9732 69<0.7964 25<0.7792 69 -71 -64 31 41 -80
22<0 21<0 134<1 -48 55<0.1843 123<0.1384 -54 83<0.213 102 338 -47 -87 16<2 29<0 24<0.6959 4<0.05178 82<0.04348 14 17<5 79 -132 15 -2 -65 16<3 83<0.3965 -42 45 7
13<-9.399 84<0.05334 -78 23 91<0.9331 18<0 112<0.5419 59<0.6763 120<0.6317 46<10 34 -41 -32 -50 30 -77 117<19 59<0.03399 13<6.901 112<0.9256 -27 -153 76 40 46<3 70<0.002633 -130 40 73
13<-10.89 -70 23<0 17<1 7<1 13<4.901 56<-3 94 37<0 50<0.25 97<0.4001 6 41 132<0 54<0.9 -52 39 -182 -90 97<0.8572 70 -68 -85 19<8 44 -39 132<0 -79 141
12<-0.8999 11<-0.2333 -83 56<-3.9 -71 69<0.8967 79<98 35<0 -6 70 -23 -72 23<0 4<0.1112 79<82 67 120<0.8743 124<0.7139 120<0.6317 46 52<0.1667 -59 24 131<0 81 -139 -66 -23 -68
113<0 26<-999 17 -69 79<82 1<17 9 58<0.726 -15 6<0.2001 82 -121 12<-1.899 -38 129<0 94<0.06799 69<0.9623 79<87 -51 38 124<0.8804 -1 -159 -28 59<0.175 26<70 27 -133 86
12<-0.8 67<-4 -80 56<-0.6 76<0 111<13 -72 120 44<0.01546 -21 74<0.02899 105 15 -46 24<0.7439 18<0 10<-1.3 -22 124<0.2867 68<81 42 -71 24<0.508 69 26 -80 68<22 -79 -12
13<-16 -76 115<-1.299 113<0.9905 -45 52 0<20 -26 123<0.1557 129<0 83<0.1637 29<0 43 -101 82<0.22 83<0.213 -71 57 -85 -76 27<0 43 76<0.8065 76<0.6323 45<0.8001 -33 83 -97 79
23<0 11<-0.2333 -63 78<0.8001 27<0 78<0.6001 123<0.6177 26<158 25 -27 121<0.6799 -17 43<0 366 102 65<0.7122 68 71<0.09678 -118 -22 82<0.22 -53 54 32<0 66<0.9651 68 -65 -69 -78
22<0 14<-3.7 -77 26<-999 104 -37 26<70 12<-0.8999 56<-0.6 117<10 -51 37 44<0.7652 -24 -193 44 58<0.9488 120<0.6806 17 131<0 -17 -182 105<0.02289 134<2 76<0.9839 -108 57 -198 35
13<-16 -71 65<0.9324 10<-1.1 -50 125<0.03851 65<0.5931 28 16<2 80<0.7862 60<0.125 79 -4 59<0.03399 68<33 73 -115 63 104<0.2822 -71 59<0 -94 29 110<0.1023 25 -87 114<0 -31 34
27<0 10<-0.7 -25 23<0 85<0.5672 78<0.8001 78<0.6001 103<54 66<0.5803 68<81 102<1.601 23 -103 -78 48 81 43<0 95 -72 32<0 61 -103 89<-2.9 121 31 -48 76<0.9265 -58 26
41<0 4<0.05178 12<-0.8 45<0 25<0.811 125<0.03851 20 121<0.8988 -92 113 -66 -74 97<0.8572 42 121<0.8355 -101 37 10<-0.7 -44 27<0 77<0.1922 123<0.2259 9 178 -4 99<0.2124 -58 29 -89
23<0 117<16 76<0.5111 85<0.3895 24 -68 49<0.1024 -20 29 116<-1.899 -41 44<0.01546 46<10 38<0 76<0.3163 78 80<0.1915 -74 1 126 -98 33 122<0.01892 -86 85<0.4759 85<0.3015 -28 175 -62
13<-16 -69 79<82 91<0.8379 120<0.4076 57 89<-2.9 71 55<0.4741 -57 16 62 82<0.1983 10<-1.899 -50 8<0 -6 12<3.3 40 82<0.04348 -172 20 79<147 76<0.9943 -66 73 109<0.9216 45 -95
27<0 117<19 58<0.9736 122<0.03222 -9 49 55<0.04769 41 -108 44<0.01546 -16 7<1 98<10 76<0.5111 133<0 84 -22 65<0.9973 80<0.8455 7 30<0 -167 -24 54 56 -70 76<0.9265 -50 28
23<0 18<0 117<16 13<6.901 60<0.06897 32<0 -46 118 2 82 54<0.2188 28<0 118<38 187 -19 24 83<0.125 33 67<-0.1 34 121<0.9481 -31 69 -65 84<0.02539 -76 48<0.2858 69 -90
13<-16 134<0 71<0 -73 91 -74 75<0.9231 4<0.04256 58<0.5224 -14 111<7 70<0.01107 10 59 12<-1.399 -53 21 111<4 88<0.04088 127<0 48 -32 29 63<1 19<19 16 -58 90 -36
34<0 10<0 14<-4 127<1 24 -62 56<-3 82 10<-3.799 -71 -2 24<0.508 89<-1.299 56<-0.6 28 -76 130<0 56<-3.9 196 52 -25 65<0.8984 72<0.006803 25 99<0.5871 -66 48 24 -97
11<-0.3461 -67 116<-2.5 -72 28<0 127<0 90 16<2 118<29 86<0.7969 52 -5 -50 56<-0.6 39 -35 89<-1.299 -40 58<0.9736 26<-127 89 12<0.2001 73<0 -38 29 32 25<0.5916 20 -138
41<0 117<19 14<-4 -46 97<0.3334 69<0.2391 50 -47 88<0.07013 127<3 37 -51 121<0.805 -134 20 16<2 121<0.9318 114<1 55<0.1843 45<-2.299 49<0 -22 192 8 -26 40 67 -13 -82
34<0 12<-0.8 119<3 35<0 84<0.05334 98<6 -63 15<0.7 -37 59 50 15<0.5 55 -9 127<0 165 -74 18<0 86<0.9318 4<0.0625 68<160 51 102<0.8001 -28 90 -5 -43 -78 -97
11<-0.3461 -60 23<0 79<82 127<3 23<-1 -25 43<0 127 113<0.8555 77<0.8124 32 -61 11<0 19 78 113<0.9715 -52 58 113<0.3312 15<0.8001 -5 110 -8 59<0.2625 79<53 122 -29 -89
34<0 75<0.8667 2<0.113 90<1 99<0.06477 122<0.03914 118<38 7 -69 61 66<0.9651 62 52<0.3969 79 -127 70<0.03736 60<0.06897 -60 53<0.8062 53 121<0.878 -112 74 18 111<7 -32 25 -27 -95
24<0.508 0<16 -38 115<-1.799 131<0 -7 -130 41<0 35 -67 92<0.5161 98<3 -40 104<0.951 67<0.9 19<15 -15 34 99<0.8322 49 -69 48<0.01229 -75 48 111<8 -82 19<9 132 -9
11<-0.2333 -40 86<0.3697 12<1.5 17<2 1<2 -43 23 58<0.726 -6 -118 68 121<0.1145 68<160 59 -119 113<0.9905 120<0.6806 121<0.9202 31<0 -5 -62 94<0.1819 92 -13 -40 57<24 -12 49
11<-0.3461 -52 18<0 117<16 -10 123<0.1557 65<0.9877 14<-0.6999 120<0.5081 101 -53 36 37 79<485 111<24 23<0 111<10 79<62 64 15 79 -52 65<0.8984 -101 100 65<0.4076 286 25 -56
27<0 120<0.6317 23 114<1 -29 91<0.9331 -24 134<2 104<0.951 62 122<0.002532 68 -79 -27 60<0.03334 -51 22<0 -64 124<0.4991 58<0.9244 51<0 154 21 -23 81<0.1093 52 64<0.1743 25 -142
18<0 0<20 -29 7<1 26<60 97<0.3334 54<0.9 26 53<0.8572 -10 -144 102<-1.399 -14 46 125<0.03851 67<0.6001 118<116 15 178 67<0.8001 76<0.6866 29 -93 0 -68 36<0 0 -143 -51
41<0 116<-0.6999 -21 11<0.06876 98<3 133<0 -15 -96 65<0.5931 26<310 13<-18.39 -67 122<0 0 82 178 -3 26<51 81<0.005313 79<197 58 -152 98<6 30 83 65<0.9732 -16 43 -79
18<0 23<0 86<0.7969 12<-0.8999 125<0 46<11 17 -29 -45 17<3 66<0.9651 30 85<0.4759 54 -78 -46 -13 73<0.0265 85<1.094 -76 71 30<0 176 85<0.4759 80 -85 83<0.01205 44 -79
2<0.113 18<0 26<70 97<0.3334 26<-18 -53 6<0.2001 22 -74 111<13 98<6 24 73 -23 13<6.901 58<0.9488 116<-1.299 -73 68<81 44 -15 -70 57 -54 111<7 133<0 -34 -108 15
121<0.9202 86<0.7969 41<0 115<-1.1 -22 65<0.9324 65<0.5931 107<0.3334 121<0.1626 134 -1 100 12<-1.399 102<-1.399 53 -75 88<0.02836 -17 121<0.8988 72 -98 27 -82 -29 121<0.9829 42 36<0 -26 92
41<0 37<0 120<0.2795 16<1 67<-2.099 280 75 79<112 102<-2.9 -79 98 79<402 -43 68 93<0.3334 114<1 84<0.05334 -23 25 70<0.4706 18 16<3 -93 90 76<0.9687 60 -33 -58 -76
116<-1.299 -32 28<0 61<0.01251 44<0.003051 -53 41 1<54 -12 82<0.04348 48<0.02693 79<138 72 -130 95 71 58<0.8703 31<0 61<0 -8 37 -43 82<0.03192 68 65<0.9324 -70 15<0.8001 71 -33
79<58 4<0.04256 60 69<0.9185 28 -71 13<-20 -55 73<0.1773 122<0.04762 77<0.7403 15<0 71<0.3067 -44 104 77<0.1922 92 77<0.39 -31 33 81<0.7489 2<0 -10 -42 76 59<0.8475 78 -75 -41
24<0.508 11<-0.3461 -46 18<0 79<62 50 102<0.9 120<0.7014 70<0.002633 58<0.8984 17 -124 28 -17 59 -58 120<0.3211 77<0.4723 112<0.3706 58<0.6444 -63 66 76 52 65<0.9732 73<0.1773 -34 -117 9
0<20 -26 18<0 26<42 133<0 27 -13 127<2 124<0.8804 118<116 18 162 112<0.3172 46<188 -114 56 9 124<0.7686 124<0.6682 124<0.4239 -50 112<0.3172 -22 93 13<4.901 -95 47 45 -38
92<0.75 123<0.1977 104<0.8496 85<0.2012 45<-3.099 116 19 -12 125<0.001175 -14 -86 121<0.8355 0<155 -14 55<0.3004 123<0.2466 109 -18 58 17<3 59 -49 128<0 76<0.9001 21<3 -72 -6 33 171
115<-1.299 -33 24<0.7871 124<0.8804 124<0.7139 124<0.6682 81<0.5123 49<0.4616 13 65 21<3 -40 1<4 -25 104 98<13 -1 -73 42 73<0.0138 99<0.05008 28 98<12 65<0.9877 -200 -29 -1 50 -21
37<0 121<0.9202 19<21 38<0 0<22 -34 79<53 42 -1 83<0.07143 119 -27 -60 42<0 123<0.2711 123<0.2466 36<0 103<136 28<0 51 -27 -61 63 -198 63 164 83<0.2428 -80 59
116<-0.6999 27<0 94<1 94<0.1819 111<4 90<6 -7 -154 37 -55 113 -68 130<0 7<1 120<0.8743 124<0.7865 10 46 101<0.3837 101<0.0302 -20 83 -85 -58 30<0 63 86<0.7969 -19 -104
102<-1.899 31<0 117<20 116<-0.8 -59 89 -36 -76 126<0 7<1 11<-0.6499 -54 100<0.6901 133<0 112<0.2673 130<0 76<0.6866 61 13 132<0 -36 109 68 91<0.9331 -58 40 0 -62 -22
40<0 23<0 26<1 15<0.6001 76<0.8739 -71 47 54<0 0<25 -15 154 -16 54<0.6263 44 26<42 18 121<0.878 0<227 76<0.9001 -31 26 -48 121<0.9829 83<0.1918 74 -6 -57 -33 -62
115<-1.1 -22 17<2 7<0 70<0.002633 60<0.2667 3 -74 73<0.1773 2<0.113 77<0.7403 46 19<16 25 74<0.1579 77 -64 120<0.2481 50 128<0 -24 133 77<0.1598 94 -50 -26 63<0.09091 20 -60
34<0 11<0 26<211 49<0.4616 114<0 -55 -13 44<0.2101 32 -108 81<0.6561 14 140 59<0.03399 123<0.4987 60<0.125 80<0.7862 82<0.05505 60 -15 -39 34 14<-0.6999 -162 8 92<0.03547 51 0 -87
25<0 -120 86<0.1171 26 97<0.3334 81<0.7489 -25 79<170 17 154 27<0 82<0.22 102<0 56<-0.6 32 -6 45 79<82 46 127<0 82 -49 102<-1.899 -76 79<65 96<0.3334 114 -31 -20
34<0 25<0.02887 -79 82<0.1667 123<0.6915 124<0.7457 107<0.3334 124<0.6888 80<0.6345 -14 80<0.6734 94 80<0.7092 -64 70<0.02808 57<24 -69 45 45 120<0.6806 28 -79 42 120<0.848 45 -15 58 -12 -86
40<0 24<0.508 117<0 -22 70<0.03736 102<-1.899 -66 71<0.05001 -21 119<4 38 -83 28 59<0.3833 129<0 73<0.04762 -1 73<0.07918 71<0.03209 208 51 18 109<0.37 -68 113 111<10 -55 18 -59
79<53 127<3 51 -57 120<0.3211 69<0 102<-1 127<0 75 -67 95<0 71 -41 127<1 26<310 52<0.3969 150 -6 241 18 120<0.3673 -67 75<0.8956 29<0 6 -59 81<0.06223 12 -59
115<-1.5 134<2 82<0.2462 -54 56<-1.1 117 -12 88<0.04088 32 -54 18<0 0<22 -14 104<0.951 19 105<0.02289 58<0.8984 80 61<0.4828 69<0.9623 106<0 -49 54 -81 -140 66 71<0.03209 37 -67
48<0.1042 43<0.686 116<-0.6999 -17 55<0.1843 68<18 -9 68<28 138 51 66<0.4797 -70 38 -1 26<-999 44 118<73 111<6 72<0.006803 -9 19<11 -34 49<0.1429 -48 -130 -4 63<1.112 7 172
25<0.02887 -94 114<1 89<-2.4 111<8 98<9 98<8 49 254 -31 25<0.3417 -88 11 1<54 44<0.5349 -13 88<0.02836 -37 -154 63<0.1508 64<0.1177 -149 -19 43 92<0.75 21 111<17 -45 74
116<-0.6999 125<0.03851 65<0 -60 82<0.03192 54 86<0.5328 13 111<5 80<0.8283 103<32 -101 33 5 17 67<0.7 -112 47 73<0.1773 73<0.04762 26<1 15<0.8001 -38 36 23<-1 82 7 45 -28
98<5 127<0 49 117<19 -32 67<0.6001 17 65<0.9973 -53 46 98<9 77<0.7403 60 13<-18.39 153 -5 77<0.551 111<17 64<0.1743 13 -60 111<41 66 -85 127<2 98<10 -49 41 -10
68<15 -40 130<0 85<0.3895 18 85<0.5672 121<0.8988 72<0.006803 55 25<0.4353 8 -54 127<2 -109 9 133<0 46<111 117<17 -2 119<2 58 7 -73 0<227 -68 30 30<0 70 -40
34<0 13<6.901 12<3.3 12<2.201 111<4 15<0.7 25<0.02887 -97 11 25<0.1227 51 -26 23<0 10 -70 123<0.1039 -31 76 25<0.497 5 13<3.301 61 103<17 -159 -1 7<1 36 -73 -87
37<0 34<0 97<0.3334 65<0.7122 13<-10.89 -40 97<0.1667 57<12 81 1<54 -18 97 -12 -22 97<0.5 13<-3.2 -10 38 123<0.03578 86 123<0.05191 -76 77<0.9223 -7 33 -85 107<0.2001 -75 41
6<0.5 6<0.0625 79<73 54<0.975 43<0.9951 11 75<0.5935 -20 -145 38 29<0 -7 -81 58<0.6444 26<211 26<25 63 58<0.5224 79<77 -84 6 69 50<0 44 209 60<0.4517 0 77 -56
34<0 123<0.6915 93<0.3334 79<53 11<-0.03999 -23 46 -7 132<0 96<0 101<0.006708 2 94 2 123<0.05191 -130 50 81<0.9962 67<0 66<0.09484 -35 122<0.002532 161 48 45<-1.7 -106 31 -66 -83
116<-0.6999 94<0 55<0.01326 -66 96<0.8001 14 -42 16<3 94<1 -72 82 32 0<27 111<17 -24 118<17 3 113 43<0 55<0.04769 55<0.01506 14 99 23<0 28 -40 89<-2.4 37 1
48<0.1042 117<7 41 117<17 57<29 86<0.3697 11 -43 25 9 102<0.8001 26<-528 54<0.2188 72 -8 26<1 -63 82<0.04348 14 82<0.1819 -45 105<0.9166 125<0 21 -53 -67 54<0.6263 101 16
116<-0.6999 125<0.00858 121<0.6799 94<0.4286 50<0.01705 -39 35 -100 27<0 120<0.7157 53 -21 -47 -65 20<0 102<-1.899 -33 120<0.5081 59<0.175 89 28 94<0 25 -41 10<-3.799 -86 114<0 -27 4
120<0.3211 98<9 98<8 70<0.4706 63 -19 144 119<3 7 -101 10<0 16<3 -20 11 119<1 40 120<0.4352 16<4 119<2 -103 6 75 65<0.9324 112<0.09831 -37 9 120<0.848 40 -19
41<0 78<-0.2 77<0.39 66<0.1536 52<0.9286 52 -60 13<-12.39 45<-2.299 -39 156 -72 13<-16 -35 44 77<0.39 116<-1.899 -81 83<0.07143 75 45<-2.7 121<0.6092 199 24 -9 68<15 -55 -5 -57
11<-0.3461 63<0.1508 27 55<0.1843 -18 -85 86<0.9096 90<19 13<-20 -42 3<0.25 18<0 13 -25 -26 120<0.5767 34 85<0.3895 -21 -121 28<0 130<0 63<0.02632 73 -2 -96 127<0 -125 -28
37<0 121<0.9202 121<0.777 111<17 1<25 21<2 -21 80<0.4048 78<-2.4 -48 21<4 138 29 -12 90<2 78<0 53 3 56<-0.6 53 -74 63 124<0.9051 106<0.1001 -36 7 -143 21 -49
84<0.05334 84<0.03907 119<3 97<0.4001 4<0.04256 14 69<0.8266 -8 -51 72<0.1293 102<-1.899 111<13 -45 80 36 -5 12<0.6001 127<0 87 -48 25 118<6 -10 -95 43<0 68 70<0.7096 15 -73
13<6.901 126<0 90<19 69<0.9392 7 -20 55<0.1843 -1 -128 90<11 78<0 13<-6.599 -58 121<0.8355 86<0.5328 13 -91 47 69<0.8497 -40 -134 99<0.8322 68 -46 45<-3.099 -84 59<0.1236 55 -9
116<-2.5 91<0 43<0.9086 -29 -124 13<-6.599 -72 29 0<15 119<1 -69 -9 77<0.1598 27<0 76<0.9001 97<0.2667 6 108 -40 -23 17<9 81<0 56 86<0.7969 4 81<0.7489 -17 75 -76
96<0 107<0.5 83<0.3965 102<-3.799 -75 112<0.2239 100<0.6901 12<0.2001 67<0.7 6 -52 124<0.6682 52 75<0.8667 19 -72 122<0.03222 83<0.1637 67<-0.8 -98 22 -118 65 0<342 45 -7 53 -50 -10
18<0 0<15 119<1 -60 16<3 -25 24 116<-2.5 82<0.03192 46 112<0.8823 -64 56 10<-3.799 60<0.2667 -59 62 29<0 4<0.009434 39 86<0.4104 16 0 124<0.7865 -54 75 83<0.01205 55 -56
21<2 115<-1.5 74<1 -39 25 11<0.1875 -8 68<81 68<15 -37 46 -5 46<27 126<0 133<0 16<3 17<3 73<0.04762 31 63<0 -18 111 -29 105 68<121 -63 73 -33 -62
21<2 21<0 66<0.6586 30<0 109<0.6667 54 -78 106<0.4075 10<-0.4 44<0.1001 -22 -79 54<0.6263 27 73<0.1773 122<0.03914 -16 49 -65 48 7 -49 126<0 102<0 118<22 1 58 74 -43
120<0.5531 83<0.281 83<0.1637 46<9 16<3 10 61 102<-1.899 -102 0 -24 50<0.25 120<0.4629 75 46<8 27 -104 -6 76<0 -76 97<0.04879 82<0.3412 -49 80 97<0.9091 3 134<0 54 -93
131<0 17<9 24<0.4205 0<227 66<0.3051 25 -13 89<-1.299 59<0.02179 -78 49 56 65<0.9732 47<0.9052 59<0.3833 80<0.4048 116<-1.299 -63 14<-1.399 97 -14 -1 -26 -32 20 -44 32<0 -13 -101
124<0.2867 98<5 52<0.3969 111<3 14<-3.299 -31 75<0.7369 76 -44 71<0.125 -97 42 103<17 127<2 -105 -33 27 52<0.3334 -23 124<0.1531 102<-1 -12 172 7 124<0.3181 52<1 64 -28 0
49<0.4616 84<0.05334 76<0.9001 83<0.06041 79<58 67 84<0.008306 22<0 -48 32 -53 74<0.8164 -32 16 80<0.9034 131<0 112<0.8191 45 -13 -68 12<-1.2 -94 101<0.2242 28 -57 84<0.1558 43 -8 18
86<0.9096 115<0 127<2 3 -18 126<0 90<6 97<0.1021 -17 36 109<0.3001 -70 30 23<-1 84 79<138 25 13<3.301 -26 -139 45<-2.299 127<1 79 -17 111<5 46<40 -64 11 2
25<0.02887 -88 5<3 48<0.1042 28<0 19 72<0.2722 72<0.1897 48<0.01229 73<0.0265 -2 -58 34 -54 57<10 84 -16 -7 90<19 73<0.04762 84<0.004729 85<0.5672 64<0.3158 45 -63 51 -87 64 -162
120<0.3211 30<0 26<-8 -27 111 51<0.2001 26<1 -36 74<0.02899 -72 59<0.2625 79 23<0 26 -80 -53 123<0.6177 13<1.4 86<0.8296 -3 -33 74<0.2001 38 118<116 120<0.6806 28 -19 -128 -120
125<0.1351 134<2 85<0.07369 69<0.9392 60 -50 115<0 0<342 -22 17 8 0<5 -66 45<-1.399 71<0.1112 14 73 86<0.8582 71<0.125 69<0.9623 46 -57 -7 -30 46<11 125<0.456 -77 -11 66
120<0.5531 121<0.9318 121<0.2412 68<24 142 -20 123<0.4199 79<65 117<29 -67 46 21 14<-2.099 15<0.8001 63<1 79<128 43<0 -58 38 -77 39 79<121 132 3 -35 47 11<0.1313 -17 6
40<0 90<1 115<-3.7 -54 51<0.2001 68<106 4<0.05178 51<0.03479 31 96 134<0 44 98<7 -18 28 129<0 8 -49 -41 73<0 -14 54<0.9 98<39 38 -54 73<0.07918 6 -55 -44
85<0.6667 78<-0.8999 122<0.02332 78<-2.4 -2 73 -29 122<0.03222 60<0.3334 -18 103<2 -28 59 48<0.9834 99<0.5871 37 -49 -64 76<0 -44 71<0.1786 19<15 128<0 121<0.9721 13 96 136 78 -10
23<0 90<19 56<-3 76<0.5111 66<0.4797 -42 84 60 54<0 23 13<0.6001 -13 2<0.113 123<0.06885 -19 111<24 32 -47 110<0.2001 -68 11 78<-1.399 72 -60 127<1 123<0.1814 -68 67 -53
98<5 48<0.2858 37<0 88<0.04088 101<0.0438 130<0 66<0.1098 74<0.02899 -47 99 134<1 76<0.9839 -28 56 53<0.8062 9 88 -43 109<0.5625 45 -29 106<0.4075 101<0.068 13 -58 96 -82 -40 7
49<0.3334 26<1 72<0.08572 71<0.03209 117<16 -37 45 54<0.975 -42 -119 80<0.4048 48<0.7539 90 -11 1<36 65<0.5931 -100 -6 69 2 26<9 55 12<-1.399 76<0.6866 83 -1 111<3 -56 9
66<0.01328 -63 72<0.2722 98<3 72<0.2253 46<16 -6 -61 -82 96<0 72<0.02198 1 81<0.03243 65<0.8558 -70 30 55 17<3 116<-0.6999 72<0.06757 0 134<1 -117 -7 7 -64 58<0.9736 18 -76
116<-0.6999 123<0.3285 68<28 64<0.2069 -2 -76 15<1.3 4<0.05178 -57 76<0.5111 -67 26 27<0 45 -25 94<0.1819 54<0 -17 47 105<0.07863 -121 -5 28<0 54<0.2188 118<-1 -70 54 6 -3
86<0.9096 1<2 -18 21<2 97<0.3334 81<0.005313 -73 111<11 24<0.3771 1<54 -9 63 -27 38 93<0 88<0.02111 11 50 -10 21<5 119<3 60<0.1667 35 118 -55 -3 111<8 -30 22
18<0 6<0.5 56<-0.6 83<0.3965 119<4 120<0.7945 16 35<0 -55 27 -62 14<-2.5 77 1 94<0.4286 83<0.1637 14<-0.6999 93<0.3334 -12 68 22 -14 -39 56<0.6001 -83 52 120<0.6651 -11 -84
114<0 44<0.04585 -2 119<4 63<0 15 11<0.1875 -72 6 80 120<0.3211 16<1 101<0.03633 95 61<0.1429 74 -82 121<0.5665 103<3 45<-0.6 -27 95 -98 25 120<0.3673 121<0.6799 13 -81 -1
40<0 17<3 4<0.01695 16<2 126<0 39 -23 35<0 25 -42 105<0.8281 105<0.02289 75<0.8667 102<-1.899 -57 52<0.3969 13 10<-2.799 -93 79<106 21 -27 -29 15 -29 52<0 11 -58 -45
83<0.281 83<0.1918 126<0 23<0 9 -35 83<0.09412 103<103 122<0.006043 -16 -88 88 61 -22 120<0.5081 64<0.9584 83<0.3965 62 6 116 103<72 61<0.25 122<0.01402 -60 37 64<0.1743 61 -12 85
24<0.3374 9 115<-1.5 -29 78<-0.2 77<0.39 66<0.1536 79<93 58 -51 -64 42 68<15 60<0.1001 -9 -107 79<55 82<0.08792 46<7 140 -10 9 97<0.4001 60<0.03334 -56 -6 63<0.2001 21 -17
98<4 120<0.7014 121<0.8618 75<0.8956 76<0.9001 118<5 66<0.369 133<0 48 -72 -18 -48 61 -49 44 -33 66<0.6586 98<9 99<0.5871 18 -63 46<16 109<0.2059 121<0.8355 -84 1 -2 18 22
34<0 73<0.1773 89<-2.4 65<0.9877 73<0.0265 111<8 27<0 79<128 72 -6 -29 16<2 74<0.4063 -113 2 39 51 74 89<-1.899 44<0.01202 25 79<69 24 -81 1 115<-0.3 16 -35 -80
77<0.1598 77<0.101 82<0.09616 25 61<0.04082 -116 21 63 128<0 77<0.2339 -55 82<0.1983 118<7 48<0.1042 20 -11 105<0.02289 -26 10 80<0.9506 77<0.6846 12<0.2001 -16 49 -34 72 63<0.1508 -23 84
120<0.7014 73<0.1773 76<0.9001 73<0.04762 10<-1.899 118<14 59 -56 121<0.8618 120<0.4352 -31 4 111<10 2 75 76<0.5755 48<0.4391 79<170 115 13 -17 111<5 -56 52 29 122<0.1108 3 -60 -11
81<0.06223 69<0.8266 130<0 123<0.1384 80 66<0.2261 -21 50 46<2 42 -71 81<0.04135 19<12 66<0.9251 78<2.401 -56 37 83<0.1637 55 -36 33 46<2 -27 59 134<2 19<12 -2 -27 10
24<0.4651 98<4 -7 78<-2.4 -30 55<0.004976 -60 25 78<0.6001 70<0.07484 13 83<0.281 123<0.1977 118<6 -92 -2 83<0.04386 17 79<402 -38 53 83<0.5284 79<69 -23 67 -34 14<-4 -105 -16
19<19 69<0.8967 131<0 96<0 126<0 75<0.8372 32 -1 125<0 69<0.8266 -6 -91 39 75<0.9467 4 -37 -28 4<0.04256 89<-0.6 61<0.1429 7 -96 16<2 38 -47 -33 47<0.7594 14 -42
13<6.901 19<8 121<0.05029 13<1.4 19 -106 115<-3.7 -58 80<0.1915 26<1 -24 121<0.5214 150 47 25<0.8417 99<0.0226 -5 103<2 59 14 -30 -8 92<0.166 37 100<-1 -111 79<121 77 -51
18<0 115<-1.1 -12 123<0.3896 10 112<0.4608 68<28 44<0.1001 3<0.02147 120<0.2481 26 -69 53 85<1.017 14 147 85<0.8236 85<0.6166 -39 41 -69 46<4 0 74 118<22 -55 111<4 -48 86
1<2 -16 85<0.5672 88<0.07013 118<14 103<4 60<0.2667 7 13<-1.299 1 -70 24 -21 28<0 85<0.2567 -63 52 -87 48<0.2858 75<0.8372 31 47<0.7594 49 -26 103<2 12<0 -13 -101 10
24<0.6959 24<0.08534 86<0.2154 124<0.3594 -56 44<0.02042 -26 46<16 81 -5 81<0.09421 127<2 -42 -178 -7 71<0.06579 81<0.2103 -14 21 15 120<0.1825 39 81<0.06223 -1 69<0.3761 -67 120<0.7014 -1 -58
17<3 109<0.2059 77<0.625 -19 103<54 81<0.07252 22 75<0.06 -46 120<0.4076 68<15 -94 123<0.6915 63 -11 24<0.6019 88<0.02836 68<30 -38 24 52 -40 15<2.1 -96 29 8 109<0.1305 13 -56
18<0 85<0.3015 93<0.3334 85<0.2567 1 103<17 4 96 84<0.008306 107 2 72<0.006803 117<16 45<0 -34 37 119<3 40 -34 79<233 7<1 -11 -73 83<0.3965 2 89 83<0.01205 48 -59
112<0.09831 100<0.521 80<0.07198 32 132<0 12<0.2001 124<0.1191 -91 -20 121<0.7298 -9 121<0.878 76 -41 55 45<-2.7 42 80<0.5896 -104 80<0.7092 67 -54 120<0.848 10 35<0 52<0.3334 -76 18 51
17<3 55<0.04769 78<-2.4 -32 55<0.02184 70<0.9596 -7 103 30 78<-0.2 76<0 -47 63<0.5 58<0.9488 67 -17 66<0.5803 -52 37 90<19 -7 63<0.5834 66<0.2261 6 -125 33 63<0.1508 5 -55
25<0.06087 -50 120<0.3211 102<-1.899 -35 78<0 43 14<-3.299 45 19<12 -55 14 123<0.6177 63<0.5 3 1<54 4<0.1334 80<0.5896 118<3 -23 -92 -14 6 26<60 61 123<0.1977 -55 46 -103
59<0.2625 120<0.3211 102<-1.899 -51 19<18 34 142 2 128<0 127<3 45<-4 -53 127<1 19<11 110<0.1539 58<0.3802 79 -55 -30 79<98 0 -89 98<5 -24 24<0.7439 46 -17 -66 123
98<5 127<1 83<0.3965 61<0.1001 46<5 44 -28 26<17 75<0.03808 -78 65 -68 55 82<0.03192 10 81<0.05034 9 81<0.1093 -52 -18 47<0.9927 7 83<0.06041 35 26<60 113<0.6748 -81 46 -89
124<0.3858 72<0.02198 117<16 84<0.004729 -60 17 12<-2.9 -47 59<0.04615 104<0.491 53 104<0.8496 -102 27 80 20<0 57<14 72<0.1573 -18 43 -44 19<7 50<0.06154 79 -35 119<3 -59 26 2`
