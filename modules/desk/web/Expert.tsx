/** The remote expert's desk: a member is looked up, the development of the eyes is read. */
import { Button } from 'antd'
import { Empty, Link, Panel, Screen, logout, t, useSearch, useWho } from '#kernel/web/index.ts'
import { AxialLengthChart } from '#modules/exams/web/door.tsx'
import { PatientBarFor, PatientPicker } from '#modules/patients/web/door.tsx'
import './desk.css'

export default function Expert() {
  const who = useWho()
  const [search, change] = useSearch()
  const pid = Number(search.pid) || undefined
  return (
    <Screen
      note={t`${who.name} · ${who.hospitalName}`}
      bar={pid && <PatientBarFor pid={pid} />}
      actions={<Button onClick={() => void logout()}>{t`退出登录`}</Button>}
    >
      <div className="expert">
        <Panel title={t`查找会员`}>
          <div className="panel-body">
            <PatientPicker
              id="expert-member"
              autoFocus
              allowNew={false}
              chosen={pid}
              onChange={(chosen) => change({ pid: chosen })}
              placeholder={t`姓名、拼音首字母或手机尾号`}
            />
          </div>
        </Panel>
        {pid ? (
          <>
            <Panel title={t`眼轴发育`}>
              <AxialLengthChart pid={pid} height={320} />
            </Panel>
            <p className="expert-links">
              <Link to="/crowthCurve" search={{ pid }}>{t`视力与屈光发育曲线`}</Link> <Link to={`/exam-report/${pid}`}>{t`检查报告`}</Link>{' '}
              <Link to={`/patients/detail/${pid}/examine/sight`}>{t`全部检查`}</Link>{' '}
              <Link to={`/patients/detail/${pid}/prescription`}>{t`处方`}</Link>
            </p>
          </>
        ) : (
          <Empty text={t`选择会员后，这里是眼轴曲线、检查报告和处方。`} />
        )}
      </div>
    </Screen>
  )
}
