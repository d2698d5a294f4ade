/** What was shown and taken of students in a year, and the yearly audit as a file. */
import { Button, Drawer, Select } from 'antd'
import { useState } from 'react'
import { metaOf, show, type z } from '#kernel/contract/index.ts'
import { Can, Rows, Until, confirm, download, t, today, tr, useCall, useWho } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'
import { Disclosure } from '../../contract/rolls.ts'

const { shape } = Disclosure
const titleOf = (field: z.ZodType): string => tr(metaOf(field).label ?? '')
export function Disclosures() {
  const [open, setOpen] = useState(false)
  return (
    <Can code="student:secret">
      <Button onClick={() => setOpen(true)}>{t`查看与导出记录`}</Button>
      <Drawer title={t`未成年人信息的查看与导出`} open={open} onClose={() => setOpen(false)} size="min(720px, 100vw)" destroyOnHidden>
        <DisclosuresOfYear />
      </Drawer>
    </Can>
  )
}
const YEARS_BACK = 3
function DisclosuresOfYear() {
  const { hid } = useWho()
  const thisYear = Number(today().slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const lines = useCall(screening['eyefile.students.disclosures'], { hid, year }, { live: ['screening'], keep: true })
  const run = async () => {
    const reason = await confirm({
      title: t`导出 ${year} 年审计`,
      message: t`文件带有导出人、时间和用途，并记录在审计中`,
      reason: { label: t`导出用途`, required: true },
      ok: t`导出`,
    })
    if (typeof reason !== 'string') return
    await download(screening['eyefile.students.disclosures-export'], { hid, year, reason })
    void lines.refetch()
  }
  return (
    <div className="disclosures">
      <div className="year-acts">
        <Select
          aria-label={t`年份`}
          value={year}
          options={Array.from({ length: YEARS_BACK + 1 }, (_, n) => ({ value: thisYear - n, label: String(thisYear - n) }))}
          onChange={setYear}
        />
        <Button onClick={() => void run()}>{t`导出审计…`}</Button>
      </div>
      <Until of={lines}>
        {lines.data?.length ? (
          <Rows
            rows={lines.data}
            rowKey={(line) => line.id}
            columns={[
              { title: titleOf(shape.at), cell: (line) => line.at.slice(0, 16) },
              { title: titleOf(shape.purpose), cell: (line) => tr(show(shape.purpose, line.purpose)) },
              { title: titleOf(shape.n), right: true, cell: (line) => line.n },
              { title: titleOf(shape.reason), cell: (line) => line.reason },
              { title: titleOf(shape.staffName), cell: (line) => line.staffName },
            ]}
          />
        ) : (
          <p>{t`这一年没有查看和导出`}</p>
        )}
      </Until>
    </div>
  )
}
