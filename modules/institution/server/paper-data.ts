/** Resolves a declared document from the address of its page, and runs its calls as the account. */
import { inTurn, wrongParam, type PaperCall, type Paper, type SizedPlace, type PaperWords } from '#kernel/contract/index.ts'
import { declaredPapers, declaredScreens } from '#kernel/server/declared.ts'
import { may, type Cx, type Out } from '#kernel/server/index.ts'

/** The document of an address, if the account may open its page. */
export function paperFor(cx: Pick<Cx, 'who' | 'refuse'>, address: string) {
  const page = paperAt(address)
  if (!page) return cx.refuse('not_found', { what: '单据', field: 'path' })
  if (wrongParam(page.paper, page.params) !== undefined) cx.refuse('bad_input', { what: '单据地址：格式不正确', field: 'path' })
  const { can } = page.screen
  return can === 'session' || may(cx, can) ? page : cx.refuse('no_access', { what: page.paper.title, code: can })
}
/** The declared document of an address, with its path parameters and query. */
function paperAt(address: string) {
  const [pathname = '', query = ''] = address.split('?', 2)
  const parts = pathname.split('/')
  for (const each of declaredPapers()) {
    const pattern = each.path.split('/')
    if (pattern.length !== parts.length || !pattern.every((part, i) => (part.startsWith('{') ? parts[i] : part === parts[i]))) continue
    const screen = declaredScreens().find(({ path }) => path === each.path)
    if (!screen) continue
    const params = pattern.flatMap((part, i) => (part.startsWith('{') ? [[part.slice(1, -1), decoded(parts[i] ?? '')] as const] : []))
    return { ...each, screen, params: textsOf(params), search: textsOf(new URLSearchParams(query)) }
  }
  return undefined
}
/** Without a prototype: names that come from outside are looked up in them. */
const textsOf = (entries: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.assign(Object.create(null), Object.fromEntries(entries))
const decoded = (part: string): string => new URLSearchParams(`x=${part.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('x') ?? ''

/** Data of one instance of a document, from its calls as the account. A refused optional call omits its part. */
export async function sheetOf(
  out: Pick<Out<string>, 'ask' | 'askSoftly'>,
  paper: Paper,
  place: SizedPlace,
  words: PaperWords,
): Promise<ReturnType<Paper['sheet']>> {
  const got: Record<string, unknown> = {}
  const answers = new Map<PaperCall, unknown>()
  for (const [name, each] of inTurn(paper.calls).flat()) {
    const input = each.input(place, each.after && answers.get(each.after))
    if (!input) continue
    got[name] = await (each.dispensable ? out.askSoftly(each.of, input) : out.ask(each.of, input))
    answers.set(each, got[name])
  }
  return paper.sheet(got, words, place)
}
