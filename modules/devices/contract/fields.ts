import { count, date, id, moment, name, note, personal, status, text, word } from '#kernel/contract/index.ts'
import { gender } from '#modules/patients/contract/fields.ts'
import { profiles } from './devices/reading.ts'
import { deviceFile } from './states.ts'

export const fileFields = {
  fileId: id('设备文件'),
  hid: id('门店'),
  filename: personal(text('文件名', { max: 200 })),
  size: count('大小', { max: 100_000_000, unit: 'B' }),
  sha256: text('文件指纹'),
  source: word('来源', { drop: '拖入', bridge: '自动上传', serial: '串口' }),
  profile: word('格式', profiles),
  model: text('设备'),
  serial: text('设备编号'),
  measuredAt: moment('测量时间'),
  receivedAt: moment('收到时间'),
  saidId: personal(text('设备上的编号')),
  saidName: personal(text('设备上的姓名')),
  saidBirth: personal(date('设备上的出生日期')),
  saidSex: gender.meta({ label: '设备上的性别' }),
  differsReason: personal(note('身份不符的理由', 200)),
  pid: id('会员'),
  matchedBy: word('归属依据', { number: '会员号', phone: '手机号', qr: '二维码', visit: '姓名与今日就诊', hand: '人工' }),
  status: status('状态', deviceFile),
  version: count('版本'),
}
export const keyFields = {
  keyId: id('密钥'),
  hid: id('门店'),
  name: name('用途'),
  createdAt: moment('创建时间'),
  lastUsedAt: moment('最近使用').nullable(),
  revokedAt: moment('停用时间').nullable(),
  personName: text('创建人').nullable(),
}
