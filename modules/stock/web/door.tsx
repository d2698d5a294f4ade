export { PowerHeatmap, type PowerHeatmapProps } from './stock/PowerHeatmap.tsx'
