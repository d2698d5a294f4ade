/** The file of a temperature and humidity logger: its readings become rows of the register, each once. */
import { count, file, happened, id, measure, moment, outside, text, z } from '#kernel/contract/index.ts'

/** A reading, as people type it and as loggers write it. */
export const ClimateReading = z.object({
  at: happened(moment('时间')),
  temperature: measure('温度', { block: [-40, 80], step: 0.1, decimals: 1, unit: '℃' }),
  humidity: measure('相对湿度', { block: [0, 100], step: 0.1, decimals: 1, unit: '%' }),
})
export type ClimateReading = z.output<typeof ClimateReading>

export const ImportClimate = z.object({
  hid: id('门店'),
  warehouseId: id('仓库').optional(),
  /** What was done about readings out of limits: the register asks it of each. */
  action: text('处理措施', { max: 500 }).optional(),
  file: file('记录仪文件'),
})
export const ImportedClimate = z.object({
  added: count('新增'),
  known: count('已有'),
  beyond: count('超出范围'),
})
export type ImportedClimate = z.output<typeof ImportedClimate>

export const climateCalls = {
  'gsp.climate-import': outside.post('/v1/{product}/gsp/climate/file', {
    can: 'gsp:edit',
    summary: 'Ours: reads the file of a temperature logger (CSV or Excel); readings that are here already are left out',
    input: ImportClimate,
    output: ImportedClimate,
    fails: ['climate_file', 'action_missing', 'warehouse_off'],
    multipart: true,
    timeout: 60,
  }),
}
