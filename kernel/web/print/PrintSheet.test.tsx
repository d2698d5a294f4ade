import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { WhoContext, type SignedIn } from '../access.tsx'
import { PrintSheet } from './PrintSheet.tsx'
import { stage } from '../testing/stage.tsx'

const store = { company: '明眸', hospitalName: '一店', printHead: null, includeOrgName: false, printFoot: null }
const paper = (who: Partial<SignedIn>, sheet: Partial<Parameters<typeof PrintSheet>[0]> = {}) =>
  stage(
    <WhoContext.Provider value={{ ...store, ...who } as SignedIn}>
      <PrintSheet paper="A5" title="收费单" {...sheet}>
        内容
      </PrintSheet>
    </WhoContext.Provider>,
  )
const head = () => screen.getByRole('heading', { level: 1 }).textContent

describe('several papers on one page', () => {
  it('are printed once by the key, and offer one button', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    await stage(
      <WhoContext.Provider value={{ ...store } as SignedIn}>
        <PrintSheet paper="A5" title="收费单">
          一
        </PrintSheet>
        <PrintSheet paper="A5" title="收费单" further>
          二
        </PrintSheet>
      </WhoContext.Provider>,
    )
    await userEvent.keyboard('{Control>}p{/Control}')
    expect(print).toHaveBeenCalledTimes(1)
    expect(screen.getAllByRole('button', { name: /打印/ })).toHaveLength(1)
    print.mockRestore()
    document.body.replaceChildren()
  })
})
describe('head and foot of a paper', () => {
  it('are what the store set: its name alone, its own words, with the organisation before them', async () => {
    await paper({})
    expect(head()).toBe('一店')
    document.body.replaceChildren()
    await paper({ printHead: '一店眼视光中心', includeOrgName: true, printFoot: '售后 400' })
    expect(head()).toBe('明眸 一店眼视光中心')
    expect(document.querySelector('.paper-foot')?.textContent).toContain('售后 400')
  })
  it("a paper of another store carries that store's name and no foot of ours", async () => {
    await paper({ printHead: '一店眼视光中心', printFoot: '售后 400' }, { clinic: '二店' })
    expect(head()).toBe('二店')
    expect(document.querySelector('.paper-foot')).toBeNull()
  })
  it('a label carries neither', async () => {
    await paper({ printHead: '一店眼视光中心', printFoot: '售后 400' }, { paper: 'label' })
    expect(screen.queryByRole('heading')).toBeNull()
    expect(document.querySelector('.paper-foot')).toBeNull()
  })
})
