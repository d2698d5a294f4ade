/** What the archives do beside their declaration: a class has one spelling and a grade its school has. */
import { find, type Cx, type Hooks } from '#kernel/server/index.ts'
import type { archives } from '../contract/archives.ts'
import { classNameOf, entryYearOf, gradeLabel, gradesOf } from '../contract/grades.ts'

type Of<K extends keyof typeof archives> = Hooks<(typeof archives)[K]>

async function inStore(
  cx: Cx,
  table: 'school' | 'community' | 'channel',
  id: number | null,
  hid: number,
  what: string,
  field: string,
): Promise<void> {
  if (id !== null && !(await find(cx, table, { id, hid }))) cx.refuse('not_found', { what, field })
}
const villages: Of<'eyefile.villages'> = {
  beforeSave: (cx, values) => inStore(cx, 'community', values.communityId, values.hid, '街道社区', 'communityId'),
}
const schools: Of<'eyefile.schools'> = {
  beforeSave: async (cx, values) => {
    await inStore(cx, 'community', values.communityId, values.hid, '街道社区', 'communityId')
    await inStore(cx, 'channel', values.channelId, values.hid, '筛查渠道', 'channelId')
    return { ...values, name: values.name.normalize('NFKC') }
  },
}
const classes: Of<'eyefile.classes'> = {
  beforeSave: async (cx, values) => {
    const school = await find(cx, 'school', { id: values.schoolId, hid: values.hid })
    if (!school) return cx.refuse('not_found', { what: '学校', field: 'schoolId' })
    if (!gradesOf(school.stage).includes(values.grade))
      cx.refuse('grade_of_school', { school: school.name, grade: gradeLabel(values.grade), field: 'grade' })
    return { ...values, name: classNameOf(values.name), entryYear: values.entryYear ?? entryYearOf(values.grade, cx.today) }
  },
}
export const archiveHooks = { 'eyefile.villages': villages, 'eyefile.schools': schools, 'eyefile.classes': classes }
