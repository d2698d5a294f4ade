/** How every chart looks: in the colours of the page, with what a chart says of its own laid over it part by part. */
import type { EChartsCoreOption } from './draw.ts'
import type { palette } from '../theme/tokens.ts'

export type Colours = (typeof palette)['light' | 'dark']
const FONT = '"Inter Variable","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif'
const base = (c: Colours) => ({
  animation: false,
  color: [c.primary, c.od, c.os, c.ok, c.warn, c.bad, c.ink3],
  textStyle: { fontFamily: FONT, color: c.ink2, fontSize: 12 },
  grid: { left: 8, right: 16, top: 32, bottom: 8, containLabel: true },
  tooltip: {
    trigger: 'axis',
    backgroundColor: c.panel,
    borderColor: c.line,
    textStyle: { color: c.ink, fontSize: 12 },
    transitionDuration: 0,
  },
  legend: { top: 0, left: 0, itemWidth: 10, itemHeight: 10, textStyle: { color: c.ink2 } },
})
const isPart = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The option as it is drawn. A chart that places its legend or tooltip keeps the colours of both: else they are black in the dark. */
export function looked(c: Colours, own: EChartsCoreOption): EChartsCoreOption {
  const common = base(c)
  const kept = (['legend', 'tooltip', 'textStyle'] as const).flatMap((part) =>
    isPart(own[part]) ? [[part, { ...common[part], ...own[part] }] as const] : [],
  )
  return { ...common, ...own, ...Object.fromEntries(kept) }
}
