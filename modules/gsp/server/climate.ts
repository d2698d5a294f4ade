/** The file of a temperature and humidity logger, read into the register: a reading is there once, however often its file comes. */
import type { z } from '#kernel/contract/index.ts'
import { cellOf, readSheet, sql, type Out } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { usableWarehouse } from '#modules/stock/server/door.ts'
import { ClimateReading, type ImportClimate, type ImportedClimate } from '../contract/climate.ts'

/** What loggers call their columns. */
const HEADS = {
  at: /^(时间|记录时间|采集时间|日期时间|日期|time|datetime|date\s*time|timestamp)$/i,
  temperature: /^(温度|temp|temperature)/i,
  humidity: /^(湿度|相对湿度|rh|humidity)/i,
} as const
type Head = keyof typeof HEADS
/** Readings of one file. */
const MOST = 20_000

type Fail = 'climate_file' | 'action_missing' | 'warehouse_off'
/** The readings of a file; the first cell that is none is refused with its row. */
async function readings(out: Out<Fail>, file: z.output<typeof ImportClimate>['file']): Promise<ClimateReading[]> {
  const { head, rows, numbers } = await readSheet(file)
  const places = Object.entries(HEADS).map(([name, pattern]) => [name, head.findIndex((h) => pattern.test(h.trim()))] as const)
  if (places.some(([, place]) => place < 0) || !rows.length) return out.refuse('climate_file', { field: 'file' })
  if (rows.length > MOST) return out.refuse('too_many', { total: rows.length, most: MOST, field: 'file' })
  return rows.map((row, n) => {
    const value = <S extends z.ZodType>(name: Head, field: S): z.output<S> => {
      const cell = row[places.find(([column]) => column === name)?.[1] ?? -1] ?? ''
      const read = field.safeParse(cellOf(field, cell.replace(/\s*(℃|°C|%|%RH)$/i, '')))
      return read.success
        ? read.data
        : out.refuse('bad_input', { what: `第 ${numbers[n] ?? n + 2} 行：“${cell.slice(0, 40)}”不是${LABELS[name]}`, field: 'file' })
    }
    return {
      at: value('at', ClimateReading.shape.at),
      temperature: value('temperature', ClimateReading.shape.temperature),
      humidity: value('humidity', ClimateReading.shape.humidity),
    }
  })
}
const LABELS: Readonly<Record<Head, string>> = { at: '时间', temperature: '温度', humidity: '湿度' }

export async function importClimate(
  out: Out<Fail>,
  { hid, warehouseId, action, file }: z.output<typeof ImportClimate>,
): Promise<ImportedClimate> {
  const read = await readings(out, file)
  return out.tx(async (cx) => {
    const into = await usableWarehouse(cx, ownStore(cx, hid), warehouseId)
    const logger = file.filename.slice(-120) || null
    const kept = await cx.db.rows(
      { beyond: 'boolean' },
      sql`
        insert into gsp_climate (hid, warehouse_id, at, temperature, humidity, action, logger)
        select ${hid}::bigint,
          ${into}::bigint,
          r.at,
          r.temperature,
          r.humidity,
          case when r.temperature between l.low and l.high
            and r.humidity between l.dry and l.damp then null
            else ${action?.trim() || null}::text
          end,
          ${logger}::text
        from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) r (at timestamptz, temperature numeric, humidity numeric),
          lateral (
            select coalesce(max(x.temp_min), 0) low, coalesce(max(x.temp_max), 30) high, coalesce(max(x.humidity_min), 35) dry,
              coalesce(max(x.humidity_max), 75) damp
            from gsp_limit x
            where x.warehouse_id = ${into}::bigint
          ) l
        on conflict (oid, warehouse_id, at)
        where corrects_id is null do nothing
        returning not (temperature between temp_min and temp_max and humidity between humidity_min and humidity_max) beyond
      `,
    )
    return { added: kept.length, known: read.length - kept.length, beyond: kept.filter((r) => r.beyond).length }
  })
}
