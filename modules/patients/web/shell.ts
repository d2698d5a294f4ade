import { showAge } from '#kernel/contract/age.ts'
import { clinicNow, showGender } from '#kernel/contract/format.ts'
import { call } from '#kernel/web/calls/api.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { provideAction, provideBadge, provideSearch } from '#kernel/web/registry.ts'

// Written by hand, so that the shell does not load the contracts of the whole module.
const find = { method: 'GET', path: '/patient/likelist/{hid}' } as const
interface Hit {
  pid: number
  name: string
  gender: number | null
  birth: string | null
  mobile: string | null
  memberNo: string
}

provideSearch(async (text, signal) => {
  const { list } = (await call(find, { hid: 0, name: text, limit: 8 }, { signal, quiet: true })) as { list: Hit[] }
  const today = clinicNow().slice(0, 10)
  return list.map((p) => ({
    group: t`会员`,
    title: p.name,
    note: [tr(showGender(p.gender)), showAge(p.birth, today), p.mobile ?? '', p.memberNo].filter((s) => s && s !== '—').join('  '),
    path: `/patients/detail/${p.pid}/home`,
  }))
})

provideAction({ title: '新建会员', can: 'patient:save', path: '/patients/list?new=1' })

const unread = { method: 'GET', path: '/patient/messages/unread' } as const
/** Members who wrote and wait to be read. */
provideBadge({
  path: '/patients/wechat',
  topics: ['messages'],
  count: async (signal) => ((await call(unread, {}, { signal, quiet: true })) as { members: number }).members,
})
