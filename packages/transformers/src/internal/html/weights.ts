/**
 * What was learned from annotated pages. Written by `npm run bench -- htmlTrain --write`; not to be edited.
 *
 * @since 0.1.0
 */

/** Words of class names and ids, with tenths of log-odds for content. */
export const names =
  `about-this:15 about-us:-19 absolute:-9 ac:-11 access:-16 accessibility:-19 accordion-content:10 account:-35
action-bar:-22 action-menu:-23 actions:-15 active-trail:-16 address:-25 admin:-16 advanced:-21 after:-27
ah:-15 ai-start:-17 akismet:-11 alert:-19 align:-7 align-aside:-37 align-default:-15 align-end:-33
align-items:-13 align-justify:-15 align-right:-26 aligncenter:-21 aligned:-21 alt:-10 am:-22 ancestor:-40
animation-fade:-32 announcement:-31 announcement-bar:-31 app-header:-16 app-reviews:-23 ar:-11 are:-25
are-vertically:-17 area-inner:-22 arrow:-30 arrows:-21 article:8 article-body:18 article-byline:-19
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
byline-wrapper:-20 bypostauthor:-24 byuser:-36 canvas-menu:-27 canvas-nav:-24 caption:-15
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
dropdown:-37 dropdown-animation:-31 dropdown-column:-22 dropdown-container:-33 dropdown-content:-39
dropdown-inner:-21 dropdown-item:-31 dropdown-link:-26 dropdown-list:-39 dropdown-menu:-45 dropdown-none:-19
dropdown-tablet:-37 dropdown-toggle:-15 dt:-15 dyn:-11 dyn-item:-11 dyn-items:-11 dyn-list:-11 editor:9
element-aa:16 element-ab:16 element-af:-15 element-bb:-17 element-bf:-13 element-caption:-24 element-cb:-17
element-cc:13 element-ce:-13 element-ea:16 element-ed:14 element-fe:-20 elementor-align:-25
elementor-button:-20 elementor-grid:-33 elementor-heading:-21 elementor-hidden:-42 elementor-icon:-29
elementor-inline:-18 elementor-list:-20 elementor-mobile:-24 elementor-nav:-41 elementor-page:-15
elementor-post:-32 elementor-posts:-17 elementor-repeater:-21 elementor-size:-21 ellipsis:-21 email:-11
embedded:-13 empty:-14 end:-9 entry:10 entry-content:14 entry-footer:-28 entry-header:-10 entry-meta:-24
entry-title:-12 ep:-26 error:-28 error-message:-13 et-footer:-26 et-menu:-35 et-post:15 et-top:-24
events-auto:-19 expand:-17 expand-content:-13 expand-lg:-33 expand-watch:-13 expandable:-14 expanded:-15
explanation:-18 explore:-22 extras:-24 facebook:-19 facet:-20 fade:-16 fade-in:-12 fail:-17 false:-16 faq:15
faq-section:19 faqs:15 feedback:-11 field:9 field-item:12 field-items:12 field-label:11 field-name:12
field-sublabel:-28 field-type:10 field-validation:-27 field-wrapper:-13 fields:-24 fields-container:-10
figure:-28 fill-stretch:-19 filter:-23 filter-menu:-24 filter-options:-29 filters:-26 fixed-top:-36 flag:-12
flat:-15 flex-end:-14 flex-shrink:-13 flex-wrap:-10 flush:-16 flyout:-40 flyout-content:-35 focus-item:-39
folder:-29 follow:-12 font-display:-19 foot:-33 footer:-36 footer-about:-23 footer-address:-14
footer-block:-34 footer-blocks:-34 footer-bottom:-40 footer-buttons:-20 footer-col:-32 footer-column:-36
footer-columns:-19 footer-contact:-25 footer-container:-50 footer-content:-43 footer-copyright:-34
footer-cta:-22 footer-desktop:-17 footer-disclaimer:-20 footer-focus:-23 footer-form:-20 footer-grid:-34
footer-group:-38 footer-heading:-13 footer-info:-34 footer-inner:-47 footer-item:-35 footer-left:-23
footer-legal:-30 footer-link:-33 footer-links:-40 footer-list:-32 footer-logo:-20 footer-main:-40
footer-menu:-44 footer-middle:-28 footer-mobile:-24 footer-module:-25 footer-nav:-47 footer-navigation:-29
footer-new:-19 footer-newsletter:-21 footer-padding:-18 footer-primary:-30 footer-right:-25 footer-row:-39
footer-secondary:-23 footer-section:-41 footer-sections:-17 footer-site:-17 footer-social:-25
footer-terms:-22 footer-text:-30 footer-title:-20 footer-top:-43 footer-widget:-36 footer-widgets:-32
footer-wrap:-40 footer-wrapper:-43 footnote:-20 footnotes:-20 for-small:-21 form:-15 form-block:-22
form-container:-26 form-done:-17 form-fail:-17 form-field:-16 form-fields:-21 form-group:-28 form-inline:-12
form-item:-26 form-sublabel:-28 form-type:-21 form-wrap:-18 form-wrapper:-32 format:10 format-standard:10
forums:-19 framework:-28 full-menu:-16 fv:-22 fw:-9 gdpr:-17 ge:-16 gecko:-19 gf:-16 gf-browser:-28
gfield:-28 gfield-contains:-19 gfield-description:-15 gfield-has:-16 gfield-input:-22 gfield-no:-27
gfield-type:-28 gfield-visibility:-28 gfield-width:-27 gform:-15 gform-body:-28 gform-fields:-28
gform-theme:-28 gform-validation:-14 gform-wrapper:-28 global-action:-17 global-actions:-17 global-footer:-33
global-header:-39 global-nav:-37 globalheader:-16 globalnav:-18 graph:-29 graph-collapsed:-22 gravity:-32
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
js-reactions:-18 js-search:-19 js-sticky:-17 jump:-19 justified:-32 justify-between:-8 justify-end:-13 ka:-16
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
pc-gap:-25 pc-justify:-21 pc-padding:-25 pe:-19 picker:-14 pinned:-25 pk:-24 pointer:-13 pointer-events:-11
pointer-none:-25 pointer-underline:-20 policies:-14 policy:-13 policy-text:-24 pop:-16 popover:-30
popular:-26 popup:-38 popup-block:-19 popup-body:-25 popup-content:-22 popup-drawer:-20 popup-menu:-17
popup-text:-18 pos:-28 position-absolute:-15 position-fixed:-18 position-right:-17 post-ancestor:-23
post-author:-24 post-body:16 post-comments:-29 post-content:15 post-date:-15 post-excerpt:-27 post-footer:-27
post-header:-27 post-info:-22 post-meta:-19 post-navigation:-24 post-parent:-22 post-tag:-18
post-thumbnail:10 post-title:-27 post-type:-9 posts:-7 posts-skin:-17 posts-thumbnail:-17 powered-by:-24
pre-footer:-17 pref:-19 preferences:-19 prev:-30 prev-next:-24 preview:-14 previous:-27 primary-footer:-23
primary-header:-15 primary-menu:-47 primary-nav:-39 primary-navigation:-39 print:-16 privacy:-29
privacy-content:-17 privacy-overview:-17 privacy-policy:-22 product-card:-18 product-description:21
product-details:15 programs:-24 promo:-22 prompt:-17 prose:13 pt-lg:-25 publication-footer:-20 publish:10
published:-25 questions:-18 quick-add:15 quick-links:-26 quote:9 ra:-15 radio:-21 range:-20 ratings:-14
reactions:-20 reactions-bar:-18 reactions-list:-18 read-more:16 reader:-17 reader-text:-11 recent:-14
recent-entries:-16 recent-posts:-29 recommended:-35 reduce:-24 ref:-15 reg:-18 region-footer:-35
region-header:-23 region-navigation:-24 register:-14 related:-20 related-article:-20 related-articles:-29
related-content:-34 related-post:-23 related-posts:-33 related-topics:-30 remove:-17 repeater:-23
repeater-item:-21 reply-title:-13 request:-18 required:-25 res:-23 reset-ixi:-22 respond:-24 result:-14
review-ctn:-22 review-language:-18 reviews-area:-22 reviews-filter:-24 reviews-hash:-22 reviews-language:-16
rich:17 rich-text:18 richtext:14 ro:-28 robots:-25 robots-nocontent:-22 rounded-lg:-11 row-columns:-18
row-has:-20 row-layout:-13 row-main:-26 row-mobile:-24 row-no:-18 row-tablet:-24 row-wrapper:-19 rows:-28
rss:-20 rte:18 rv:-14 rzmkn:-17 scale:-13 screen-reader:-16 scrollbar:-28 scroller:-12 sd:-20 sd-block:-22
sd-content:-21 sd-sharing:-22 sd-social:-22 sdk:-33 sdk-columns:-30 sdk-container:-30 sdk-row:-33 search:-8
search-bar:-19 search-box:-14 search-container:-20 search-form:-34 search-inner:-17 search-input:-14
search-modal:-17 search-result:-15 search-wrapper:-23 searchbar:-19 secondary:-14 secondary-menu:-15
secondary-nav:-24 section-footer:-30 section-group:-44 section-header:-23 section-items:-21 section-links:-14
section-nav:-23 section-title:-17 selected:-18 selector:-15 seo:15 separator:-23 settings:-32
settings-popup:-31 sf-menu:-20 shape:-13 share-buttons:-12 sharedaddy:-22 sharing:-26 sharing-enabled:-22
show:-9 show-banner:-20 show-for:-28 show-on:-22 side-menu:-25 side-nav:-16 side-right:-22 side-wrap:-14
sidebar-block:-21 sidebar-inner:-36 sidebar-nav:-29 sidebar-primary:-35 sidebar-sticky:-21
sidebar-wrapper:-20 sidenav:-28 sidepanel:-23 sign:-24 sign-in:-16 sign-up:-20 signature:-28 signin:-24
signup:-38 signup-form:-19 site-footer:-52 site-header:-44 site-info:-26 site-menu:-17 site-nav:-43
site-navigation:-42 site-search:-23 site-title:-17 size-default:-12 sk:-20 slider-slide:-18 slogan:-24
small-font:-20 social:-19 social-icon:-23 social-icons:-18 social-item:-13 social-link:-18 social-links:-23
social-menu:-13 social-share:-17 socials:-20 sort:-12 sr:-19 sr-only:-17 standard:8 stars:-21 statistics:-21
status:10 status-publish:10 sticky:-6 story:10 stretch:-13 stretch-false:-24 structural:-23 style-button:-15
style-normal:-16 sub:-27 sub-header:-15 sub-menu:-46 sub-nav:-38 subheader:-12 subheading:-9 sublabel:-28
sublabel-below:-23 sublist:-24 submenu:-48 submenu-container:-16 submenu-item:-37 submenu-list:-34 submit:-18
subnav:-24 subnav-left:-17 subnav-right:-20 subscribe:-36 subscribe-form:-28 success:-19 summary:9
supported:-22 surface:-23 switcher:-28 system:10 system-main:12 ta:-25 tab-bar:-17 tab-container:-20
tab-pane:-28 tab-section:-17 tablet-align:-19 tag:7 tagline:-23 tags:-11 taxonomy:-29 tb-footer:-22 te:-16
team:-17 template-part:-14 tertiary:-17 test:-9 text-inner:13 text-long:21 text-secondary:-29 text-title:-19
text-white:-12 text-with:14 text-wrapper:11 text-xs:-17 textwidget:-43 th:-24 theme-col:-18 theme-no:-32
theme-post:18 themed:-15 themed-background:-20 third:-14 this:12 thread-alt:-39 thread-even:-42
thread-list:-26 thread-odd:-39 threads:-24 thumbnail:9 title:-13 title-bar:-19 title-container:-25
title-nav:-18 title-wrap:-18 title-wrapper:-14 tl:-16 to-cart:-11 to-open:-19 toc:-8 toc-list:-17 toggle:-10
toggle-false:-18 toggle-icon:-16 toggle-sub:-19 tool:-21 toolbar:-17 top-bar:-31 top-header:-29 top-label:-28
top-level:-39 top-menu:-37 top-nav:-39 top-navigation:-34 top-right:-18 top-wrapper:-22 topbar:-27
topic-list:-28 topic-title:-17 topics-list:-28 topnav:-39 total:-15 totals:-15 touch:-26 tracking-tight:-17
traditional:-15 transform:-20 transform-uppercase:-16 transition-all:-11 transition-colors:-16 translate:-17
trending:-33 type-checkbox:-19 type-custom:-22 type-email:-10 type-flyout:-15 type-honeypot:-14 type-page:11
type-rich:15 type-taxonomy:-48 type-text:14 ufi:-16 ug:-19 ul:-11 unstyled:-15 updated:-20 upper:-32
uppercase:-14 user-details:-15 user-extras:-19 user-info:-24 using:-16 utility:-16 utility-links:-20
utility-nav:-22 validate:-17 validation:-29 validation-below:-27 validation-container:-14 vcard:-23
version:-24 vertical-align:-16 vertically:-14 view-display:-28 view-id:-31 view-mode:12 visibility:-15
visibility-visible:-28 visible:-8 visually:-25 visually-hidden:-25 vjz:-22 vs:-31 warning:-14 watch:-15
weight-medium:-20 welcome:-15 what:13 widget-area:-37 widget-block:-38 widget-button:-19
widget-categories:-23 widget-custom:-30 widget-heading:-21 widget-icon:-27 widget-mobile:-23 widget-nav:-34
widget-post:-26 widget-recent:-24 widget-theme:18 widget-title:-26 widget-wrapper:-19 widgets:-37
widgettitle:-16 width-auto:-31 width-initial:-30 with-icon:-16 with-summary:14 wp-caption:-23 wp-element:-24
wrapper-post:17 wysiwyg:16 xl-block:-23 xl-none:-24 xy:-21 yes:-34 yg:-13 youtube:-18 yw:-22 yx:-13 zd:-15`

