/** Lists the documentation generators whose pages may be read to write rules. */
import { FURNITURE, type Source } from "./generatorSource.ts"

export const learning: ReadonlyArray<Source> = [
  {
    name: "Sphinx",
    packages: ["python-requests-doc", "python-flask-doc", "python-sqlalchemy-doc", "python-bs4-doc"],
    content: ["div[role=main]", "#docs-body"],
    furniture: `${FURNITURE}, .contents, .sphinxsidebar, .viewcode-link`
  },
  {
    name: "Javadoc",
    packages: ["libjsoup-java-doc"],
    content: ["main"],
    furniture: `${FURNITURE}, .bottomNav, .subNav`
  },
  {
    name: "Doxygen",
    packages: ["libexiv2-doc"],
    content: ["div.contents"],
    furniture: `${FURNITURE}, .ttc, .permalink, .lineno`
  },
  {
    name: "gtk-doc",
    packages: ["libcairo2-doc", "libglib2.0-doc"],
    content: ["div.refentry", "div.chapter"],
    furniture: `${FURNITURE}, .gallery_float, .listing_lines`
  },
  {
    name: "gi-docgen",
    packages: ["libgtk-4-doc", "libsoup-3.0-doc"],
    content: ["section#main"],
    furniture: `${FURNITURE}, #toc, .anchor, .srclink, .docblock .toggle`
  },
  {
    name: "DocBook",
    packages: ["postgresql-doc-15"],
    content: ["div.refentry", "div.sect1", "div.chapter"],
    furniture: `${FURNITURE}, .id_link`
  },
  {
    name: "Node.js",
    packages: ["nodejs-doc"],
    content: ["#apicontent"],
    furniture: `${FURNITURE}, .mark, .copy-button`
  },
  {
    name: "rustdoc and mdBook",
    packages: ["cargo-doc"],
    content: ["#main-content", "#content main", "main"],
    furniture: `${FURNITURE}, .anchor, .src, .srclink, .out-of-band, #copy-path, .since, .sidebar, .search-form`
  },
  {
    name: "Crystal",
    packages: ["crystal-doc"],
    content: [".main-content"],
    furniture: `${FURNITURE}, .method-permalink, .view-source`
  },
  {
    name: "Texinfo",
    packages: ["diffutils-doc", "sbcl-doc"],
    content: ["div.chapter", "div.section", "div.subsection", "div.appendix"],
    furniture: `${FURNITURE}, .header, .nav-panel, .copiable-link, .copiable-anchor, .contents, .section-toc, .mini-toc`
  },
  {
    name: "Haddock",
    packages: ["libghc-aeson-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, #table-of-contents, #synopsis, .selflink, .link, .instances`
  },
  {
    name: "Apache",
    packages: ["apache2-doc"],
    content: ["#page-content"],
    furniture: `${FURNITURE}, .toplang, .bottomlang, #quickview, .top, .permalink, #comments_section`
  },
  {
    name: "Nim",
    packages: ["nim-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, .link-seesrc, #tocRoot`
  },
  {
    name: "Groovydoc and Javadoc",
    packages: ["groovy-doc"],
    content: ["main", ".contentContainer"],
    furniture: `${FURNITURE}, .table-tabs, .topNav, .subNav, .bottomNav`
  },
  {
    name: "PlDoc",
    packages: ["swi-prolog-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, .navigate`
  },
  {
    name: "QDoc",
    packages: ["qtbase5-doc-html"],
    content: [".mainContent"],
    furniture: `${FURNITURE}, .sidebar, .naviNextPrevious`
  },
  {
    name: "Erlang",
    packages: ["erlang-doc"],
    content: ["#content .innertube"],
    furniture: `${FURNITURE}, .title-anchors, .ghlink-before, .ghlink-after`
  },
  {
    name: "MediaWiki",
    packages: ["cppreference-doc-en-html"],
    content: ["#mw-content-text"],
    furniture: `${FURNITURE}, .t-navbar, #toc, .editsection, .t-example-live-link`
  },
  {
    name: "MkDocs",
    packages: ["mkdocs-doc"],
    content: ["div[role=main]"],
    furniture: FURNITURE
  },
  {
    name: "DocBook by xfpt",
    packages: ["exim4-doc-html"],
    content: ["#chapter"],
    furniture: `${FURNITURE}, #options, .docbook_index`
  },
  {
    name: "Pandoc",
    packages: ["xen-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, #TOC`
  },
  {
    name: "YARD",
    packages: ["yard-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, .summary_toggle, .permalink_link, .showSource, .source_code, .showAll, .noborder`
  },
  {
    name: "autogsdoc",
    packages: ["gnustep-base-doc"],
    content: ["body"],
    furniture: FURNITURE
  },
  {
    name: "Docutils",
    packages: ["docutils-doc"],
    content: ["div.document"],
    furniture: `${FURNITURE}, .contents, .docinfo`
  },
  {
    name: "Tomcat",
    packages: ["tomcat10-docs"],
    content: ["#mainRight"],
    furniture: `${FURNITURE}, #comments_thread, #Table_of_Contents, #Table_of_Contents + .text`
  },
  {
    name: "SQLite",
    packages: ["sqlite3-doc"],
    content: [".fancy"],
    furniture: `${FURNITURE}, .nosearch, .toc_img, svg, button, .fancy_toc, .imgcontainer`
  },
  {
    name: "pydoctor",
    packages: ["twisted-doc"],
    content: ["#main"],
    furniture:
      `${FURNITURE}, #current-docs-container, #search-results-container, .page-header, .sourceLink, .functionSourceLink`
  },
  {
    name: "Scaladoc",
    packages: ["scala-doc"],
    content: ["#template"],
    furniture: `${FURNITURE}, .permalink, #mbrsel, .full-signature-block`
  },
  {
    name: "Doctext",
    packages: ["mpich-doc"],
    content: ["body"],
    furniture: FURNITURE
  },
  {
    name: "R",
    packages: ["r-base-html"],
    content: [".container"],
    furniture: FURNITURE
  },
  {
    name: "DocBook of Debian",
    packages: ["debian-reference-en"],
    content: ["div.chapter", "div.preface", "div.appendix"],
    furniture: FURNITURE
  },
  {
    name: "DocBook, articles",
    packages: ["shorewall-doc"],
    content: ["div.article"],
    furniture: `${FURNITURE}, .copyright`
  },
  {
    name: "Vim",
    packages: ["vim-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, .TOC, .copyright`
  },
  {
    name: "Texinfo with Bootstrap",
    packages: ["ffmpeg-doc"],
    content: [".container"],
    furniture: `${FURNITURE}, .contents, .contents-heading, .element-contents, .shortcontents, .copiable-anchor`
  },
  {
    name: "Slurm",
    packages: ["slurm-wlm-doc"],
    content: ["div.content .section > .container"],
    furniture: FURNITURE
  },
  {
    name: "SWIG",
    packages: ["swig4.0-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, .sectiontoc`
  },
  {
    name: "Halibut",
    packages: ["putty-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, body > p:first-child, body > p:first-child + ul, body > p:last-of-type, address`
  },
  {
    name: "NSIS",
    packages: ["nsis-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, body > p:first-child, body > p:last-of-type`
  },
  {
    name: "Texinfo in a layout table",
    packages: ["gri-html-doc"],
    content: ["body > table > tbody > tr > td:nth-child(2)"],
    furniture: FURNITURE
  },
  {
    name: "DocBook, functions",
    packages: ["plplot-doc"],
    content: ["div.sect1", "div.chapter", "div.refentry"],
    furniture: FURNITURE
  },
  {
    name: "DocBook by DSSSL",
    packages: ["bochs-doc"],
    content: ["div.SECTION", "div.CHAPTER"],
    furniture: `${FURNITURE}, .TOC, .NAVHEADER, .NAVFOOTER`
  },
  {
    name: "Publican",
    packages: ["debian-handbook"],
    content: ["div.section", "div.chapter", "div.preface", "div.appendix"],
    furniture: `${FURNITURE}, .docnav`
  },
  {
    name: "Scribble",
    packages: ["racket-doc"],
    content: ["div.main"],
    furniture: `${FURNITURE}, .navsettop, .navsetbottom`
  }
]
