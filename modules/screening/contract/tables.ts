import { statusOptions } from '#kernel/contract/machine.ts'
import { tables, type Functions } from '#kernel/contract/tables.ts'
import { graduating } from './states.ts'

export default tables({
  channel: {
    word: '筛查渠道',
    wall: 'store',
    canonical: { name: 'name', mobile: 'phone' },
    personal: { id: ['contact', 'mobile'] },
    impersonal: ['name'],
  },
  community: {
    word: '街道社区',
    wall: 'store',
    canonical: { name: 'name', mobile: 'phone' },
    personal: { id: ['contact', 'mobile'] },
    impersonal: ['name'],
  },
  village: { word: '村居委', wall: 'store', canonical: { name: 'name' } },
  school: {
    word: '学校',
    wall: 'store',
    canonical: { name: 'name', mobile: 'phone' },
    personal: { id: ['contact', 'mobile', 'address'] },
    impersonal: ['name'],
    says: { leavers_gone: statusOptions(graduating).options },
  },
  school_class: { word: '班级', wall: 'store', personal: { id: ['teacher'] } },
  student: {
    word: '学生',
    wall: 'store',
    canonical: { name: 'name', guardian: 'name', mobile: 'phone' },
    secret: ['id_card', 'id_hash', 'passport', 'passport_hash'],
    ownKey: 'id',
    personal: { pid: ['name', 'birth', 'id_tail', 'passport_tail', 'student_no', 'guardian', 'mobile'] },
    keeps: 'business',
  },
  student_key: { word: '学生证件密钥', wall: 'product' },
  student_disclosure: { word: '证件查看', wall: 'store', readOnly: true },
  student_consent: { word: '学生转入同意', wall: 'store', ownKey: 'student_id', personal: { student_id: ['guardian_name'] } },
  school_move: { word: '学校升级', wall: 'store' },
  sync_run: { word: '转入批次', wall: 'store', says: { kind: { 1: '学生转为会员', 2: '结果写入检查' } } },
  picture_pass: { word: '图片验证', wall: 'product', secret: ['ticket_hash'] },
  area: { word: '地区', wall: 'product' },
  school_move_class: { word: '升级班级', wall: 'store', addedOnly: true },
  screening_task: { word: '筛查任务', wall: 'store', secret: ['pin'], impersonal: ['name', 'note'], happened: { feedback_on: 92 } },
  screening_task_class: { word: '筛查班级', wall: 'store' },
  screening_station: { word: '筛查站', wall: 'store', impersonal: ['name'] },
  screening_op: { word: '筛查录入', wall: 'store', addedOnly: true, unaudited: 'a log itself: who entered what, when and on which tablet' },
  screening_result: {
    word: '筛查结果',
    wall: 'store',
    secret: ['letter_code', 'letter_token'],
    unaudited: 'computed from the log of entries, which is only added to',
  },
  screening_behaviour: { word: '行为表', wall: 'store', unaudited: 'parents fill it in without an account; it gives advice its words' },
  screening_referral: { word: '转诊建议', wall: 'store', happened: { visited_on: 'life' } },
})

export const functions: Functions = {
  app: ['student_sealed', 'student_numbers', 'student_file_noted', 'area_list', 'area_path'],
  door: ['picture_pass_keep', 'picture_pass_use', 'screening_letter_opened', 'screening_letter_planned', 'screening_letter_behaved'],
  owner: ['student_key_of', 'student_opened'],
}
