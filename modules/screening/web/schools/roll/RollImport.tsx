import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { importCallsOf, inUse } from '#kernel/contract/index.ts'
import { ImportWizard, Screen, byName, t, useCall, useGo, useSearch, useWho } from '#kernel/web/index.ts'
import { screening } from '../../../contract/endpoints.ts'

const calls = importCallsOf(screening, 'eyefile.students')

/** A roll out of a file: for a school, or with the schools in a column of it. */
export default function RollImport() {
  const go = useGo()
  const { hid } = useWho()
  const [search, setSearch] = useSearch()
  const [makeClasses, setMakeClasses] = useState(true)
  const schools = useCall(screening['eyefile.schools.list'], { hid, status: inUse.is.on, page_size: 200 })
  const schoolId = Number(search.school) || undefined
  return (
    <Screen note={t`Excel 或 CSV，先检查再导入，导入后可以撤销；身份证号加密保存`}>
      <section className="panel roll-import">
        <label htmlFor="roll-school">{t`学校`}</label>
        <Select
          id="roll-school"
          allowClear
          showSearch={byName}
          style={{ minWidth: 240 }}
          placeholder={t`文件中有学校列时不用选`}
          loading={schools.isLoading}
          value={schoolId ?? null}
          options={(schools.data?.list ?? []).map((s) => ({ value: s.id, label: s.name }))}
          onChange={(id: number | null) => setSearch({ school: id ?? undefined })}
        />
        <Checkbox checked={makeClasses} onChange={(e) => setMakeClasses(e.target.checked)}>{t`新建没有的班级`}</Checkbox>
      </section>
      <ImportWizard
        key={`${schoolId} ${makeClasses}`}
        calls={calls}
        hid={hid}
        what="学生"
        more={{ ...(schoolId === undefined ? {} : { schoolId }), makeClasses }}
        invalidates={[screening['eyefile.students.list'], screening['eyefile.students-num'], screening['eyefile.classes.list']]}
        onLeave={() => go('/patients/school-manage')}
      />
    </Screen>
  )
}
