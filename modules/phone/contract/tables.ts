import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  member_login: {
    word: '会员登录凭据',
    wall: 'product',
    secret: ['token_hash'],
    personal: { mobile: ['mobile'], open_id: ['open_id'] },
  },
  member_session: {
    word: '会员登录',
    wall: 'chain',
    changedAcross: 'a phone is logged out wherever its number or consent is taken back',
    member: 'writes',
    unaudited: 'says itself who logged in, when and from where',
    secret: ['token_hash', 'open_id'],
    personal: { pid: ['mobile', 'open_id', 'address', 'agent'] },
    keeps: 'erased',
  },
  member_request: {
    word: '会员申请',
    wall: 'chain',
    changedAcross: 'the member takes it back from whichever store the phone shows',
    member: 'writes',
    personal: { pid: ['words', 'answer'] },
    says: { kind: { 1: '删除个人信息', 2: '更正个人信息' }, status: { 0: '等门店答复', 1: '门店已答复', 2: '会员已撤回' } },
    keeps: 'proof',
  },
})

export const functions: Functions = {
  door: ['member_login_keep', 'member_store_of', 'member_people', 'member_session_open', 'member_session_of'],
}
