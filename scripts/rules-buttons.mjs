/**
 * The rule about grey buttons: an action that cannot be taken says why, so a button is not given a bare `disabled` but `unless` with a
 * sentence (`<Act unless=…>`, `{...unless(why, press)}`). What only waits for its own answer may be `disabled={busy}`: it is over in a
 * moment.
 */
import { parseSync, Visitor } from 'oxc-parser'

const BUTTONS = new Set(['button', 'Button', 'Act'])
const WAITS = /^(?:busy|isPending)$/

/** Whether an expression says only that something runs. */
const waits = (node) => {
  if (node?.type === 'ChainExpression' || node?.type === 'ParenthesizedExpression') return waits(node.expression)
  if (node?.type === 'LogicalExpression') return waits(node.left) && (waits(node.right) || node.right.value === false)
  return WAITS.test(node?.type === 'MemberExpression' ? node.property.name : (node?.name ?? ''))
}

/** Bare `disabled` of buttons in one file: `[offset, …]`. */
export function greyButtons(file, text) {
  if (!text.includes('disabled')) return []
  const found = []
  new Visitor({
    JSXOpeningElement(n) {
      if (!BUTTONS.has(n.name.name)) return
      for (const a of n.attributes)
        if (a.type === 'JSXAttribute' && a.name.name === 'disabled' && !waits(a.value?.expression)) found.push(a.start)
    },
    JSXAttribute(n) {
      const given = /^(?:ok|cancel)ButtonProps$/.test(n.name.name) ? n.value?.expression : undefined
      for (const p of given?.properties ?? []) if (p.key?.name === 'disabled' && !waits(p.value)) found.push(p.start)
    },
  }).visit(parseSync(file, text).program)
  return found
}

/** What breaks the rule in some files (path → text). Answers `{ rule, file, line, why }`. */
export const buttonBreaches = (files) =>
  files
    .filter(([file]) => /^(apps|kernel|modules)\/.*\.tsx$/.test(file) && !/\.test\.tsx$/.test(file))
    .flatMap(([file, text]) =>
      greyButtons(file, text).map((at) => ({
        rule: 'grey-buttons-say-why',
        file,
        line: text.slice(0, at).split('\n').length,
        why: 'a disabled action says why: <Act unless={why}> or {...unless(why, press)} instead of disabled',
      })),
    )
