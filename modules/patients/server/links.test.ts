import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('members elsewhere', () => {
  let clinic: Clinic
  const desk = () => clinic.as('reception')
  beforeAll(async () => {
    clinic = await freshClinic()
  })

  it('another system sends a member twice: one member, and the Eye-book user is linked', async () => {
    const first = await desk().call('patients.v1.create', {
      name: '来自护眼本',
      mobile: '13611110001',
      eyeBookId: 'EB-1',
      phone: '13611110001',
    })
    const again = await desk().call('patients.v1.create', { name: '来自护眼本', mobile: '13611110001', eyeBookId: 'EB-1' })
    expect(again.pid).toBe(first.pid)
    const { list } = await desk().call('patients.eye-book.users', {})
    expect(list).toMatchObject([{ eyeBookId: 'EB-1', pid: first.pid, patientName: '来自护眼本', memberNo: first.memberNo }])
    const other = await desk().call('patients.save', { name: '另一位' })
    expect(await desk().refusal('patients.v1.relevance', { pid: other.pid, eyeBookId: 'EB-1' })).toMatchObject({
      code: 1,
      message: '该护眼本用户已绑定其他会员，请先解绑',
    })
    await desk().call('patients.eye-book.unbind', { id: list[0]!.id })
    expect((await desk().call('patients.v1.relevance', { pid: other.pid, eyeBookId: 'EB-1' })).pid).toBe(other.pid)
    await desk().call('patients.v1.relevance', { eyeBookId: 'EB-2', name: '未绑定的家长' })
    expect((await desk().call('patients.eye-book.users', { bound: false })).list.map((u) => u.eyeBookId)).toEqual(['EB-2'])
    const chart = await desk().call('patients.eye-book.charts', {})
    expect(chart).toMatchObject({ total: 2, bound: 1 })
    expect(chart.months).toHaveLength(12)
    expect(chart.months.at(-1)).toMatchObject({ users: 2, bound: 1 })
  })

  it("R133 an eye-guardian user has a status; the file finds its members; a device in service is one user's", async () => {
    const { pid } = await desk().call('patients.save', { name: '陈晨', mobile: '13611110002' })
    const file = {
      filename: '护眼.csv',
      mimetype: 'text/csv',
      bytes: Buffer.from(
        '学生姓名,家长手机,设备SN,户外时长,用眼距离\n陈晨,13611110002,SN1,95,28.5\n李离,,SN2,150,\n李里,,SN2,150,\n王望,,SN3,1500,\n',
      ),
    }
    const done = await desk().call('patients.eg.import', { file, hid: clinic.hid })
    expect(done).toMatchObject({ good: 2, bad: 2 })
    expect(done.errors.map((e) => [e.row, e.sentence])).toEqual([
      [4, '该设备已有正在服务的用户'],
      [5, '不能大于 1440'],
    ])
    const list = await desk().call('patients.eg.list', { hid: clinic.hid })
    expect(list.list).toMatchObject([
      { name: '李离', pid: null, status: 0 },
      { name: '陈晨', pid, patientName: '陈晨', nearDistance: 28.5 },
    ])
    await desk().call('eg.patient.status', { id: list.list[0]!.id, status: 1 })
    expect(await desk().call('patients.eg.total', {})).toEqual({ total: 2, normal: 1, stopped: 1, matched: 1, outdoorShort: 1 })
    expect((await desk().call('patients.eg.list', { hid: clinic.hid, status: 1, matched: false })).list.map((p) => p.name)).toEqual([
      '李离',
    ])
    expect(await desk().call('patients.eg.link', { id: list.list[0]!.id, pid })).toMatchObject({ patientName: '陈晨' })
    const other = await freshClinic()
    expect(await other.as('reception').refusal('eg.patient.status', { id: list.list[0]!.id, status: 0 })).toMatchObject({
      code: 1,
      message: '护眼用户不存在或已被删除',
    })
    expect(await desk().call('patients.eg.import-undo', { importId: done.importId! })).toMatchObject({ removed: 2 })
  })

  it('a WeChat belongs to one member', async () => {
    const [a, b] = [await desk().call('patients.save', { name: '微信甲' }), await desk().call('patients.save', { name: '微信乙' })]
    await desk().call('patients.wechat.bind', { pid: a.pid, wechatOpenId: 'open-1', wechatName: '甲妈妈' })
    expect(await desk().refusal('patients.wechat.bind', { pid: b.pid, wechatOpenId: 'open-1' })).toMatchObject({
      code: 1,
      message: '该微信已绑定其他会员',
    })
    expect((await desk().call('patients.wechat.list', { hid: clinic.hid, bound: true })).list).toMatchObject([
      { name: '微信甲', wechatName: '甲妈妈', marketing: false },
    ])
    expect((await desk().call('patients.wechat.list', { hid: clinic.hid, name: '微信' })).list.map((p) => p.pid)).toEqual([b.pid, a.pid])
    await desk().call('patients.wechat.unbind', { pid: a.pid })
    expect((await desk().call('patients.wechat.list', { hid: clinic.hid, bound: true })).total).toBe(0)
    expect((await desk().call('patients.wechat.list', { hid: clinic.hid, bound: false, name: '微信' })).total).toBe(2)
  })

  it('a conversation: what the clinic writes and what the member answers stand in one line, unread until somebody reads it', async () => {
    const { pid } = await desk().call('patients.save', { name: '聊天' })
    await desk().call('patients.wechat.bind', { pid, wechatOpenId: 'open-chat', wechatName: '聊天妈妈' })
    await desk().call('patients.chat.send', { pid, text: '您好，眼镜已到店' })
    await desk().call('patients.wechat.play', { pid, act: 'text', text: '好的，下午来取' })
    const chat = await clinic.as('doctor').call('patients.chat.list', { pid })
    expect(chat).toMatchObject({ bound: true, simulated: true, wechatName: '聊天妈妈' })
    expect(chat.list.map((m) => [m.inbound, m.text])).toEqual([
      [false, '您好，眼镜已到店'],
      [true, '好的，下午来取'],
    ])
    expect(await desk().call('patients.chat.unread', {})).toEqual({ members: 1 })
    expect((await desk().call('patients.wechat.list', { hid: clinic.hid, bound: true })).list).toMatchObject([{ pid, unread: 1 }])
    await desk().call('patients.chat.read', { pid })
    expect(await desk().call('patients.chat.unread', {})).toEqual({ members: 0 })
    expect(await clinic.as('workshop').refusal('patients.chat.list', { pid })).toMatchObject({ code: 20405 })
    const other = await freshClinic()
    expect(await other.as('reception').refusal('patients.chat.send', { pid, text: '外院' })).toMatchObject({ code: 1 })
  })
})
