import { tables, type Functions } from '#kernel/contract/tables.ts'

export const functions: Functions = { app: ['record_frames_stop'], member: ['frame_steps'] }

export default tables({
  record_frame: {
    word: '框架镜订单',
    wall: 'store',
    happened: { order_date: 'backdateRecordDays' },
    personal: { pid: ['receiver', 'receiver_phone', 'signature'] },
    keeps: 'goods',
  },
  record_frame_item: {
    word: '配镜商品',
    wall: 'store',
    says: {
      part: { frame: '镜架', lens_od: '右眼镜片', lens_os: '左眼镜片', service: '服务' },
      source: { stock: '现片', order: '订制', none: '无需备货' },
    },
  },
  record_frame_inspection: { word: '配镜检验', wall: 'store', says: { kind: { initial: '初检', final: '终检' } } },
  record_frame_service: { word: '售后单', wall: 'store' },
  record_frame_unqualified: { word: '不合格记录', wall: 'store' },
})
