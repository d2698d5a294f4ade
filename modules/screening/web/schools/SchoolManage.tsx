import { Button } from 'antd'
import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, Empty, Screen, Until, t, tr, useCall, useCan, useGo, useLetters, useSearch, useWho } from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { screening } from '../../contract/endpoints.ts'
import type { StudentsNum } from '../../contract/rolls.ts'
import { studentStates } from '../../contract/states.ts'
import { Roll } from './roll/Roll.tsx'
import { SchoolRail } from './SchoolRail.tsx'
import { SchoolTree } from './SchoolTree.tsx'
import { unplacedOf, useSelection, type Chip } from './selection.ts'
import { treeOf } from './tree.ts'
import './schools.css'

/** Schools, classes and their children: the tree, the roll, and what is to be done with what is chosen. */
export default function SchoolManage() {
  const { hid } = useWho()
  const go = useGo()
  const can = useCan()
  const [selection, select] = useSelection()
  const [, setSearch] = useSearch()
  const [isNew, setNew] = useState(false)
  const num = useCall(screening['eyefile.students-num'], { hid }, { live: ['screening'], keep: true })
  const importing = () => go('/patients/school-import', { school: selection.schoolId })
  useLetters(can('screening:manage') ? { i: importing } : {})
  const showAll = (chip: Chip) =>
    setSearch({ school: undefined, grade: undefined, class: undefined, village: undefined, page: undefined, chip }, true)
  const classes = num.data?.schools.reduce((n, s) => n + s.classes.length, 0) ?? 0
  const waiting = num.data?.schools.filter((s) => s.waits).length ?? 0
  return (
    <Screen
      fill
      note={
        num.data && (
          <>
            {t`${num.data.schools.length} 校 ${classes} 班，在读 ${num.data.total.present.toLocaleString()} 人`}
            {waiting > 0 && <span className="warn"> · {t`${waiting} 校没升年级`}</span>}
          </>
        )
      }
      actions={
        <>
          <Button onClick={() => go('/patients/school-archives')}>{t`学校档案`}</Button>
          <Can code="screening:manage">
            <Button icon={<FileUp size={14} />} onClick={importing}>
              {t`导入名册`} <kbd>i</kbd>
            </Button>
          </Can>
          <Can code="screening:edit">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setNew(true)}>
              {t`新建学生`} <kbd>n</kbd>
            </Button>
          </Can>
        </>
      }
    >
      <Until of={num}>
        {num.data && (num.data.schools.length || num.data.villages.length) ? (
          <div className="schools">
            <SchoolTree nodes={treeOf(num.data)} chosen={selection} choose={select} rest={restOf(num.data, showAll)} />
            <Roll num={num.data} selection={selection} isNew={isNew} setNew={setNew} />
            <SchoolRail num={num.data} selection={selection} />
          </div>
        ) : (
          <Empty
            text={t`还没有学校。先建立学校，再导入名册`}
            action={<Button type="primary" onClick={() => go('/patients/school-archives')}>{t`建立学校`}</Button>}
          />
        )}
      </Until>
    </Screen>
  )
}
const restOf = (num: StudentsNum, show: (chip: Chip) => void) => [
  { label: t`未编班`, n: unplacedOf(num, {}), show: () => show('unplaced') },
  { label: tr(wordOf(studentStates, studentStates.is.left)), n: num.total.left, show: () => show('left') },
]
