/** Offices, consulting rooms and waiting-room screens of the store. */
import { ExternalLink } from 'lucide-react'
import { Link, Screen, t } from '#kernel/web/index.ts'
import { FamilyList } from '#kernel/web/family/FamilyList.tsx'
import { placeCalls, places } from '../../contract/families.ts'
import { rooms } from '../../contract/endpoints.rooms.ts'
import { LIVE, useDoctors } from '../data.ts'
import '../reservations.css'

const also = [rooms['settings.consulting-manage.list'], rooms['large-screens.list'], rooms['consulting-rooms']]
const common = { families: places, calls: placeCalls, live: LIVE, also }

export default function ScreenManage() {
  const { options: doctors } = useDoctors()
  return (
    <Screen>
      <FamilyList
        {...common}
        name="settings.office-manage"
        title={t`科室`}
        note={t`号码的字母由科室决定`}
        columns={['name', 'series', 'status', 'sort', 'note']}
        empty={t`还没有科室，所有号码用字母 A`}
      />
      <FamilyList
        {...common}
        name="settings.consulting-manage"
        title={t`诊室`}
        note={t`叫号时显示和播报的房间`}
        columns={['name', 'officeName', 'doctorName', 'series', 'passAfter', 'status', 'sort']}
        fields={[
          'name',
          'officeId',
          { key: 'doctorId', options: doctors, hint: t`预约了这位医生的会员取号后直接排到本诊室` },
          { key: 'passAfter', hint: t`过号后排到几个人之后` },
          'status',
          'sort',
          'note',
        ]}
        empty={t`还没有诊室，先添加一个才能叫号`}
      />
      <Screens />
    </Screen>
  )
}

const Screens = () => (
  <FamilyList
    {...common}
    name="large-screens"
    title={t`候诊大屏`}
    columns={[
      'name',
      { key: 'officeName', render: (r) => r.officeName ?? t`全部` },
      { key: 'consultingName', render: (r) => r.consultingName ?? t`全部` },
      'speak',
      'showWait',
      'notice',
    ]}
    fields={[
      'name',
      { key: 'officeId', hint: t`只显示一个科室` },
      { key: 'consultingId', hint: t`只显示一个诊室（门口屏）` },
      'speak',
      'speechRate',
      'showWait',
      { key: 'notice', span: 12 },
    ]}
    empty={t`还没有大屏；不添加也可以直接打开全店大屏`}
    actions={(row) => (
      <Link to="/medical/screen" search={{ screen: row.id }} className="btn small">
        <ExternalLink size={13} aria-hidden /> {t`打开`}
      </Link>
    )}
    more={
      <Link to="/medical/screen" className="btn">
        <ExternalLink size={14} aria-hidden /> {t`打开全店大屏`}
      </Link>
    }
  />
)
