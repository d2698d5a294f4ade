import { describe, expect, it } from 'vitest'
import { buttonBreaches } from './rules-buttons.mjs'

const found = (jsx) => buttonBreaches([['modules/new/web/New.tsx', `const x = (\n${jsx}\n)`]]).map((b) => `${b.rule}: ${b.file}:${b.line}`)
const breach = ['grey-buttons-say-why: modules/new/web/New.tsx:2']

describe('a grey button', () => {
  it('is found without a reason: of the library, a native one, and that of a dialog', () => {
    expect(found('<Button disabled={!room} onClick={call}>x</Button>')).toEqual(breach)
    expect(found('<button type="button" disabled={page <= 1}>x</button>')).toEqual(breach)
    expect(found('<button disabled>x</button>')).toEqual(breach)
    expect(found('<Button disabled={busy || !room}>x</Button>')).toEqual(breach)
    expect(found('<Modal okButtonProps={{ disabled: !list.length }} />')).toEqual(breach)
  })

  it('is left alone with a reason, while its own answer is awaited, and where it is no button', () => {
    expect(found('<Act unless={!room && why} onClick={call}>x</Act>')).toEqual([])
    expect(found('<Button disabled={busy ?? false}>x</Button>')).toEqual([])
    expect(found('<Button disabled={send.isPending || form.busy}>x</Button>')).toEqual([])
    expect(found('<Input disabled={!may} />')).toEqual([])
  })
})
