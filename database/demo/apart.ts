/** Two whose eyes are not measured like others': a man with one eye, and a child of three who does not want to. Three visits each. */
import { eyeStates } from '#modules/exams/contract/states.ts'
import type { Chain } from './clinic.ts'
import { shiftDay } from './random.ts'
import { inTurn, meant, there } from './teller.ts'
import { timeOn } from './visits.ts'

const { is } = eyeStates
const VISITS = [-380, -190, -20] as const

export async function buildApart(chain: Chain, today: string): Promise<void> {
  const shop = there(chain.shops[0])
  const register = async (name: string, gender: 0 | 1, birth: string, mobile: string) =>
    (await shop.as('reception', timeOn(shiftDay(today, -380), 545))('patients.save', { hid: shop.hid, name, gender, birth, mobile })).pid
  const oneEyed = await register('钱德明', 0, '1958-04-12', '13911100301')
  const blind = { eyeStateOd: is.absent, eyeReasonOd: '1996 年外伤后摘除，戴义眼' } as const
  await inTurn(VISITS, async (ago) => {
    const day = shiftDay(today, ago)
    const who = shop.as('optometrist', timeOn(day, 600))
    const head = { pid: oneEyed, examTime: timeOn(day, 595), ...blind }
    await who('examVisual.save', meant({ ...head, ucvaOs: 4.6, bcvaOs: 5, distance: 5 }))
    await who('examRefraction.save', meant({ ...head, kind: 4 as const, dsOs: -1.25, dcOs: -0.5, axOs: 90, vaOs: 5 }))
    await who('examIop.save', meant({ ...head, iopMethod: 1 as const, iopTime: '09:55', iopOs: 16 }))
  })
  const little = await register('周小满', 1, shiftDay(today, -(3 * 365 + 150)), '13911100302')
  const cries = { eyeStateOs: is.unable, eyeReasonOs: '哭闹，不肯遮盖右眼' } as const
  await inTurn(VISITS, async (ago) => {
    const day = shiftDay(today, ago)
    const who = shop.as('optometrist', timeOn(day, 640))
    const head = { pid: little, examTime: timeOn(day, 635) }
    const unread = '不会认视力表'
    await who('examVisual.save', {
      ...head,
      eyeStateOd: is.unable,
      eyeReasonOd: unread,
      eyeStateOs: is.unable,
      eyeReasonOs: unread,
    })
    await who('examPd.save', meant({ ...head, pdMethod: 1 as const, pdFar: 50 + VISITS.indexOf(ago), workingDistance: 400 }))
    await who('examRefraction.save', meant({ ...head, ...cries, kind: 2 as const, dsOd: 1.5, dcOd: -0.5, axOd: 180 }))
  })
}
