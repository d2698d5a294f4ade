import { machine } from '#kernel/contract/index.ts'

/**
 * A file of a device, from its arrival to what became of it. What it says is never changed; what was taken of it is not taken back here,
 * the draft is.
 */
export const deviceFile = machine({
  name: 'device-file',
  table: 'device_file',
  noun: '设备文件',
  key: 'file_id',
  start: [0, 1, 9],
  states: {
    0: { name: 'unclaimed', label: '未归属', tone: 'warn' },
    1: { name: 'claimed', label: '待确认', tone: 'info' },
    2: { name: 'taken', label: '已采用', tone: 'ok' },
    3: { name: 'ignored', label: '已忽略', tone: 'neutral' },
    9: { name: 'unreadable', label: '无法解析', tone: 'bad' },
  },
  sets: {
    /** Somebody has to look at it. */
    open: [0, 1, 9],
    /** Said whose it is, or said again. */
    claimable: [0, 1],
    /** Somebody's, to be taken or taken. */
    owned: [1, 2],
    done: [2, 3],
  },
  moves: {
    claim: { label: '归属', from: [0, 1], to: 1, can: 'device:inbox' },
    release: { label: '取消归属', from: [1], to: 0, can: 'device:inbox' },
    take: { label: '采用', from: [1], to: 2, can: 'exam:edit' },
    ignore: { label: '忽略', from: [0, 1, 9], to: 3, can: 'device:inbox', reason: true },
    restore: { label: '恢复', from: [3], to: 'former', can: 'device:inbox' },
    read: { label: '重新解析', from: [9], to: 0, can: 'device:inbox' },
  },
})
export default [deviceFile]
