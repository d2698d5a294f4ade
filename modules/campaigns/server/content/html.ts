/**
 * Rich text of articles and campaigns. What can run (scripts, embedded pages, handlers) and what leads elsewhere is refused at its field;
 * what only looks different (fonts, colours, classes of a pasted page) is left out.
 */
import sanitize from 'sanitize-html'
import type { Cx } from '#kernel/server/index.ts'
import { OPEN_IMAGE } from '../words.ts'

type Cleaning = Pick<Cx<'html_script' | 'foreign_link'>, 'refuse'>
const TAGS = [
  'h2',
  'h3',
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'u',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
  'img',
  'hr',
  'table',
  'tbody',
  'tr',
  'th',
  'td',
]
const RUNS = new Set([
  'script',
  'iframe',
  'object',
  'embed',
  'form',
  'input',
  'button',
  'svg',
  'math',
  'link',
  'meta',
  'base',
  'frame',
  'frameset',
  'applet',
  'video',
  'audio',
])
/** Pages of this product. */
const OWN_PAGE = /^\/(?:h5|mall|preview-wechat)(?:[/?#].*)?$/

function checkTag(cx: Cleaning, name: string, attributes: Readonly<Record<string, string>>, field: string): void {
  if (RUNS.has(name)) cx.refuse('html_script', { what: name, field })
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on') || /^\s*(?:javascript|vbscript|data\s*:\s*text\/html)/i.test(value))
      cx.refuse('html_script', { what: key, field })
  }
  const link = name === 'a' ? attributes['href']?.trim() : name === 'img' ? attributes['src']?.trim() : undefined
  if (!link) return
  const isOwn = name === 'a' ? OWN_PAGE.test(link) : OPEN_IMAGE.test(link)
  if (!isOwn) cx.refuse('foreign_link', { what: link.slice(0, 60), field })
}

/** The text as it may be kept and shown. */
export function cleanHtml(cx: Cleaning, html: string, field: string): string {
  const clean = sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
    allowedSchemes: [],
    disallowedTagsMode: 'discard',
    onOpenTag: (name, attributes) => checkTag(cx, name, attributes, field),
  })
  return clean.trim()
}
/** The words of a rich text, a line for each paragraph. */
export const wordsOfHtml = (html: string): string =>
  sanitize(html.replace(/<\/(?:p|li|h2|h3|blockquote|td)>|<br\s*\/?>/g, '\n'), { allowedTags: [], allowedAttributes: {} })
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
