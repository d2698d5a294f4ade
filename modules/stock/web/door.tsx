export { PowerHeatmap, type PowerHeatmapProps } from './PowerHeatmap.tsx'
