/** The charting library, in a chunk of its own that only charts load. */
import { BarChart, BoxplotChart, FunnelChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  DataZoomInsideComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { init, use as register, type ECharts, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

register([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  HeatmapChart,
  FunnelChart,
  BoxplotChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  MarkLineComponent,
  MarkAreaComponent,
  VisualMapComponent,
  DataZoomInsideComponent,
  SVGRenderer,
])

/** Draws into an element with the palette of the page; SVG, so that print pages stay sharp. */
export function draw(into: HTMLElement): ECharts {
  return init(into, null, { renderer: 'svg' })
}
export type { ECharts, EChartsCoreOption }
