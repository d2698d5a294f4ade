import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  // A member and the clinical record follow the person from store to store (decision 0005).
  patient: {
    word: '会员',
    wall: 'chain',
    personal: {
      pid: [
        'name',
        'pinyin',
        'initials',
        'bigrams',
        'birth',
        'mobile',
        'mobile2',
        'phone_tail',
        'guardian',
        'id_card',
        'address',
        'school',
        'class_name',
        'occupation',
        'note',
        'wechat_open_id',
        'wechat_name',
      ],
    },
    ledger: { book: 'stored', key: 'member' },
    keeps: 'business',
  },
  patient_source: { word: '会员来源', wall: 'chain' },
  patient_count: { word: '会员计数', wall: 'chain', readOnly: true, unaudited: 'a counter' },
  patient_family: { word: '家庭成员', wall: 'chain', personal: { pid: ['name', 'mobile', 'note'] }, keeps: 'erased' },
  patient_card: { word: '绑卡', wall: 'chain', personal: { pid: ['card_no'] }, keeps: 'erased' },
  patient_tag: { word: '会员标签', wall: 'chain', unaudited: 'tags are changed by the hundred', keeps: 'erased' },
  patient_distinct: { word: '查重标记', wall: 'chain', unaudited: 'says only that two are not one', keeps: 'erased' },
  patient_merge: { word: '会员合并', wall: 'chain', personal: { kept_pid: ['taken'] }, keeps: 'proof' },
  patient_merge_row: { word: '合并明细', wall: 'chain', readOnly: true, unaudited: 'the rows it notes are audited themselves' },
  others_info: { word: '病史', wall: 'chain', keeps: 'medical' },
  potential_follow: { word: '跟进', wall: 'chain', personal: { pid: ['content'] }, keeps: 'erased' },
  consultation: { word: '咨询', wall: 'chain', personal: { pid: ['question', 'answer'] }, keeps: 'erased' },
  consent_text: { word: '同意书文本', wall: 'chain', addedOnly: true },
  consent: { word: '知情同意', wall: 'chain', personal: { pid: ['guardian_name'] }, keeps: 'proof' },
  member_view: { word: '会员列表视图', wall: 'chain', impersonal: ['name'] },
  eye_book: { word: '护眼本', wall: 'chain', personal: { pid: ['phone', 'name'] }, keeps: 'business' },
  eg_patient: {
    word: '护眼用户',
    wall: 'chain',
    personal: { pid: ['name', 'birth', 'mobile', 'school', 'class_name'] },
    keeps: 'business',
  },
})

export const functions: Functions = {
  app: [
    'find_patients',
    'bigrams',
    'next_member_no',
    'patient_references',
    'patient_uses',
    'patient_everything',
    'patient_move',
    'patient_move_back',
  ],
  owner: ['marketing_agreed'],
}
