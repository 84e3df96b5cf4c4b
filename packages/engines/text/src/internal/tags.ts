/** Matches an HTML tag in Markdown. `<commit>`, `<DEL>` and similar placeholders for words or keys are not tags. */
export const tag =
  /<\/?(?:a|abbr|b|big|blockquote|br|BR|center|cite|code|dd|del|details|dfn|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|picture|pre|q|s|samp|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var)(?:[ /][^<>\n]{0,300})?>/g
