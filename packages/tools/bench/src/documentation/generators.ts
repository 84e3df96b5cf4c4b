/**
 * Lists documentation generators whose pages are in Debian packages. A generator writes its content into one element,
 * so no annotation is needed. The file is long, because it is one table with a row per generator.
 */
export interface Generator {
  readonly name: string
  readonly packages: ReadonlyArray<string>
  readonly content: ReadonlyArray<string>
  readonly furniture: string
  /**
   * `learn` if rules may be written with the generator's pages, `choose` if rules are selected by their score on them
   * and nobody inspects the pages. Each half of the generators has one value.
   */
  readonly use: "learn" | "choose"
}

const FURNITURE = "script, style, template, noscript, nav, [hidden], .headerlink, .navheader, .navfooter, .toc"

export const generators: ReadonlyArray<Generator> = [
  {
    name: "Sphinx",
    packages: ["python-requests-doc", "python-flask-doc", "python-sqlalchemy-doc", "python-bs4-doc"],
    content: ["div[role=main]", "#docs-body"],
    furniture: `${FURNITURE}, .contents, .sphinxsidebar, .viewcode-link`,
    use: "learn"
  },
  {
    name: "Sphinx, other themes",
    packages: ["python-attr-doc", "python-pytest-doc", "python-django-doc", "cmake-doc"],
    content: ["div[role=main]", "article[role=main]", ".yui-b > .yui-g"],
    furniture: `${FURNITURE}, .contents, .sphinxsidebar, .viewcode-link, [role=navigation]`,
    use: "choose"
  },
  {
    name: "Javadoc",
    packages: ["libjsoup-java-doc"],
    content: ["main"],
    furniture: `${FURNITURE}, .bottomNav, .subNav`,
    use: "learn"
  },
  {
    name: "Javadoc, newer",
    packages: ["libcommons-lang3-java-doc", "ant-doc"],
    content: ["main"],
    furniture: `${FURNITURE}, .table-tabs`,
    use: "choose"
  },
  {
    name: "Doxygen",
    packages: ["libexiv2-doc"],
    content: ["div.contents"],
    furniture: `${FURNITURE}, .ttc, .permalink, .lineno`,
    use: "learn"
  },
  {
    name: "Doxygen, with a tree",
    packages: ["libfastcdr-doc", "dbus-1-doc"],
    content: ["div.contents"],
    furniture: `${FURNITURE}, .ttc, .permalink, .lineno`,
    use: "choose"
  },
  {
    name: "gtk-doc",
    packages: ["libcairo2-doc", "libglib2.0-doc"],
    content: ["div.refentry", "div.chapter"],
    furniture: `${FURNITURE}, .gallery_float, .listing_lines`,
    use: "learn"
  },
  {
    name: "gi-docgen",
    packages: ["libgtk-4-doc", "libsoup-3.0-doc"],
    content: ["section#main"],
    furniture: `${FURNITURE}, #toc, .anchor, .srclink, .docblock .toggle`,
    use: "learn"
  },
  {
    name: "DocBook",
    packages: ["postgresql-doc-15"],
    content: ["div.refentry", "div.sect1", "div.chapter"],
    furniture: `${FURNITURE}, .id_link`,
    use: "learn"
  },
  {
    name: "DocBook, with chapters",
    packages: ["docbook-xsl-doc-html"],
    content: ["div.refentry", "div.section", "div.chapter"],
    furniture: FURNITURE,
    use: "choose"
  },
  {
    name: "Node.js",
    packages: ["nodejs-doc"],
    content: ["#apicontent"],
    furniture: `${FURNITURE}, .mark, .copy-button`,
    use: "learn"
  },
  {
    name: "AsciiDoc",
    packages: ["git-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, #toc`,
    use: "choose"
  },
  {
    name: "rustdoc and mdBook",
    packages: ["cargo-doc"],
    content: ["#main-content", "#content main", "main"],
    furniture: `${FURNITURE}, .anchor, .src, .srclink, .out-of-band, #copy-path, .since, .sidebar, .search-form`,
    use: "learn"
  },
  {
    name: "Crystal",
    packages: ["crystal-doc"],
    content: [".main-content"],
    furniture: `${FURNITURE}, .method-permalink, .view-source`,
    use: "learn"
  },
  {
    name: "Texinfo",
    packages: ["diffutils-doc", "sbcl-doc"],
    content: ["div.chapter", "div.section", "div.subsection", "div.appendix"],
    furniture:
      `${FURNITURE}, .header, .nav-panel, .copiable-link, .copiable-anchor, .contents, .section-toc, .mini-toc`,
    use: "learn"
  },
  {
    name: "Haddock",
    packages: ["libghc-aeson-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, #table-of-contents, #synopsis, .selflink, .link, .instances`,
    use: "learn"
  },
  {
    name: "Apache",
    packages: ["apache2-doc"],
    content: ["#page-content"],
    furniture: `${FURNITURE}, .toplang, .bottomlang, #quickview, .top, .permalink, #comments_section`,
    use: "learn"
  },
  {
    name: "Nim",
    packages: ["nim-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, .link-seesrc, #tocRoot`,
    use: "learn"
  },
  {
    name: "RDoc",
    packages: ["asciidoctor-doc"],
    content: ["main"],
    furniture: `${FURNITURE}, .method-source-code, .method-click-advice, span > a[href="#top"]`,
    use: "choose"
  },
  {
    name: "Groovydoc and Javadoc",
    packages: ["groovy-doc"],
    content: ["main", ".contentContainer"],
    furniture: `${FURNITURE}, .table-tabs, .topNav, .subNav, .bottomNav`,
    use: "learn"
  },
  {
    name: "PlDoc",
    packages: ["swi-prolog-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, .navigate`,
    use: "learn"
  },
  {
    name: "QDoc",
    packages: ["qtbase5-doc-html"],
    content: [".mainContent"],
    furniture: `${FURNITURE}, .sidebar, .naviNextPrevious`,
    use: "learn"
  },
  {
    name: "Erlang",
    packages: ["erlang-doc"],
    content: ["#content .innertube"],
    furniture: `${FURNITURE}, .title-anchors, .ghlink-before, .ghlink-after`,
    use: "learn"
  },
  {
    name: "MediaWiki",
    packages: ["cppreference-doc-en-html"],
    content: ["#mw-content-text"],
    furniture: `${FURNITURE}, .t-navbar, #toc, .editsection, .t-example-live-link`,
    use: "learn"
  },
  {
    name: "MkDocs",
    packages: ["mkdocs-doc"],
    content: ["div[role=main]"],
    furniture: FURNITURE,
    use: "learn"
  },
  {
    name: "BoostBook",
    packages: ["libboost1.81-doc"],
    content: ["div.refentry", "div.section", "div.chapter"],
    furniture: `${FURNITURE}, .spirit-nav, .copyright-footer`,
    use: "choose"
  },
  {
    name: "Sphinx, theme of PyData",
    packages: ["python-pandas-doc"],
    content: ["main[role=main] > div"],
    furniture: `${FURNITURE}, .prev-next-area, .viewcode-link`,
    use: "choose"
  },
  {
    name: "Doxygen, with sources",
    packages: ["libeigen3-doc"],
    content: ["div.contents"],
    furniture: `${FURNITURE}, .ttc, .permalink, .lineno`,
    use: "choose"
  },
  {
    name: "DocBook by xfpt",
    packages: ["exim4-doc-html"],
    content: ["#chapter"],
    furniture: `${FURNITURE}, #options, .docbook_index`,
    use: "learn"
  },
  {
    name: "DocBook in four languages",
    packages: ["auto-multiple-choice-doc"],
    content: ["div.refentry", "div.sect1", "div.section", "div.chapter"],
    furniture: FURNITURE,
    use: "choose"
  },
  {
    name: "GAPDoc",
    packages: ["gap-doc"],
    content: ["body"],
    furniture:
      `${FURNITURE}, .chlinktop, .chlinkprevnexttop, .chlinkprevnextbot, .chlinkbot, .ChapSects, .ContChap, .pcenter, #mathjaxlink`,
    use: "choose"
  },
  {
    name: "FPDoc",
    packages: ["fp-docs-3.2.2"],
    content: ["body"],
    furniture: `${FURNITURE}, table.bar`,
    use: "choose"
  },
  {
    name: "Pandoc",
    packages: ["xen-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, #TOC`,
    use: "learn"
  },
  {
    name: "Pandoc, with a menu",
    packages: ["allegro5-doc"],
    content: ["div.content"],
    furniture: `${FURNITURE}, #TOC`,
    use: "choose"
  },
  {
    name: "YARD",
    packages: ["yard-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, .summary_toggle, .permalink_link, .showSource, .source_code, .showAll, .noborder`,
    use: "learn"
  },
  {
    name: "autogsdoc",
    packages: ["gnustep-base-doc"],
    content: ["body"],
    furniture: FURNITURE,
    use: "learn"
  },
  {
    name: "Docutils",
    packages: ["docutils-doc"],
    content: ["div.document"],
    furniture: `${FURNITURE}, .contents, .docinfo`,
    use: "learn"
  },
  {
    name: "libvirt",
    packages: ["libvirt-doc"],
    content: ["#body main", "#content"],
    furniture: FURNITURE,
    use: "choose"
  },
  {
    name: "Tomcat",
    packages: ["tomcat10-docs"],
    content: ["#mainRight"],
    furniture: `${FURNITURE}, #comments_thread, #Table_of_Contents, #Table_of_Contents + .text`,
    use: "learn"
  },
  {
    name: "SQLite",
    packages: ["sqlite3-doc"],
    content: [".fancy"],
    furniture: `${FURNITURE}, .nosearch, .toc_img, svg, button, .fancy_toc, .imgcontainer`,
    use: "learn"
  },
  {
    name: "pydoctor",
    packages: ["twisted-doc"],
    content: ["#main"],
    furniture:
      `${FURNITURE}, #current-docs-container, #search-results-container, .page-header, .sourceLink, .functionSourceLink`,
    use: "learn"
  },
  {
    name: "Scaladoc",
    packages: ["scala-doc"],
    content: ["#template"],
    furniture: `${FURNITURE}, .permalink, #mbrsel, .full-signature-block`,
    use: "learn"
  },
  {
    name: "Postfix",
    packages: ["postfix-doc"],
    content: ["body"],
    furniture: FURNITURE,
    use: "choose"
  },
  {
    name: "Doctext",
    packages: ["mpich-doc"],
    content: ["body"],
    furniture: FURNITURE,
    use: "learn"
  },
  {
    name: "LDoc",
    packages: ["lua-ldoc"],
    content: ["#content"],
    furniture: FURNITURE,
    use: "choose"
  },
  {
    name: "R",
    packages: ["r-base-html"],
    content: [".container"],
    furniture: FURNITURE,
    use: "learn"
  },
  {
    name: "Vala",
    packages: ["vala-0.56-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, .c-navbar, .page_toc`,
    use: "choose"
  },
  {
    name: "DocBook by Asciidoctor",
    packages: ["wireshark-doc"],
    content: ["div.section", "div.chapter"],
    furniture: FURNITURE,
    use: "choose"
  },
  {
    name: "Asciidoctor",
    packages: ["ntpsec-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, #toc`,
    use: "choose"
  },
  {
    name: "DocBook of Debian",
    packages: ["debian-reference-en"],
    content: ["div.chapter", "div.preface", "div.appendix"],
    furniture: FURNITURE,
    use: "learn"
  },
  {
    name: "DocBook, articles",
    packages: ["shorewall-doc"],
    content: ["div.article"],
    furniture: `${FURNITURE}, .copyright`,
    use: "learn"
  },
  {
    name: "Vim",
    packages: ["vim-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, .TOC, .copyright`,
    use: "learn"
  },
  {
    name: "Texinfo with Bootstrap",
    packages: ["ffmpeg-doc"],
    content: [".container"],
    furniture: `${FURNITURE}, .contents, .contents-heading, .element-contents, .shortcontents, .copiable-anchor`,
    use: "learn"
  },
  {
    name: "Slurm",
    packages: ["slurm-wlm-doc"],
    content: ["div.content .section > .container"],
    furniture: FURNITURE,
    use: "learn"
  },
  {
    name: "SWIG",
    packages: ["swig4.0-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, .sectiontoc`,
    use: "learn"
  },
  {
    name: "Halibut",
    packages: ["putty-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, body > p:first-child, body > p:first-child + ul, body > p:last-of-type, address`,
    use: "learn"
  },
  {
    name: "NSIS",
    packages: ["nsis-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, body > p:first-child, body > p:last-of-type`,
    use: "learn"
  },
  {
    name: "Texinfo in a layout table",
    packages: ["gri-html-doc"],
    content: ["body > table > tbody > tr > td:nth-child(2)"],
    furniture: FURNITURE,
    use: "learn"
  },
  {
    name: "DocBook, functions",
    packages: ["plplot-doc"],
    content: ["div.sect1", "div.chapter", "div.refentry"],
    furniture: FURNITURE,
    use: "learn"
  },
  {
    name: "DocBook by DSSSL",
    packages: ["bochs-doc"],
    content: ["div.SECTION", "div.CHAPTER"],
    furniture: `${FURNITURE}, .TOC, .NAVHEADER, .NAVFOOTER`,
    use: "learn"
  },
  {
    name: "Publican",
    packages: ["debian-handbook"],
    content: ["div.section", "div.chapter", "div.preface", "div.appendix"],
    furniture: `${FURNITURE}, .docnav`,
    use: "learn"
  },
  {
    name: "Scribble",
    packages: ["racket-doc"],
    content: ["div.main"],
    furniture: `${FURNITURE}, .navsettop, .navsetbottom`,
    use: "learn"
  },
  {
    name: "DocBook by DSSSL, user manual",
    packages: ["privoxy"],
    content: ["div.SECT1", "div.ARTICLE", "div.BOOK"],
    furniture: `${FURNITURE}, .TOC, .NAVHEADER, .NAVFOOTER`,
    use: "choose"
  },
  {
    name: "Sphinx, theme of Read the Docs",
    packages: ["ghostscript-doc"],
    content: ["div[role=main]"],
    furniture: `${FURNITURE}, .contents, .viewcode-link`,
    use: "choose"
  },
  {
    name: "ikiwiki",
    packages: ["ikiwiki", "git-annex"],
    content: ["#content"],
    furniture: FURNITURE,
    use: "choose"
  },
  {
    name: "DocBook, help of a program",
    packages: ["gimp-help-en"],
    content: ["div.sect1", "div.sect2", "div.chapter"],
    furniture: FURNITURE,
    use: "choose"
  },
  {
    name: "Texinfo with a tree",
    packages: ["lilypond-doc-html"],
    content: ["#main"],
    furniture: `${FURNITURE}, .nav_table, #footer, #languages, #highlighting-settings, .header, .contents`,
    use: "choose"
  },
  {
    name: "Pod",
    packages: ["libapache2-mod-perl2-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, ul#index`,
    use: "choose"
  },
  {
    name: "Docutils, with a menu",
    packages: ["graphicsmagick"],
    content: ["div.document"],
    furniture: `${FURNITURE}, .contents, .docinfo`,
    use: "choose"
  },
  {
    name: "HAProxy",
    packages: ["haproxy-doc"],
    content: ["#page-wrapper .col-lg-12"],
    furniture: `${FURNITURE}, .pagination-holder, #summary`,
    use: "choose"
  }
]
