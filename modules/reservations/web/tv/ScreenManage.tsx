/** Offices, consulting rooms and waiting-room screens of the store. */
import { Drawer } from 'antd'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link, Screen, t, useCall, useWho, type Column } from '#kernel/web/index.ts'
import { rooms } from '../../contract/endpoints.rooms.ts'
import { ConsultingRoom, LargeScreen, Office } from '../../contract/shapes.rooms.ts'
import { LIVE } from '../data.ts'
import { Place } from './Place.tsx'
import { PlaceForm, type Editing } from './PlaceForm.tsx'
import '../reservations.css'

export default function ScreenManage() {
  const who = useWho()
  const offices = useCall(rooms['settings.office-manage.list'], { hid: who.hid }, { live: LIVE })
  const places = useCall(rooms['settings.consulting-manage.list'], { hid: who.hid }, { live: LIVE })
  const screens = useCall(rooms['large-screens.list'], { hid: who.hid }, { live: LIVE })
  const [editing, setEditing] = useState<Editing>()
  const options = {
    offices: (offices.data?.list ?? []).map((o) => ({ value: o.id, label: o.name })),
    rooms: (places.data?.list ?? []).map((r) => ({ value: r.id, label: r.name })),
  }
  return (
    <Screen of={[offices, places, screens]}>
      <Place<Office>
        title={t`科室`}
        note={t`号码的字母由科室决定`}
        shape={Office}
        rows={offices.data?.list ?? []}
        columns={['name', 'series', 'status', 'sort', 'note']}
        remove={rooms['settings.office-manage.delete']}
        edit={(row) => setEditing({ what: 'office', ...(row ? { row } : {}) })}
        empty={t`还没有科室，所有号码用字母 A`}
      />
      <Place<ConsultingRoom>
        title={t`诊室`}
        note={t`叫号时显示和播报的房间`}
        shape={ConsultingRoom}
        rows={places.data?.list ?? []}
        columns={['name', 'officeName', 'doctorName', 'series', 'passAfter', 'status', 'sort']}
        remove={rooms['settings.consulting-manage.delete']}
        edit={(row) => setEditing({ what: 'room', ...(row ? { row } : {}) })}
        empty={t`还没有诊室，先添加一个才能叫号`}
      />
      <Screens rows={screens.data?.list ?? []} edit={(row) => setEditing({ what: 'screen', ...(row ? { row } : {}) })} />
      <Drawer
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing?.row ? t`修改` : t`新增`}
        size={480}
        destroyOnHidden
        rootClassName="booking"
      >
        {editing && (
          <PlaceForm
            key={`${editing.what} ${editing.row?.id ?? 0}`}
            editing={editing}
            options={options}
            close={() => setEditing(undefined)}
          />
        )}
      </Drawer>
    </Screen>
  )
}

const screenColumns: ReadonlyArray<Column<LargeScreen>> = [
  'name',
  { key: 'officeName', render: (r) => r.officeName ?? t`全部` },
  { key: 'consultingName', render: (r) => r.consultingName ?? t`全部` },
  'speak',
  'showWait',
  'notice',
]
const Screens = ({ rows, edit }: { rows: readonly LargeScreen[]; edit: (row?: LargeScreen) => void }) => (
  <Place<LargeScreen>
    title={t`候诊大屏`}
    shape={LargeScreen}
    rows={rows}
    columns={screenColumns}
    remove={rooms['large-screens.delete']}
    edit={edit}
    empty={t`还没有大屏；不添加也可以直接打开全店大屏`}
    open={(row) => (
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
