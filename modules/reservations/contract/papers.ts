/** Reservation slip: number, time, doctor, place. */
import { ask, askSoftly, idAt, paper, papers, show, showGender } from '#kernel/contract/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { reservations } from './endpoints.ts'
import { type } from './fields.ts'

const slip = paper({
  title: '预约单',
  sizes: ['receipt', 'receipt 58'],
  optional: { address: '地址' },
  calls: {
    visit: ask(reservations['reservations.get'], (place) => ({ id: idAt(place, 'id') })),
    // R079: the slip prints even without the store's address.
    store: askSoftly(institution['saler.index'], ({ hid }) => ({ hid })),
  },
  sheet: ({ visit: v, store }, { t, tr }, place) => ({
    title: v.ticketNo ? '候诊号' : '预约单',
    codes: [{ is: 'code', as: 'qr', of: `RES${idAt(place, 'id')}` }],
    foot: t`请提前 10 分钟到前台签到；来不了请来电改约。`,
    blocks: [
      v.ticketNo !== null && { is: 'text', weight: 'huge', text: v.ticketNo },
      {
        is: 'facts',
        items: [
          ['会员', `${v.patientName} ${tr(showGender(v.gender))}`],
          ['会员号', v.memberNo],
          ['时间', v.walkIn ? v.visitAt.slice(0, 16) : `${v.visitAt.slice(0, 16)}–${v.visitEnd.slice(11, 16)}`],
          ['项目', tr(show(type, v.type))],
          ['医生', v.doctorName],
          ['诊室', v.consultingName],
        ],
      },
      Boolean(store?.address ?? store?.phone) && {
        is: 'facts',
        name: 'address',
        items: [...(store?.address ? [['地址', store.address] as const] : []), ...(store?.phone ? [['电话', store.phone] as const] : [])],
      },
    ],
  }),
})

export default papers({ '/reservation-slip/{id}': slip })
