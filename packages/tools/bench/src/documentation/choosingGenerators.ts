/** Lists the documentation generators whose pages select rules by their score. Nobody inspects these pages. */
import { FURNITURE, type Source } from "./generatorSource.ts"

export const choosing: ReadonlyArray<Source> = [
  {
    name: "Sphinx, other themes",
    packages: ["python-attr-doc", "python-pytest-doc", "python-django-doc", "cmake-doc"],
    content: ["div[role=main]", "article[role=main]", ".yui-b > .yui-g"],
    furniture: `${FURNITURE}, .contents, .sphinxsidebar, .viewcode-link, [role=navigation]`
  },
  {
    name: "Javadoc, newer",
    packages: ["libcommons-lang3-java-doc", "ant-doc"],
    content: ["main"],
    furniture: `${FURNITURE}, .table-tabs`
  },
  {
    name: "Doxygen, with a tree",
    packages: ["libfastcdr-doc", "dbus-1-doc"],
    content: ["div.contents"],
    furniture: `${FURNITURE}, .ttc, .permalink, .lineno`
  },
  {
    name: "DocBook, with chapters",
    packages: ["docbook-xsl-doc-html"],
    content: ["div.refentry", "div.section", "div.chapter"],
    furniture: FURNITURE
  },
  {
    name: "AsciiDoc",
    packages: ["git-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, #toc`
  },
  {
    name: "RDoc",
    packages: ["asciidoctor-doc"],
    content: ["main"],
    furniture: `${FURNITURE}, .method-source-code, .method-click-advice, span > a[href="#top"]`
  },
  {
    name: "BoostBook",
    packages: ["libboost1.81-doc"],
    content: ["div.refentry", "div.section", "div.chapter"],
    furniture: `${FURNITURE}, .spirit-nav, .copyright-footer`
  },
  {
    name: "Sphinx, theme of PyData",
    packages: ["python-pandas-doc"],
    content: ["main[role=main] > div"],
    furniture: `${FURNITURE}, .prev-next-area, .viewcode-link`
  },
  {
    name: "Doxygen, with sources",
    packages: ["libeigen3-doc"],
    content: ["div.contents"],
    furniture: `${FURNITURE}, .ttc, .permalink, .lineno`
  },
  {
    name: "DocBook in four languages",
    packages: ["auto-multiple-choice-doc"],
    content: ["div.refentry", "div.sect1", "div.section", "div.chapter"],
    furniture: FURNITURE
  },
  {
    name: "GAPDoc",
    packages: ["gap-doc"],
    content: ["body"],
    furniture:
      `${FURNITURE}, .chlinktop, .chlinkprevnexttop, .chlinkprevnextbot, .chlinkbot, .ChapSects, .ContChap, .pcenter, #mathjaxlink`
  },
  {
    name: "FPDoc",
    packages: ["fp-docs-3.2.2"],
    content: ["body"],
    furniture: `${FURNITURE}, table.bar`
  },
  {
    name: "Pandoc, with a menu",
    packages: ["allegro5-doc"],
    content: ["div.content"],
    furniture: `${FURNITURE}, #TOC`
  },
  {
    name: "libvirt",
    packages: ["libvirt-doc"],
    content: ["#body main", "#content"],
    furniture: FURNITURE
  },
  {
    name: "Postfix",
    packages: ["postfix-doc"],
    content: ["body"],
    furniture: FURNITURE
  },
  {
    name: "LDoc",
    packages: ["lua-ldoc"],
    content: ["#content"],
    furniture: FURNITURE
  },
  {
    name: "Vala",
    packages: ["vala-0.56-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, .c-navbar, .page_toc`
  },
  {
    name: "DocBook by Asciidoctor",
    packages: ["wireshark-doc"],
    content: ["div.section", "div.chapter"],
    furniture: FURNITURE
  },
  {
    name: "Asciidoctor",
    packages: ["ntpsec-doc"],
    content: ["#content"],
    furniture: `${FURNITURE}, #toc`
  },
  {
    name: "DocBook by DSSSL, user manual",
    packages: ["privoxy"],
    content: ["div.SECT1", "div.ARTICLE", "div.BOOK"],
    furniture: `${FURNITURE}, .TOC, .NAVHEADER, .NAVFOOTER`
  },
  {
    name: "Sphinx, theme of Read the Docs",
    packages: ["ghostscript-doc"],
    content: ["div[role=main]"],
    furniture: `${FURNITURE}, .contents, .viewcode-link`
  },
  {
    name: "ikiwiki",
    packages: ["ikiwiki", "git-annex"],
    content: ["#content"],
    furniture: FURNITURE
  },
  {
    name: "DocBook, help of a program",
    packages: ["gimp-help-en"],
    content: ["div.sect1", "div.sect2", "div.chapter"],
    furniture: FURNITURE
  },
  {
    name: "Texinfo with a tree",
    packages: ["lilypond-doc-html"],
    content: ["#main"],
    furniture: `${FURNITURE}, .nav_table, #footer, #languages, #highlighting-settings, .header, .contents`
  },
  {
    name: "Pod",
    packages: ["libapache2-mod-perl2-doc"],
    content: ["body"],
    furniture: `${FURNITURE}, ul#index`
  },
  {
    name: "Docutils, with a menu",
    packages: ["graphicsmagick"],
    content: ["div.document"],
    furniture: `${FURNITURE}, .contents, .docinfo`
  },
  {
    name: "HAProxy",
    packages: ["haproxy-doc"],
    content: ["#page-wrapper .col-lg-12"],
    furniture: `${FURNITURE}, .pagination-holder, #summary`
  }
]
