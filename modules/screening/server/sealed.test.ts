/** What an examiner entered first stays the sealed value, whatever is sent after it. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import { freshClinic } from '../../../tests/harness.ts'
import { makeSchool, makeStudent } from './make.ts'

it('an entry dated before what its tablet sent, or before it opened the task, does not pass for the first value', async () => {
  const clinic = await freshClinic()
  const [manager, examiner] = [clinic.as('manager'), clinic.as('optometrist')]
  const today = clinicNow().slice(0, 10)
  const school = await makeSchool(examiner, clinic.hid, '封存小学', [13])
  const { studentId } = await makeStudent(examiner, clinic.hid, school.classIds[0] ?? 0)
  const task = await manager.call('eyefile.tasks.create', {
    hid: clinic.hid,
    name: '封存',
    schoolId: school.schoolId,
    items: ['ucva'],
    startOn: today,
    endOn: today,
    classIds: [...school.classIds],
  })
  await manager.call('eyefile.tasks.move', { id: task.id, move: 'publish' })
  const { pin } = await manager.call('eyefile.tasks.pin', { id: task.id })
  const tablet = async () => {
    const deviceId = randomUUID()
    await examiner.call('eyefile.tasks.pack', { id: task.id, pin, deviceId, name: '视力站 1' })
    return deviceId
  }
  const send = (deviceId: string, lamport: number, value: string, enteredAt: string) =>
    examiner.call('eyefile.ops', {
      taskId: task.id,
      deviceId,
      ops: [{ opId: randomUUID(), lamport, studentId, field: 'ucvaOd', value, at: enteredAt, reason: '更正' }],
    })
  const first = await tablet()
  await send(first, 5, '4.6', clinicNow())
  // From the same tablet with a clock set back, and from one that opened the task afterwards.
  await send(first, 1, '5.0', `${today} 00:00:01`)
  await send(await tablet(), 1, '5.1', `${today} 00:00:01`)
  const { list } = await examiner.call('eyefile.results.list', { taskId: task.id, page_num: 1, page_size: 5 })
  const { fields } = await examiner.call('eyefile.results.get', { id: list[0]?.id ?? 0 })
  expect(fields.find(({ field }) => field === 'ucvaOd')).toMatchObject({ first: { value: '4.6' } })
})
