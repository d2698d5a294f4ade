/**
 * The rule about lists: each is searched by a part of a name and by its pinyin, which the shell gives to all of them (Themed.tsx). So none
 * names a search of its own, unless it asks the server with what is typed (`onSearch`).
 */
import { parseSync, Visitor } from 'oxc-parser'

const LISTS = new Set(['Select', 'TreeSelect', 'Cascader'])
const OWN = new Set(['showSearch', 'optionFilterProp', 'filterOption'])
const asks = (properties) => properties.some((p) => (p.key?.name ?? p.name?.name) === 'onSearch')
/** Whether a value leaves the search by name as it is: `byName` itself, or a search of the server. */
const keeps = (node) => {
  if (node?.type === 'Identifier') return node.name === 'byName'
  if (node?.type === 'ConditionalExpression') return keeps(node.consequent) && keeps(node.alternate)
  return node?.type === 'ObjectExpression' && asks(node.properties)
}

/** Lists of one file that are not searched by name: `[offset, …]`. */
export function deafSelects(file, text) {
  if (![...OWN].some((name) => text.includes(name))) return []
  const found = []
  new Visitor({
    JSXOpeningElement(n) {
      if (!LISTS.has(n.name.name) || asks(n.attributes)) return
      for (const a of n.attributes)
        if (a.type === 'JSXAttribute' && OWN.has(a.name.name) && !keeps(a.value?.expression)) found.push(a.start)
    },
  }).visit(parseSync(file, text).program)
  return found
}

/** What breaks the rule in some files (path → text). Answers `{ rule, file, line, why }`. */
export const selectBreaches = (files) =>
  files
    .filter(([file]) => /^(apps|kernel|modules)\/.*\.tsx$/.test(file) && !/\.test\.tsx$/.test(file))
    .flatMap(([file, text]) =>
      deafSelects(file, text).map((at) => ({
        rule: 'lists-are-found-by-pinyin',
        file,
        line: text.slice(0, at).split('\n').length,
        why: 'every list is searched by name and pinyin already: leave showSearch out, or ask the server with onSearch',
      })),
    )
