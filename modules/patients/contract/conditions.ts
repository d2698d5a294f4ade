import { conditions } from '#kernel/contract/segments/condition.ts'
import { patientStates } from './states.ts'

const own = (value: string, where = 'true'): string => `select pid, ${value} as value from patient where ${where}`

export default conditions({
  store: { label: '门店', kind: 'choice', list: 'stores', sql: own('hid') },
  level: { label: '会员等级', kind: 'choice', list: 'levels', sql: own('level_id', 'level_id is not null') },
  source: { label: '来源', kind: 'choice', list: 'sources', sql: own('source_id', 'source_id is not null') },
  tag: { label: '标签', kind: 'choice', list: 'tags', sql: 'select pid, tag_id as value from patient_tag' },
  age: { label: '年龄', kind: 'number', unit: '岁', sql: own('extract(year from age(:today::date, birth))::int', 'birth is not null') },
  sex: {
    label: '性别',
    kind: 'choice',
    options: { 0: '男', 1: '女' },
    sql: own('case gender when 0 then 0 else 1 end', 'gender is not null'),
  },
  region: { label: '地区', kind: 'words', sql: own('address', 'address is not null') },
  school: { label: '学校', kind: 'words', sql: own('school', 'school is not null') },
  birthdayIn: {
    label: '离生日',
    kind: 'number',
    unit: '天',
    sql: own(
      `mod(
        (
          (birth + make_interval(years => extract(year from :today::date)::int - extract(year from birth)::int))::date
            - :today::date
        ) + 366,
        366
      )`,
      'birth is not null',
    ),
  },
  registeredDays: { label: '建档', kind: 'number', unit: '天前', sql: own('(:today::date - created_at::date)') },
  wechat: { label: '绑定微信', kind: 'flag', sql: own('wechat_open_id is not null') },
  potential: { label: '潜在会员', kind: 'flag', sql: own('is_potential') },
  mobileKept: { label: '留有手机号', kind: 'flag', sql: own('mobile is not null') },
  invited: { label: '由会员推荐', kind: 'flag', sql: own('inviter_pid is not null') },
  invites: {
    label: '推荐过',
    kind: 'number',
    unit: '人',
    otherwise: 0,
    sql: `
      select inviter_pid as pid, count(*)::int as value
      from patient
      where inviter_pid is not null and status = ${patientStates.is.present}
      group by inviter_pid
    `,
  },
  childAge: {
    label: '家里孩子',
    kind: 'number',
    unit: '岁',
    sql: `
      select f.pid, extract(year from age(:today::date, c.birth))::int as value
      from patient_family f
      join patient c on c.oid = f.oid and c.pid = f.other_pid and c.status = ${patientStates.is.present}
      where c.birth > :today::date - interval '18 years'
    `,
  },
  parentsMyopic: {
    label: '父母近视',
    kind: 'number',
    unit: '人',
    sensitive: true,
    sql: own('parents_myopic', 'parents_myopic is not null'),
  },
  marketingConsent: {
    label: '同意收营销短信',
    kind: 'flag',
    otherwise: false,
    sql: `
      select pid, withdrawn_at is null as value
      from (
        select distinct on (s.pid) s.pid, s.withdrawn_at
        from consent s
        join consent_text t on t.oid = s.oid and t.id = s.text_id and t.kind = 2
        order by s.pid, s.id desc
      ) last
    `,
  },
  healthConsent: {
    label: '同意健康信息营销',
    kind: 'flag',
    otherwise: false,
    sql: `
      select pid, withdrawn_at is null as value
      from (
        select distinct on (s.pid) s.pid, s.withdrawn_at
        from consent s
        join consent_text t on t.oid = s.oid and t.id = s.text_id and t.kind = 8
        order by s.pid, s.id desc
      ) last
    `,
  },
})
