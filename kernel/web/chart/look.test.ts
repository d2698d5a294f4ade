import { describe, expect, it } from 'vitest'
import { palette } from '../theme/tokens.ts'
import { looked } from './look.ts'

describe('the look of a chart', () => {
  it('keeps the colours of its legend and tooltip where a chart only places them, in the dark too', () => {
    for (const colours of [palette.light, palette.dark]) {
      const { legend, tooltip } = looked(colours, { legend: { left: 0, top: 0 }, tooltip: { trigger: 'item' } }) as Record<string, object>
      expect(legend).toMatchObject({ left: 0, textStyle: { color: colours.ink2 } })
      expect(tooltip).toMatchObject({ trigger: 'item', backgroundColor: colours.panel })
    }
    expect(looked(palette.dark, { legend: { show: false } }).legend).toMatchObject({ show: false })
  })
})
