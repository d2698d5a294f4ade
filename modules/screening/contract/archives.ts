/**
 * The archives of school and community screening, each declared once: five of them are families, whose calls, list, form and Excel follow.
 * Students have fields of the same kind and calls of their own (`students.ts`), because a number of identity is sealed and a list of them
 * is joined and large.
 */
import { count, crud, family, named, page_size, text } from '#kernel/contract/index.ts'
import { archiveFields as f } from './fields.ts'

const can = { view: 'screening:view', edit: 'screening:edit' }
const own = { key: 'id', column: 'id' }
/** The id of a row under the name the seeds give it; a file shows it as a number. */
const number = (label: string) => count(label, { max: Number.MAX_SAFE_INTEGER })

export const archives = {
  'eyefile.channels': family({
    table: 'channel',
    label: '筛查渠道',
    noun: 'channel',
    can,
    calls: crud('/v1/eyefile/channels'),
    fields: { name: f.name, kind: f.kind, contact: f.contact, mobile: f.mobile, status: f.status },
    has: ['version'],
    filters: ['name', 'kind', 'status'],
    paging: page_size,
    excel: true,
  }),
  'eyefile.communities': family({
    table: 'community',
    label: '街道社区',
    noun: 'community',
    can,
    calls: crud('/v1/eyefile/communities'),
    fields: { name: f.name, areaCode: f.areaCode, contact: f.contact, mobile: f.mobile, status: f.status },
    has: ['version'],
    filters: ['name', 'areaCode', 'status'],
    paging: page_size,
    excel: true,
  }),
  'eyefile.villages': family({
    table: 'village',
    label: '村居委',
    noun: 'village',
    can,
    calls: crud('/v1/eyefile/villages'),
    fields: { name: f.name, communityId: f.communityId, status: f.status },
    shown: { communityName: named(text('街道社区').nullable(), 'communityId', 'community') },
    has: ['version'],
    filters: ['name', 'communityId', 'status'],
    paging: page_size,
  }),
  'eyefile.schools': family({
    table: 'school',
    label: '学校',
    noun: 'school',
    can,
    calls: crud('/v1/eyefile/schools'),
    fields: {
      name: f.name,
      stage: f.stage,
      areaCode: f.areaCode,
      communityId: f.communityId.nullable().default(null),
      channelId: f.channelId,
      address: f.address,
      contact: f.contact,
      mobile: f.mobile,
      status: f.status,
    },
    shown: {
      schoolId: named(number('学校编号'), 'id', 'school', own),
      /** Changed by its own call (R133). */
      graduateStatus: named(f.graduateStatus, 'id', 'school', { key: 'id', column: 'leaversGone' }),
      communityName: named(text('街道社区').nullable(), 'communityId', 'community'),
      channelName: named(text('筛查渠道').nullable(), 'channelId', 'channel'),
    },
    has: ['version'],
    filters: ['name', 'stage', 'areaCode', 'communityId', 'channelId', 'status'],
    paging: page_size,
    fails: ['school_exists'],
    excel: true,
  }),
  'eyefile.classes': family({
    table: 'school_class',
    label: '班级',
    noun: 'class',
    can,
    calls: crud('/v1/eyefile/classes'),
    fields: {
      schoolId: f.schoolId,
      grade: f.grade,
      name: f.className,
      teacher: f.teacher,
      entryYear: f.entryYear,
      status: f.classStatus,
    },
    shown: {
      classId: named(number('班级编号'), 'id', 'school_class', own),
      schoolName: named(text('学校').nullable(), 'schoolId', 'school'),
    },
    has: ['version'],
    filters: ['name', 'schoolId', 'grade', 'status'],
    order: ['grade', 'number', 'name'],
    paging: page_size,
    fails: ['class_exists', 'grade_of_school'],
  }),
}
