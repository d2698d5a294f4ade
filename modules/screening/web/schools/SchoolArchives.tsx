import { callsOf } from '#kernel/contract/index.ts'
import { FamilyList } from '#kernel/web/family/FamilyList.tsx'
import { Screen, t, useTabs } from '#kernel/web/index.ts'
import { archives } from '../../contract/archives.ts'
import { AreaPicker } from './AreaPicker.tsx'

const calls = callsOf(archives)
const area = { key: 'areaCode', control: AreaPicker } as const

/** Schools, classes, channels, communities and villages: each its list and form. */
export default function SchoolArchives() {
  const [tab, tabs] = useTabs(
    [
      ['schools', t`学校`],
      ['classes', t`班级`],
      ['communities', t`街道社区`],
      ['villages', t`村居委`],
      ['channels', t`筛查渠道`],
    ],
    { label: t`档案`, clears: ['name', 'status'] },
  )
  const shared = { families: archives, calls, live: ['screening'] }
  return (
    <Screen fill actions={tabs}>
      {tab === 'schools' && (
        <FamilyList
          {...shared}
          name="eyefile.schools"
          columns={['name', 'stage', 'areaCode', 'communityName', 'channelName', 'contact', 'mobile', 'graduateStatus', 'status']}
          fields={['name', 'stage', area, 'communityId', 'channelId', 'address', 'contact', 'mobile', 'status']}
        />
      )}
      {tab === 'classes' && (
        <FamilyList {...shared} name="eyefile.classes" columns={['schoolName', 'grade', 'name', 'teacher', 'entryYear', 'status']} />
      )}
      {tab === 'communities' && (
        <FamilyList {...shared} name="eyefile.communities" fields={['name', area, 'contact', 'mobile', 'status']} />
      )}
      {tab === 'villages' && <FamilyList {...shared} name="eyefile.villages" />}
      {tab === 'channels' && <FamilyList {...shared} name="eyefile.channels" />}
    </Screen>
  )
}
