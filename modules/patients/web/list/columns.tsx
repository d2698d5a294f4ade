/** Columns every list of members begins with. */
import { showGender, showPhone } from '#kernel/contract/index.ts'
import { Age, Link, t, tr } from '#kernel/web/index.ts'

interface Person {
  pid: number
  memberNo: string
  name: string
  gender: number | null
  birth: string | null
  mobile: string | null
}
export const numberColumn = () => ({
  key: 'memberNo',
  sort: false,
  render: (r: Pick<Person, 'pid' | 'memberNo'>) => <Link to={`/patients/detail/${r.pid}/home`}>{r.memberNo}</Link>,
})
export const nameColumn = (sort = false) => ({ key: 'name', sort, render: (r: Pick<Person, 'name'>) => <strong>{r.name}</strong> })
export const genderColumn = () => ({ key: 'gender', sort: false, render: (r: Pick<Person, 'gender'>) => tr(showGender(r.gender)) })
/** The age; it sorts where the list can. */
export const ageColumn = (sort = false) => ({
  key: 'birth',
  title: '年龄',
  align: 'right' as const,
  width: 90,
  sort,
  render: (r: Pick<Person, 'birth'>) => <Age birth={r.birth} />,
})
export const mobileColumn = () => ({
  key: 'mobile',
  sort: false,
  render: (r: Pick<Person, 'mobile'>) => <span className="num">{showPhone(r.mobile)}</span>,
})
/** The member a row of somebody else's list was found to be. */
export const memberColumn = {
  key: 'patientName',
  sort: false,
  render: (r: { pid: number | null; patientName: string | null }) =>
    r.pid ? <Link to={`/patients/detail/${r.pid}/home`}>{r.patientName}</Link> : <span className="soft">{t`未关联`}</span>,
}