/** Words of texts, with tenths of log-odds for content. */
export const words =
  `ability:21 about:-13 accept:-15 accessibility:-21 accessories:-13 account:-14 across:8 act:-13 adding:12
address:-11 adjust:12 admissions:-14 ads:-10 advantage:10 advantages:13 advertise:-41 advertisement:-30
advertising:-15 advice:-11 affiliate:-18 affiliates:-16 affordable:13 ago:-19 agree:-13 agreement:-9 all:-8
also:7 alumni:-13 am:-10 analyze:12 another:12 any:9 app:-6 apr:-12 archive:-17 archives:-15 are:9
articles:-22 arts:-16 as:6 asked:10 assess:17 aug:-18 august:-19 australia:-14 author:-12 authors:-13
automate:11 automotive:-19 average:11 avoid:16 awards:-15 back:-9 based:7 basic:11 battery:14 be:8 beauty:-10
because:13 become:-11 before:10 behavior:10 benefits:8 between:14 bit:11 blog:-22 blogs:-20 bluesky:-15
board:-9 book:-9 books:-14 both:20 bottom:10 brands:-11 browse:-19 budget:9 builds:12 built:11 bundles:-16
business:-6 but:12 calculator:-11 calendar:-11 called:12 campus:-16 can:9 canada:-12 cancel:-20
capabilities:12 capacity:9 cards:-8 career:-8 careers:-40 cars:-9 cart:-29 categories:-13 center:-16
charge:15 child:-9 choices:-9 choose:7 classifieds:-16 clean:15 close:-19 collaboration:11 college:-15
colors:11 com:-7 come:12 comes:11 comfort:11 comment:-20 comments:-17 commercial:-8 common:10 communities:-10
community:-11 compact:10 company:-11 compared:12 competitive:14 complex:19 complexity:12 components:10
comprehensive:11 conclusion:20 conditions:-12 conduct:-12 connect:-9 connectivity:12 cons:14 consent:-19
consider:19 considerations:15 consistent:23 contact:-26 contacts:-13 content:-14 contents:-17 contentskip:-24
context:12 continue:-11 contributing:-13 contributors:-12 controls:13 cookie:-33 cookies:-32 copyright:-33
cost:12 costs:12 count:13 covered:13 creates:14 creating:12 crime:-14 culture:-14 customizable:16 dealer:-13
deals:-13 dec:-18 december:-19 decision:9 decisions:11 define:14 demo:-14 depending:15 designed:10
detailed:14 deutsch:-28 dialog:-13 different:13 directly:12 directory:-11 disclaimer:-17 disclosure:-14
discount:-9 discourse:-12 discover:-8 discussion:-8 docs:-10 does:10 doesn:11 donate:-22 down:8 download:-10
downloads:-12 drink:-15 drop:14 dry:10 dual:10 durable:24 during:14 dynamic:10 each:18 ease:12 easier:15
easily:12 easy:9 ebooks:-20 ecosystem:10 edited:-16 editions:-12 editor:-9 editorial:-18 education:-10
effective:12 effectively:11 efficiency:16 efficient:13 elements:15 email:-17 en:-20 enabled:-12 encourage:14
end:8 english:-14 enhance:17 ensure:14 ensures:18 ensuring:12 enter:-14 entertainment:-11 equity:-23 esc:-13
español:-23 especially:17 est:-12 establish:15 estate:-14 et:-10 etc:16 ethics:-21 eu:-9 even:14 events:-17
everyone:11 exactly:13 example:11 examples:9 excellent:11 exclusives:-12 execution:15 executive:-14
expand:-16 expect:9 expected:11 expensive:17 explore:-13 extra:11 facebook:-26 factors:14 faculty:-18 faq:-11
fashion:-14 fast:9 faster:9 featured:-12 feb:-9 february:-8 feel:13 fees:10 few:14 final:15 financing:-17
finder:-20 fine:10 finish:12 fit:10 fits:14 fixed:11 flexibility:19 flexible:14 floor:-10 focus:13 focused:17
follow:-13 following:17 foods:14 football:-12 footer:-36 forgot:-21 former:-12 forum:-16 forums:-16 four:10
français:-21 free:-6 french:-10 frequently:9 friendly:8 fully:16 function:10 functionality:13 gadgets:-16
galleries:-20 gallery:-18 garden:-11 german:-17 get:-7 getty:-19 gift:-12 gifts:-14 glossary:-11 goal:15
goals:12 going:11 golf:-17 good:7 government:-14 growing:10 guide:-7 guidelines:-15 guides:-16 had:12
handle:13 hard:10 has:8 have:7 health:-10 help:-6 helps:12 hide:-17 high:8 higher:16 highly:13 holiday:-14
home:-15 homepage:-11 hong:-19 hospitality:-19 however:16 http:15 hub:-11 ideal:15 identify:17 if:12
implement:17 implementing:13 important:12 improved:17 improves:14 inbox:-16 inc:-16 inch:11 include:23
includes:15 including:17 inclusion:-15 increase:11 india:-13 industries:-9 info:-15 initial:14 instagram:-24
instead:11 integrated:13 integration:8 intelligence:-8 interactive:10 interface:9 interviews:-11 into:7
investor:-15 investors:-12 isn:13 it:7 italiano:-27 january:-9 japanese:-9 jobs:-17 join:-14 jul:-13 july:-19
jump:-9 jun:-26 june:-14 just:7 justice:-25 keep:8 keeping:12 key:10 kind:11 kingdom:-13 kong:-17 korean:-12
lacks:16 large:10 larger:14 latest:-14 layout:12 least:11 legal:-17 length:15 less:10 let:7 level:8 levels:14
leverage:16 licensing:-14 lightweight:15 like:6 limitations:15 lines:12 link:-9 linkedin:-21 links:-12
little:11 ll:8 llc:-18 loading:-17 locations:-10 locator:-12 log:-16 login:-21 london:-12 long:11 longer:12
look:10 lot:10 lots:20 low:10 lower:16 magazine:-19 mail:-12 main:-11 many:17 map:-11 mar:-16 march:-12
marked:-12 marketplace:-10 match:8 materials:10 mean:12 means:15 media:-12 member:-8 memory:10 menu:-25
menuclose:-13 million:12 min:-10 miss:-9 mission:-10 model:8 monitoring:9 morning:-12 move:10 much:11
multi:10 multiple:14 navigation:-14 needed:11 needs:11 newest:-13 news:-26 newsletter:-34 newsletters:-25
newsroom:-33 next:-7 nonprofits:-12 notice:-16 notices:-17 notified:-12 notify:-18 nov:-16 november:-12
nutrition:-11 obituaries:-18 objectives:26 oct:-12 october:-16 offer:8 offices:-19 often:19 once:13 one:7
ones:13 ongoing:14 oops:-22 op:-12 open:-7 opens:-12 operation:10 opinion:-29 option:13 optional:12 or:7
orders:-10 oriented:12 our:-8 outdoors:-15 output:13 overall:19 overview:-10 own:7 ownership:12 page:-9
papers:-12 partial:13 partner:-10 partners:-10 password:-9 patterns:14 per:12 photos:-11 pinterest:-23
plant:9 please:-12 pm:-13 podcast:-20 podcasts:-16 police:-11 policies:-11 policy:-26 policyterms:-20
politics:-31 portal:-18 português:-27 possible:9 posted:-11 posts:-17 potential:12 powerful:9 practical:10
predictive:11 preferences:-16 preparation:11 press:-19 prevent:12 previous:-15 previousnext:-16 print:-10
privacy:-32 processes:11 produce:13 product:-8 products:-8 program:-8 progress:12 prompt:11 proper:20 pros:12
protected:-12 proven:13 provide:11 provided:12 provides:18 providing:17 publications:-13 published:-11
purposes:-16 put:11 quality:10 quickly:13 quiet:13 quote:-11 radio:-16 ram:12 range:10 read:-8 reader:-11
reading:-9 realistic:17 reason:12 recent:-16 recipes:-9 recommend:10 recording:12 reddit:-12 reduce:10
reduced:14 reduces:13 refunds:-12 region:-9 register:-20 registered:-17 registration:-9 registry:-13
regularly:25 reject:-11 related:-19 relations:-12 releases:-8 relevant:10 reliable:16 replies:-17 reply:-25
report:-8 reprints:-13 request:-9 require:16 requirements:10 requires:15 reserved:-37 reset:-17
residential:-13 resources:-15 respond:13 responsive:13 result:13 retail:-9 revenue:16 reviewed:-10
reviews:-10 rewards:-10 right:7 rights:-36 robust:14 row:10 rss:-27 running:8 runs:13 safe:12 said:10 sale:-8
same:14 scalability:11 scalable:15 school:-8 science:-10 sciences:-10 scroll:-14 seamless:20 search:-23
searchadvanced:-13 secrets:-14 sections:-10 security:-6 sell:-16 sep:-14 service:-8 set:9 setting:18
settings:-8 several:21 share:-16 shipping:-9 shop:-15 shopping:-10 should:10 show:-9 sign:-20 signed:-12
signing:-12 signup:-17 site:-14 sitemap:-37 sizes:13 skip:-32 slow:13 smaller:18 smooth:15 so:13 society:-14
solutions:-7 some:13 someone:11 sort:-16 sound:10 spain:-15 spanish:-12 special:-8 specific:11 speed:10
sponsored:-14 sport:-14 sports:-10 st:-11 stable:13 staff:-13 standard:9 started:-6 starting:11 statement:-14
stats:-12 status:-9 steps:10 still:8 store:-9 stores:-10 stories:-18 strategies:8 street:-13 string:14
strong:19 structure:10 structured:17 studies:-12 submenu:-12 submit:-17 submitting:-9 subscribe:-34
subscriber:-23 subscriptions:-13 subtotal:-13 successful:9 such:18 suitable:23 supports:18 sure:11 survey:-11
sustainability:-10 table:-8 tags:-11 tailored:13 take:10 takeaways:11 talks:-15 target:11 tasks:12 tech:-8
television:-15 term:10 terms:-28 testimonials:-21 than:11 thank:-8 that:13 their:10 them:9 then:15 there:11
these:8 they:13 thing:10 those:17 thoughts:9 threads:-14 three:12 through:10 timeline:10 toggle:-34 topic:-12
topics:-17 tos:-21 trademark:-25 transparent:15 travel:-9 trending:-25 trump:-12 tutorials:-11 tv:-10
tweet:-19 twitter:-27 two:8 types:13 typically:15 understand:10 understanding:11 unique:9 united:-9
updated:-9 updates:-7 us:-20 usa:-12 usb:11 used:9 users:7 using:7 usually:12 value:8 variable:13 variety:16
various:16 vat:-13 ve:8 very:9 videos:-15 view:-14 viewed:-22 views:-15 way:7 wealth:-15 webinars:-22
website:-7 wedding:-11 went:-11 were:12 whatsapp:-15 when:8 which:10 while:8 whole:14 wholesale:-11 will:7
wishlist:-26 within:11 without:12 women:-9 wordpress:-13 writer:-11 written:-11 yourself:13 youtube:-17
zip:-10 русский:-18 中文:-13 日本語:-20 한국어:-21`

