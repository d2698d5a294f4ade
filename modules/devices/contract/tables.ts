import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  // Behind a value of the record, so it follows the record from store to store (decision 0005).
  device_file: {
    word: '设备文件',
    wall: 'chain',
    changedBy: 'store',
    keeps: 'medical',
    personal: { pid: ['filename', 'said_id', 'said_name', 'said_birth', 'differs_reason'] },
  },
  device_key: { word: '设备上传密钥', wall: 'store', secret: ['hash'], impersonal: ['name'] },
})
export const functions: Functions = { door: ['device_key_tenant'] }
