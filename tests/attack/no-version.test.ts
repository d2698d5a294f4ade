/** A client that knows no versions: two people at one record, each change is kept or told, and no form undoes what it never touched. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../harness.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})
let made = 0
/** A screen as the legacy form sends it: every field, no version. */
async function opened() {
  const [chain, manager] = [clinic.as('chain'), clinic.as('manager')]
  const fields = { hid: clinic.hid, name: `大屏${(made += 1)}`, notice: '请安静', speechRate: 0.9, speak: true, showWait: true }
  const { id } = await chain.call('large-screens.create', fields)
  const form = (more: object) => ({ ...fields, id, ...more })
  const read = () => chain.call('large-screens.get', { id })
  return { form, read, chain, manager }
}

describe('without versions', () => {
  it('two who change different fields of one form are both kept', async () => {
    const { form, read, chain, manager } = await opened()
    await manager.call('large-screens.update', form({ speechRate: 1.2 }))
    await chain.call('large-screens.update', form({ notice: '请排队' }))
    expect(await read()).toMatchObject({ speechRate: 1.2, notice: '请排队' })
  })
  it('who changes the same field after somebody else is told, with the field, and nothing is written', async () => {
    const { form, read, chain, manager } = await opened()
    await manager.call('large-screens.update', form({ speechRate: 1.2 }))
    expect(await chain.refusal('large-screens.update', form({ speechRate: 1.5, notice: '请排队' }))).toMatchObject({
      message: '大屏在读取之后已被他人修改，请刷新后再保存',
      field: 'speechRate',
    })
    expect(await read()).toMatchObject({ speechRate: 1.2, notice: '请安静' })
  })
  it('who read the change may set the field again', async () => {
    const { form, read, chain, manager } = await opened()
    await manager.call('large-screens.update', form({ speechRate: 1.2 }))
    expect(await read()).toMatchObject({ speechRate: 1.2 })
    await chain.call('large-screens.update', form({ speechRate: 0.9 }))
    expect(await read()).toMatchObject({ speechRate: 0.9 })
  })
})