/** Decision trees, one per line: `feature<threshold` before its two children, leaves in thousandths of log-odds. */
export const trees =
  `87<0.8433 21<0 22<0 -153 13<-5.3 -99 73 22<0 -234 -168 13<-7.599 126<0 -30 -218 58<0 54<0.9751 -183 49 26<396 46<3 54<0.9751 63<0.09249 -117 116 173 201 126<0 127 -202
113<0.6727 113<0.08222 -202 14<-1.399 -131 23<0 44 -177 12<-0.8999 65<0.9309 44<0.01565 -165 -66 27<0 64 14<-3.7 -188 31 65<0.8534 26<139 0<74 -53 135 -111 44<0.04617 24<0.697 147 37 192
22<0 14<-0.6999 -188 -79 12<-0.8999 14<-4 -131 16<2 121<0.4017 174 19 -75 16<2 79<486 45<-0.8 71<0.06383 -74 102 161 121<0.2396 -212 124 70<0.1876 79<486 130<0 119 -96 -168 -84
87<0.8433 54<0 -171 12<0.3001 -104 63<0.25 -29 83 13<-10.69 -126 54<0.9023 45<0.8001 76<0.5718 123 98<28 28<0 63 -135 -164 146 16<2 66<0.2258 81<0.01472 -75 120 162 19<21 77 -145
20<0 13<-3.3 -164 -113 26<60 13<-16 -163 1<12 59 152 13<1.4 121<0.8988 45<0.8001 127<3 68<356 60<0.03449 -79 69<0.795 -20 145 -163 -168 126 70 97<0.8077 111 127<1 -151 83
87<0.9899 22<0 -150 65<0 -126 125<0.1351 18<0 58<0 -78 33 -144 -129 89<-1.6 82<0.006452 -144 65<0.9309 -80 51<0.2001 117 -134 26<70 140 76<0.7657 -84 69<0.9617 110 83<0.1468 145 -225
20<0 113<0 -145 -110 29<0 58<0.1063 67<0.9 112<0.4602 -77 33 112 129<0 18<0 4<0.07143 86<0.9323 45<-0.6 95 140 41 54 -140 19<11 59<0.03407 -145 1 90 120<0.7307 69 -163
20<0 27<0 -97 -145 89<-0.8 29<0 47<0 -44 49 -120 47<0 76<0.8994 -85 114 129<0 83<0.1622 129 134<2 110<0.8432 118 -24 121<0.7298 76<0.869 30 -217 78 55<0.8738 88 -114
20<0 21<0 -65 -128 45<0.8001 17<1 29<0 77<0.544 98<12 75<0.8383 69 -76 -75 129<0 10<0 49 111 109<0 61<0.3334 -124 164 127 120<0.7307 82 -147 -71 55<0.2862 63 127
20<0 22<0 -128 -72 26<70 17<1 114<1 79<73 101 39 58<0.5307 30 127 -36 83<0.1622 126<0 91<0.9257 20 109 127<2 95 -116 58<0.9488 58<0 -124 79<331 38 -134 -166
20<0 14<-4 -131 24<0.6004 -31 -99 44<0.06289 125<0.1351 76<0.8994 31<0 85<0.5269 14<-0.6999 -53 51 60 -150 64 -91 79<486 2<0.6072 14<-1.1 99<0.3195 79<73 113 -9 113 122 -42 -79
21<0 44<0.06289 54<0.9751 59<0.6713 123<0.148 -71 5 -120 93<0.375 28<0 54 83<0.1622 35 -81 115 86<0.9323 67<-4 -84 4<0.0625 68<356 120 1 54<0.9023 -44 68 -58 113<0 -127 -72
20<0 14<-4 -122 23<0 0<336 -36 163 -98 89<-0.8 28<0 8<0 2 83 89<-1 118<14 -23 -113 56 65<0.8978 89<0.8001 98<10 4<0.1001 85 -88 -88 79 24<0.697 111 35
22<0 27<0 12<0.3001 -85 17 -127 12<-0.8 126<0 11<-0.2333 -108 10 -98 18<0 26<60 0<74 25 111 124<0.713 124<0.6679 27<0 54 -106 -105 66<0.9655 86 63<0.4329 107 -307 -140
87<0 48<0.2815 23<0 1<24 -57 118<14 72 -84 132<0 -111 180 -111 44<0.06289 78<0.8001 44<0.01565 -50 116<-1.1 -75 120<0.8744 37 -134 32<0 101 -137 75<0.898 93 57<12 -103 45
20<0 27<0 -41 -112 16<2 126<0 4<0.1112 79<81 112 56<0.8001 28<0 66 79<87 -163 67<-1.7 -137 41 96 -28 79<87 85 -77 44<0.02462 -52 112<0.2646 65<0.9309 -105 41 64
12<-0.8999 27<0 116<-1.299 -100 11<-0.2333 -98 126<0 112<0.4602 76<0.7657 23 -55 111<24 33 226 -76 -105 76<0 -101 48<0.1683 90<1 25<0.8424 11<-0.4545 -123 91 -10 11<0 -27 48 -36
14<-4 113<0.08222 -116 -40 91<0.9257 18<0 0<20 -51 24<0.5079 41 92<0.7463 -1 -94 -118 129<0 97<0.6667 58<0.9729 96 79<81 110 36<0 -77 55<0.8738 119 -184 123<0.05191 -179 11 -84
13<-7.599 21<0 79<81 72<0.2679 -10 183 -73 -109 11<-0.34 -110 13<1.4 124<0.713 123<0.148 79<81 69 -104 59<0.3712 26 79<486 -47 170 46 4<0.07143 97<0.8572 82 68<28 -134 62 -3
20<0 102<-1 27<0 24<0.5079 15<1.101 -46 56<-2.9 283 14 -98 -108 73<0 -30 63 10<-0.6999 114<1 -66 9 44<0.02098 98<12 6 -60 24<0.5079 79 28<0 129<0 65 -57 -8
14<-4 54<0.625 73<0.04762 -110 0 120<0.7307 28 -99 12<-0.8999 54<0.9751 26<-999 54<0 238 -36 -51 15 26<70 18<0 89<-0.6 18 92<0.1539 96 -6 -93 27<0 120<0.6322 64 -26 -79
14<-4 35<0 -90 89<-0.8 120<0.746 -11 -132 84 4<0.05264 24<0.7442 18<0 0<22 -51 117<15 67<0.9 116<-0.6999 -128 16 112 44<0.06289 46 101 -107 -27 115<-0.6999 -58 102<0.9 -10 74
65<0.8978 14<-4 22<0 -110 -44 116<-0.8999 -60 124<0.6881 48<0.1683 81<0.005126 -101 49 -20 126<0 35 -126 123<0.05191 35<0 100<0.8515 15 -164 67 17<1 28<0 79 71<0.04981 -44 53 -39
27<0 65<0.9309 120<0.5087 48<0.4342 26<396 41 239 112<0.8191 -47 165 15<0.8001 -63 14<-0.6999 -22 77 120<0.8488 91<0.8287 24 87 55<0.786 -70 35 113<0 -103 45<0.6001 49<0 -94 15 24
43<0 34<0 45<-4 -90 132<0 111<17 -37 85 155 -124 79<81 10<-3.7 -130 62 123<0.06885 111<10 -76 74 115<-1.299 -48 48<0.9814 79<87 123<0.1556 -113 38 32 83<0.191 77 -119
21<0 26<70 11<0 8 100<0.687 90 65<0.8978 -21 125<0.001093 82 -58 125<0.1351 121<0.8363 57<21 57<9 -14 -118 1 121<0.9829 58 -70 -111 100<0 -79 125<0.00858 113<0.3238 151 9 -92
113<0 14<-4 -93 116<-1.299 -97 85<0.5269 76<0.4239 74<0.3027 4 295 -9 85<1.092 -63 14<-3.7 392 -25 115<-1.1 -35 44<0.01565 -21 86<0.7961 118<22 123<0.05191 104<0.9517 54 -166 58 -26 -4
22<0 0<34 -99 124<0.2004 -104 24<0.3768 15<0.7 -17 43<0 230 32 -40 11<-0.34 -83 78<0.8001 78<0.6001 83<0.191 122<0.1108 48 -84 83<0.2418 127<1 -134 -27 127<3 50 -77 -53 68
23<0 11<-0.2333 -68 79<81 23<-1 -40 127<3 76<0.312 19<13 353 83 69 0 31<0 37<0 59<0.03407 129<0 79<257 -8 89 -102 12<-1.899 -23 50 -99 -63 132<0 -88 136
23<0 117<16 27<0 97<0.4783 -43 18 56<0.6001 -94 38 16<2 72<0.1875 131<0 70 -39 119<1 87 47<0.9915 85<0.4379 -39 55 -103 18<0 54<0 59 -21 -117 73<0.0266 -105 -2
117<16 36<0 35<0 -64 -11 8 90<2 89<-0.8 51<0.2001 37<0 101<0.1139 124<0.447 82<0.04321 125 3 -21 81 -115 -103 114<1 101<0.06713 -9 90 78 121<0.9202 -40 124<0.4982 127 -5
13<-16 83<0.3916 -99 43 11<-0.2333 -70 24<0.5079 79<81 75 13<-6.4 -32 59<0.03407 13<-0.5 -47 79<486 48 -87 53 65<0.9733 -26 79<98 60 69<0.9617 19<11 63 79<197 -80 100 -112
27<0 18<0 16<2 86<0.8847 102<-3.599 -72 37<0 47 -106 81<0.1291 -64 67<0.7 89 -68 102<-2.799 115 102<-0.8 124<0.8802 86<0.7961 -15 -105 -141 17 -78 67<-1.7 106<0.1786 -104 39 -20
13<-16 116<1.201 -83 72 86<0.7961 17<2 98<3 118<3 66<0.1078 115 118<-1 -78 27 45<-3.9 -147 -20 34 -61 68<20 82<0.1058 -19 112<0.4602 -189 -25 13<1.4 112<0.4602 -51 21 32
13<-16 -77 17<3 86<0.9091 89<-1 134<2 84<0.05334 74<0.2001 13<-9.1 -99 51 -56 69<0 -56 96 32 94<0 37<0 97<0.4783 10 63 -125 111<8 -34 63<0.2001 -47 75 -32 -63
23<0 11<-0.34 -64 117<16 127<3 -7 -72 26<51 11<0 13 60 121<0.8988 56<-2.9 125 121<0.777 68<80 46 -32 52<0.25 -106 -4 65<0.3936 213 34 26<308 -87 30<0 257 -99
41<0 121<0.9202 14<-0.6999 120<0.6322 83<0.2791 120<0.4352 -41 16 45 111<13 67<-0.2 54<0.8099 -39 74 -62 -105 83<0.1468 126<0 66 118<29 121<0.2056 -93 108 -192 -23 120<0.2481 157 26 -103
41<0 17<2 34<0 127<0 27<0 84 134<1 -145 114 102<-0.8 44<0.01565 -35 114<1 44<0.2249 11 -61 32 69<0.9617 71<0.3889 25 135 81<0.01472 -161 22 -114 63<0.09249 20 -92 -98
23<0 0<19 -38 18<0 26<70 45<-4 71<0.1112 -82 66 34 125<0.1351 111<5 -31 122<0.002532 83 73<0 -66 37 12<3.3 -49 -211 -64 73<0.0266 -96 68<356 26<9 197 -34 338
11<-0.2333 -64 116<-1.899 85<0.6179 -87 8 79<62 99<0.04098 -9 75 28<0 85<0.6667 65<0.9733 112<0.7318 111<24 -20 -153 58 77<0.9933 61 -95 59 14<-1.399 -28 25<0.8732 46 111<5 -171 88
11<-0.34 -68 41<0 24<0.5079 1<2 -28 71<0.06383 123<0.06885 -68 12<-3.599 -64 36 67<-1.7 71<0.1112 -13 173 29<0 61<0.25 86<0.06129 -3 70 12<-3.599 163 -11 -76 98<11 -20 10 -94
2<0.0898 12<-0.8999 89<0 116<-1.6 -70 98<12 112<0.1679 52<0.3334 23 -66 70 77<0.544 -92 32 113<0 136 -115 131<0 15<1.101 9 49 85<0.1148 -117 70<0.1108 80 -124 100<0.981 -40 33
116<-0.6999 86<0.5322 78<-3.299 -102 15 98<4 124<0.2448 -176 -66 -26 84<0.05334 28<0 78<-0.8999 69 114<1 -8 34 60<0.3334 -25 63<0.5 97 -35 84<0.1524 124<0.2869 54<0 317 82 55 -1
11<0 120<0.7157 45<-4 -63 114<0 -39 15 -58 130<0 92<0.2951 80<0.7852 52 48<0.02693 124<0.7686 127<2 75<0.775 69 -74 -116 83<0.1622 83 122<0.005209 54 -116 59 53<0.1429 93 -57 -40
34<0 40<0 29<0 7<1 13<-20 15<0.9 -80 138 65<0.3936 116<-1.299 -49 62 78<-0.2 39 78<0.8001 65<0.9733 26<33 16<2 39 -54 52<1 -67 70 21 36 -81 -62 -81 -113
41<0 4<0.05264 12<-0.8999 16<2 13<-10.69 -61 37 -47 85<0.6667 75<0.1875 78<0 9 115 71<0.06383 78<0 15 102<-0.8 85<0.388 -44 -206 -2 25 73 111<4 -27 120<0.5775 37 -32 -92
34<0 11<0.075 85<0.3412 127<3 23 45<-3.099 218 -78 17<3 -14 19<5 144 -129 122<0.002532 83<0.06 77 59<0.02205 124<0.713 -70 66 44 122<0.03222 67<0.6001 5 -52 90<8 62 -113 -113
115<-1.299 16<3 -46 37 7<1 0<20 102<0.9 -37 65 77<0.1572 88<0.002666 3 151 29<0 88<0.01278 0 110<0.04546 82<0.341 73 -77 123<0.05191 134<0 54 36<0 -162 85 24 -61 -85
23<0 13<-20 76<0.5718 -98 65 54<0 51 65<0.9309 89<-1.299 119<1 69 -67 -1 98<21 80<0.9035 96<0.8001 10<0 1 55 -45 -49 69 73<0.0266 -84 79<486 79<81 89 -89 202
11<-0.4545 -66 37<0 2<0 73<0.04762 118<12 12<0.6001 45<0.6001 11 -74 44 1<53 2 -70 73<0.1773 68 -8 128<0 118<116 -22 12<-2.2 279 -7 59<0.2577 -27 221 59<0.02205 -140 8
34<0 84<0.05334 84<0.03931 86<0.2179 77<0.9933 38 -77 83<0.1622 13<-6.4 -44 20 109<0.5527 13<-1.399 80<0.9035 124<0.2869 -74 46 -132 -76 30 -57 73<0.1773 59<0.8475 80<0.5265 145 38 -77 -18 -108
18<0 13<1.4 56<0.5 49<0.3334 84<0.05334 13<-2.299 117<15 -64 89<-2.9 37 -34 14 53 13<-1.399 124<0.5978 133<0 129 -77 6 -22 89<-2.4 70 89<0.8001 -64 16 25<0.1855 89 15 -72
75<0.8701 79<58 99<0.04098 -19 69 123<0.6915 93<0.375 83<0.2791 70<0.5963 14<-2.099 28<0 24 -57 6 -78 70<0.01039 106<0.1001 17 -145 36<0 123<0.05191 -101 86 -21 43 94<0.4546 93 -68 -30
79<55 127<3 63 -50 120<0.3211 48<0.9814 1<2 121<0.5621 -104 29 26<-18 79<92 107 -95 82 121<0.9321 54<0.9487 -95 62 159 2<0.0898 37<0 6<0.5 115<-3.699 -79 6 -99 -78 -51
18<0 41<0 90<19 34<0 1<2 -21 77<0.7387 25 78<-0.2 49 19<8 1<24 70<0.5963 -34 111 51 -23 -101 72<0.1289 55<0.18 -40 -197 41 -90 71<0.03068 42<0 -22 236 -83
41<0 18<0 24<0.5079 19 117<20 82<0.006452 69 71<0.0963 76<0.4239 -170 80<0.95 82<0.1259 7 -117 -162 91<0 -57 23 59<0.08792 76<0.4239 119 16 44<0.2249 44<0.03645 -31 49 -102 -50 -78
18<0 10<-3.7 103<2 -111 6 130<0 78<0.8001 1<2 -25 80<0.7069 133<0 31 -52 -7 61<0.1429 87<-1 -39 75 78<2.401 39 53<0.4079 52 -179 60<0.1667 56<0.5 -28 -113 32 -55
24<0.697 49<0.1895 11<-0.02222 -29 78<0.8001 27<0 9 28<0 14 -80 51 119<3 67<-0.6999 78 18 -27 118<116 112<0.2217 78<-0.8999 43<0.9061 -82 106 -62 111<10 -29 119<3 63 -66 122
40<0 23<0 43<0 31<0 29<0 66 -105 80<0.7336 -55 154 97<0.3334 -20 85<0.5683 85<0.3412 17 107<0.1429 47<0.9915 27<0 50 -103 -102 -88 85<0.9801 60 119<3 27 -93 -41 -75
115<-1.6 -29 86<0.7961 82<0.1977 107<0.3334 80<0.95 102<-1.799 -34 114<0 61<0 28 -59 67<0 59 16<2 52 -37 -66 83 79<92 127<3 47 -53 61<0.1429 -2 -72 130<0 -10 -98
10<-0.8999 26<212 74<0.1573 15 105<0.04271 -84 -19 120<0.6073 105<0.04271 197 10 -43 5<3 130<0 78<1.201 40<0 5 -74 88<0.000101 -89 54 106<0.4001 74<0.3027 -63 17 76 78<2.401 -35 -166
18<0 125<0.001093 112<0.2646 74<0 -49 63<0.5 65<0.3936 127<1 14<-3.7 371 62 19 1 107<0.5 -36 113 7<1 25 -82 44<0.2249 125<0.456 112<0.3156 -10 -95 4 51 83<0.0115 74 -69
102<-4 73<0 -75 13<-16 -69 121 111<17 26<81 133<0 104<0.9517 1<36 57<12 31 -16 53 85<0.5683 -72 79 1<53 -61 65 131<0 13<-14.3 94 -19 -101 87<0.4599 112 13
97<0.4783 81<0.7498 4<0.04348 66<0.9655 86<0.1177 70 79<58 74 -10 -75 -35 59<0.3712 219 32 65<0.8978 111<24 81<0.8362 80<0.6694 29 -15 -74 65<0.3936 101 -113 66<0.2997 86<0.8273 23 -50 45
123<0.6915 92<0.7463 114<1 49<0.5 -12 79 47<0.934 27 55<0.2862 105<0.02194 63<0.375 -99 35 24 66<0.9655 54 -86 16<3 -58 119<2 120 -23 71<0.3889 68<24 -33 101 68<30 62 -131
121<0.9202 86<0.9323 61<0.1429 12<-1.2 89<-0.6 16<3 -22 57<10 131 -20 -77 18 77<0.1899 105<0.429 -6 158 -27 67<0.7 123<0.4987 -37 72 123<0.3082 -31 -172 123<0.1976 -5 124<0.4982 117 31
98<4 90<8 69<0.8266 81<0.04135 76 86<0.7961 4 -52 54<0.9751 102<-0.8 -92 11 0 67<-0.2 19 113<0.5318 0 -171 13<6.9 67<-4 -55 45<-3.099 13<-9.1 -25 129 85<0.1573 -26 10 53
123<0.6915 84<0.05334 117<19 58<0.9729 56<0.8001 -27 28 -86 23<0 84<0.03931 72<0.1875 24 -14 72<0.157 -100 63 -59 56<-2 80<0.5889 152 -20 59<0.3712 27 -54 16<1 119 112<0.4602 -37 77
115<-1.6 97<0.4783 -54 3 24<0.7442 0<22 -18 20<0 21<8 41<0 90<2 92 53<0.6667 75 -69 -58 -41 123<0.06885 0<336 18 4<0.04348 -12 -158 123<0.6177 25 -37 116<-0.6999 -63 -3
11<0.2625 34<0 20<0 133<0 0<24 102<-1.799 -90 7 116<-0.6999 1 13<-3.3 32 56<-2.9 287 80 111<24 -75 133 97<0.4783 -27 97<0.5 13<-2.299 -41 44 56<-2.9 73 -19 -100 37
79<58 75<0.0617 -75 35 125<0.001093 58<0.9729 84<0.05334 0 121<0.7298 65 59<0.6713 16 -95 28<0 56<2.401 36 82<0.06494 -162 76 103<6 75<0.7065 58 -104 59<0.03407 -169 66 56<2.1 -50 38
18<0 6<0.5 113<0.9906 87<0.8433 121<0.2056 70<0.9593 -58 155 102<-1.399 6<0.05883 -49 55 0<224 20 71 68<80 78<-0.2 49 2<0.0898 85<0.6667 -22 64 -74 124<0.3576 -154 -28 24 -63 -40
116<-0.6999 66<0.5763 -49 12 68<15 66<0.08118 29 81<0.04135 104 -107 6<0.5 1<53 14<-2.5 127<1 56<-0.6 97 5 6 -6 59<0.03407 26<60 83<0.01786 -52 67 89<2.3 -7 -148 91 -74
120<0.3211 16<1 75<0.03847 -50 86 127<0 86 66<0.3668 66<0.08118 13<-7.599 -86 97 -49 45 66<0.9251 82<0 98<12 56 -41 98<11 -24 114<0 -87 23 12<3.3 117<0 -74 45 -122
34<0 112<0.2646 26<70 101<0.03592 11<0 75<0.8383 6<0.2001 9 55<0.2862 30 -167 -66 6<0 45<-0.6 38 -66 56 -55 45<-2.299 56 -40 49<0.3334 3 57<44 78 56<0.5 27 -116 -95
90<19 94<1 17<3 66<0.5763 50<0.8334 116<-0.6999 -26 20<0 55<0.2862 63<0.6667 81 85<1.017 -41 106 -69 -4 -81 18 85<0.07273 134<1 164 -27 -70 82 66<0.1841 -2 85<0.7455 -172 29
92<0 102<-1.799 127<0 102 -63 112<0.2217 106<0.04412 74<1.013 48<0.2815 9 -66 82 19<9 63 122<0.02381 78<0.8001 -170 28 41 126<0 47 -34 112<0.09789 13<-1.399 -1 -70 129<0 -10 54
122<0.03222 122<0.02381 66<0.9655 66<0.9251 -4 49 49<0.3334 -70 90 67<0.9 -81 47 82<0.2436 71<0.1112 67<-1.1 -45 0<15 -57 40 105<0.2914 85 45<-1.399 106 -82 36<0 65<0.9877 -124 11 84
115<-1.1 -24 14<-2.9 56<2.1 22<0 102<-1.399 -72 23 74<0.4616 16 73 -57 61<0.25 98<4 -23 77<0.3271 14<-2.099 103<7 73 -130 16 56<-0.8 70 56<-0.6 84<0 -211 59 15 -37
123<0.6915 70<0.4702 123<0.1556 56<-2.9 70<0.07445 95 -38 -16 10<1.5 121<0.5621 123<0.2133 57 -43 18 38 16<1 -109 63<0.25 97 -18 21<2 43<0.9061 -71 56<0 110 -15 133<0 163 -25
77<0.1572 55<0.01031 71<0.03068 39 -88 74 77<0.2289 61<0.4828 55<0.006826 85 -108 82 82<0.1667 83<0.3916 82<0.1058 117<17 47<0.7603 -6 -67 6 123<0.4987 124<0.4711 -55 77<0.6214 140 24 115 58 -15
79<73 1<36 6 75<0.9248 70 -48 29<0 72<0.1875 15<1.3 -6 61<0.2001 130<0 125<0.1351 40 25<0.4991 34 -163 -33 -89 15<3.3 25<0.6871 6 -42 24<0.2982 21 79<183 -103 71 -71
76<0.9262 24<0.4216 121<0.9493 70<0.0279 -46 122<0 76<0.5718 47<0.9038 -86 50 29 33<0 56<-1.399 97 22 -73 69 120<0.2481 67<0 63 -28 -27 120<0.5775 121<0.5621 -23 82 121<0.6092 36 -15
37<0 121<0.9202 19<19 25<0.06061 -70 2 124<0.5204 91<0.4643 85 -36 85<0.3013 66<0.4732 -85 120 -128 82<0.08756 134<3 50 285 111<13 60<0.2001 10<2.4 -6 -95 32 71 83<0.2418 -82 56
40<0 116<1.201 2<0.0898 6<0.5 26<-8 63<0.25 -62 1<36 66<0.9251 21 -136 113 26<51 25 80<0.7852 89<0.6001 -1 62 -25 -73 111<7 -38 25 88<0.0002442 -52 85<0.6179 28 106 -64
115<-3.699 64<0.6863 -6 -106 17<3 34<0 48<0.1049 120<0.3211 57 24<0.1639 1<12 -13 67 48<0.04357 97<0.3334 104<0.902 15<0.6001 56 -31 -89 25<0.8424 18 -39 36 -3 -91 52<0 9 -76
37<0 66<0.1841 101<0.1504 68<18 -24 78<-2.4 -52 24<0.5079 58 70<0.2618 70<0 103<32 -89 126 80 -68 44<0.02462 117 -2 66<0.2258 78<0.6001 59<0.9031 -97 121 122 1 107<0.2001 -80 66
90<19 116<-2.5 74<0.6575 -71 16 65<0.9733 134<2 76<0 -71 67<0.6001 0<224 -4 55 -24 54<0 122<0.008306 81<0.02273 185 -7 111 2 20 78<-1.399 68 101<0.1139 8 122<0.008306 -133 -6
18<0 7<1 130<0 77<0.7387 22 25<0.02891 -117 15<0.5 107<0.09653 55 -22 15<1.3 -34 77<0.9933 23 -36 77<0.8987 104<0.8465 -59 66<0.1841 120 -44 65 -50 71<0.03068 21 1<5 39 -99
34<0 16<3 97<0.4783 118<5 1<9 -46 115<-0.8999 50<0 69<0.713 -93 6 56 32 15<1.101 -7 -74 1<3 -24 15 66<0.1841 62 47<0.9915 85<0.9122 -2 13<1.4 103 -64 -112 -96
73<0.1773 80<0.402 77<0.7387 15<0 22<0 -86 10 25 55 90<19 12<3.3 105<0.6048 4 -67 24<0.2619 84 74<0.348 13 109<0.8334 -144 66 -58 15<0.7 99<0.1119 82 -33 12<1.601 -96 65
15<0.8001 93<0 116<0.9 126<0 125<0.456 125<0.04013 128<0 2<0.6072 75<0.775 24 -23 -33 99 -80 273 -44 43 15<0 123<0.148 89<-0.6 -97 13 30 19<12 121<0.805 15 -66 -91 10
18<0 41<0 25<0 -117 20<0 29<0 133<0 57<29 19<21 126<0 0<22 16 81<0.7498 122<0.002532 16 91 178 -18 -58 80<0.9035 -27 93 -31 -103 -2 -68 100<0 -87 -8
114<1 69<0.08292 21<2 -2 79<120 84<0.08257 119 -60 45<0.8001 -25 142 85<0.3412 86<0.2179 42 69<0.8744 104<0.8465 83<0.0115 89 -21 84 84<0.02532 -100 77 83<0.2791 -35 45<-2.299 89 -16 11
120<0.3211 102<-1.799 -39 13<-14.3 45<-3.599 -32 169 28 24<0.6478 6<0.2001 9 133<0 -12 -137 102<-0.8 50<0 78<-0.8999 -3 -78 -7 63<0.4329 120<0.7307 120<0.3673 -36 77 -8 84<0.01283 -64 33
127<1 92<0 70<0.01039 54<0.9751 -81 58 52<0.07937 100 31 82<0.2436 79<486 -21 118 57<44 99 -29 82<0.006452 12<-0.8999 25<0.4348 -50 57<10 112 -32 64 118<116 76<0.1582 -62 -7 -148
24<0.5079 18<0 40<0 13 -63 -54 116<-2.5 -76 72<0.1289 116<0.7 112<0.1152 55<0.18 -60 26 112<0.9256 42 101<0.2238 94 -86 70<0.0371 70<0.01886 -9 25<0.7792 -154 -18 116<0.9 -58 58 -27
81<0.06219 127<0 104 8 133<0 81<0.3138 -14 121<0.1606 130 58<0.9244 59<0.3712 86<0.1177 -49 0<27 -32 89 23<0 6 -100 49<0 24 -142 88<0.02768 24<0.7868 -43 -147 58<0.7305 -102 56
98<5 19<19 127<0 52<0.3929 90 -42 -13 72<0.2223 72<0.1289 -50 95 -118 87<0.4599 78<0 9 57<135 118<73 118<3 36 136 -68 -51 57<21 -13 26<42 43 77<0.9726 11 -96
75<0.8701 7<1 100<0.5123 5<0 -2 123<0.2133 70<0.1424 16 -99 51 75<0.6324 -14 19 -45 113<0.9906 111<5 81<0.01472 41 81<0.3138 -66 19<6 -115 13 26<1 63<0.32 -173 6 19 38
18<0 115<-1.899 90<19 25<0.6548 9 111<8 -64 35 -135 6<0.5 19<8 24 120<0.6812 74<1.353 12 -67 81<0.06219 82<0.09601 80<0.7852 82 -61 38 -40 90<8 -81 72 29<0 -49 139
111<4 67<-0.2 89<3.6 52<1 23 -69 193 2<0.0898 63<0.25 7<1 -19 -156 45<-0.8 106<0.2188 -49 95 111<3 49<0 87 45<2.401 41 -40 -62 83<0.003788 45 -59 52<1 10 72
83<0.1622 25<0.06061 -70 94<0 13 25<0.7792 76<0.6302 35 -38 -94 85<0.1148 134<0 48 25<0.3735 -11 35<0 -130 -5 13<4.901 119<1 0<22 -45 37 83<0.2791 -34 89<3.6 -6 128 37
40<0 11<-0.4545 -38 116<-0.6999 107<0.09653 17<2 10 -87 129<0 97<0.5 -3 88<0.003866 60 117<9 29 -99 76 134<2 3 10<-0.2 63 117<12 55 76<0.869 72<0.02174 71 -7 -33 -61
17<3 127<1 74<0.348 70<0.01039 54<0.9916 -79 67 83<0.2791 83<0.03489 112 11 121 5<2 12<-1.2 81<0.5157 13<2.401 66 -96 74<0.6575 -121 23 -40 76 -4 74<0.1154 83<0.03489 97 -26 -61
130<0 40<0 120<0.3211 83<0.05064 121<0.5621 -107 16 72<0.1875 80 97<0.04445 70 -12 105<0.8289 1 -48 -62 82<0.2858 83<0.3221 79<53 174 48<0.06682 82<0.2179 14 -103 -72 24<0.3367 -15 -153 94
68<16 60<0.125 116<0.7 79<73 53 -35 72 60<0.4546 -115 21 18<0 0<15 119<1 -66 -7 94<0.4546 12 116<-0.6999 94<1 -91 79 26<-999 113 -15 118<22 111<17 -70 49 48
12<0.6001 80<0.9035 61<0.4828 112<0.09789 80<0.8282 67<1.4 68<80 -12 61<0.25 -74 56 -122 52 37<0 123<0.03578 130 5 -66 30 12<-0.6 -73 68<22 -97 52 61<0.8001 15 13<1.4 -148 36
92<0 76<0.9838 76<0.9687 7 123<0.05191 -132 123<0.3505 33 -140 35 134<2 55<0.18 76<0 -66 17<9 7 -92 76<0.8041 85<0.8572 62<0 -147 -22 11<0.075 -60 83 71<0.125 39 -36 10
15<1.3 30<0 122<0.03914 43<0.969 -34 45 68 0<224 25<0.2163 -48 -1 -35 0<150 66<0.2258 23 114<1 -50 9 70<0.01886 88<0.06666 4 -109 123<0.5425 15<3.3 84 111<3 66 -10 -68
25<0 -108 26<308 125<0.456 125<0.1351 128<0 6<0 123<0.03578 67 -18 2 63<0.4329 -6 128 46<10 -82 70 120<0.7798 123<0.1382 -42 135 29<0 55 -106 119<3 120<0.7945 62 -55 -81
37<0 66<0.04479 78<-2.4 -57 51 92<0.7463 134<2 47<0.9609 -8 66<0.6559 111<6 15<0.8001 -22 60 -59 56 1<0 -99 86<0.8273 50<0.25 43 -12 -14 111<7 -47 6 59<0.1236 -81 11
94<0 75<0.03847 -30 123<0.1976 124<0.7686 79<81 27 -39 102<-1.399 77<0.7387 295 44 12 20 133<0 120<0.7007 124<0.3858 124<0.318 -5 -124 25<0.7179 35 124<0.447 124 -49 85<0.6667 -70 32 -78
98<6 77<0.8127 111<5 16<2 14 -33 15<3.3 13<-1.399 14 99 -42 103<17 47<0.9609 -29 100<0 71 66<0.9251 37 -82 -75 66<0.5763 127<3 2 103<26 -84 48<0.75 97 -83 26
121<0.9202 5<3 1<53 133<0 31<0 53<0.06452 -58 123<0.1556 123<0.03578 101 -22 15 -42 68<92 60<0.1479 -30 -115 46 63<0.09249 -35 103<32 98<39 67 -26 -55 24<0.3367 34 -69 17
130<0 133<0 0<15 -21 110<0.8001 18<0 16<4 0<150 45<-1.399 28 -17 26 46 -31 -13 113<0.7796 -53 1 71<0.04981 125<0.456 -83 116 3<0 132<0 -42 65 62<0 89 -26
18<0 134<3 8<0 120<0.746 6 -22 83<0 81<0.005126 -26 94 83<0.5197 10 101<0.05354 -78 53 106<0.04412 44<0.5686 -128 49 80 83<0.0115 120<0.8303 117 -44 76<0.8392 -84 80<0.7336 83 -65
13<6.9 117<17 108<0.125 -19 63 78<0 44<0.06289 16<4 117<80 -2 -91 38 21<5 75<0.0195 -75 59 -61 99<0.0863 108<0.04 24 -104 50<0.02159 99<0.6017 -42 -123 -7 14<-3.7 -67 42
21<2 124<0.3576 118<4 82<0.09601 21<0 55 -92 -28 117<36 16<5 97<0.6667 -120 0 17 19<10 -50 66 79<147 -8 120<0.7798 117<8 96 25 131<0 117<26 -35 46 -183 21
92<0 2<0.0898 127<1 80<0.9035 50 15<2.1 -99 46 5 -42 87<0.8433 110<0.718 131<0 76<0.5718 62<0.02326 69<0.4719 76<0 -46 58 -68 74 48 97<0.2632 74 -111 -26 89<-2.4 22 -27
115<-1.899 131<0 76<0.9838 116<0 63<0.5 26 77<0.8731 122<0.04783 -91 48 66<0.9655 43 -88 -77 57 -114 37<0 41<0 9 -52 63<0.4329 98<21 -101 40 77<0.8423 120<0.4076 -15 158 -74
124<0.2869 63<0.5 122<0.01892 74<0.348 16<4 121<0.8783 82<0.1158 -55 -152 29 41 17 60<0.1667 19<19 -3 175 135 77<0.3271 122<0.03914 48 -72 77<0.8731 -97 21<3 -68 98 7<1 4 -59
81<0.06219 80<0.8461 80<0.402 16<1 -104 9 84<0.004939 92 16<2 56 -17 82<0.2858 82<0.1058 -26 31 -51 70<0.1424 117<56 -27 100<0 72<0.2679 9 -108 63 78<-2.4 -47 77<0.1572 78 1
102<-0.8 119<3 109<0.37 118<6 1 78<0 -2 4<0.09091 -84 13 6<0.03572 0<48 -24 50 74 78<-1.799 113<0.3238 -70 171 105<0.04271 -19 97<0.2632 23 -135 89<-1 89<-3.599 40 -34 15
130<0 10<3.601 24<0 -113 96<0.8001 6 87<0.8433 12 115<1 52<0.7235 -83 -21 14 13<-3.3 -27 12<3.3 59 -19 10<-0.6999 59<0.1236 112<0.5383 13<-7.599 -49 116 -75 -57 77<0.8987 -49 42
61<0.8001 68<80 134<2 92<0 98<3 -16 31 -22 26 59<0.03407 124<0.713 121<0.8622 26<-88 -202 77<0.9223 -74 55 42 6 74<0.3027 44 -9 12<-1.399 102<-0.3 58 -64 76<0.7309 -131 55
6<0 96<1.429 -7 -66 119<1 12<0.3001 98<6 -29 51<0.03479 77 -64 122<0.02381 73 122<0.03914 -71 67 120<0.2481 58 80<0.5265 121<0.4872 -94 124<0.6404 -1 -88 120<0.4076 86<0.452 55 -93 9
80<0.402 75<0.0617 -39 78<-0.2 111<17 76<0 -66 111<13 55<0.18 34 -89 -114 90<4 91 -21 37<0 10<-2.299 103 130<0 27 97 -59 105<0.6048 76<0.9838 -4 20 82<0.1346 25 -96
98<5 46<2 134<3 14<-1.7 -9 45 -101 82<0.1667 82<0.1058 46<8 -11 -66 134<1 56 -27 25<0.3417 7 -62 26<70 0<20 -33 1<53 20 83<0.01786 -14 86 121<0.8783 -19 19
120<0.7798 5 111<4 58<0.835 -74 68<214 97<0.6667 94<0 56<2.401 58<0.9488 68<92 -59 31 99<0.6017 13<-1.399 91 -28 97 52<0.25 30 -97 -137 13<2.401 -126 45 84 125<0.1351 31 -100
20<0 102<-1.799 85<0.3412 59 -51 21 122<0.002532 75<0.1213 -37 67<-0.8 5<0 -5 73 0 5<0 -1 83<0.2116 83<0.1622 -30 -98 121<0.4872 121<0.4017 27 -186 119<2 57 80<0.8461 22 -108
64<0.9394 18<0 19<19 127<0 79<288 55 -82 61<0.4828 -3 10<-2.7 152 21 123<0.08305 68 12<-2.2 97<0.4783 159 -30 61<0.1429 107<0 64<0.7832 -90 26 47 63<0.8572 -131 31 -40 26
87<0.8433 34<0 46<28 16 80<0.7336 -75 15 -94 36<0 122<0.002532 80<0.5265 80<0.06833 19<21 100 -91 -73 120<0.5775 81 12<-1.399 80<0.9035 104 -91 -13 -41 19<18 92<0.7463 26 -69 -49
72<0.005377 21<2 2 76<0.1582 -16 76 48<0.1049 76<0.9838 48<0.04357 23<-1 53<0.2292 -31 84 -12 62<0 55<0.03428 69 91<0.9257 -50 40 85 40 53<0.75 -10 82<0.2179 55<0.04766 -25 -117 22
0<1 -100 13<-24 -49 90<19 102<-0.8 47<0.9038 5 61<0.8001 131<0 78<0 13<-0.5 -31 35 -48 71<0.04981 -114 129 -132 50<0.8334 55<0.004962 -58 18 -72 47<0.9038 -1 95<0 -135 46
114<0 98<10 63<0.25 106<0 31 98<3 1<16 -2 -149 8 1<7 -66 83<0.06 86<0.8847 75 -80 85<0.5683 -80 117<26 52 -39 97<0.1001 54 -70 58<0.9729 8 86<0.9091 -9 -71
123<0.6915 24<0.7868 24<0.06529 109<0.2942 92<0.7463 64<0.09445 -17 -96 85 34 5 68<16 -91 26<253 79<288 -17 -129 85<1.092 51 -98 21<2 113<0.5318 -71 26 26<1 -56 113<0.5318 134 -35
5<3 56<-2.9 6<0 56<-4 -25 46<5 72<0.1289 -65 41 80 69<0.896 76 -32 56<-2.4 121<0.8783 78<0 -98 25 19<13 -58 111 1 45<-0.8999 -102 121<0.4872 -46 72<0.157 4 96
70<0.1424 113<0.9906 -15 8<0 -4 41 98<39 91<0 68<120 24<0.5079 75<0.6324 59<0.3712 74<0.348 -35 134 22 97<0.1539 -102 18 46<21 68<80 -44 70 93 -30 21<0 50 -30 -57
121<0.8363 131<0 121<0.805 -6 26<253 -57 85 80<0.8121 76<0.5044 15 122<0.03222 -121 -21 85 60<0.2143 118<1 5<1 -5 115<-1.1 -150 -37 87<0 41 -2 1<53 127<2 39 -33 85`
