import { tables, type Functions } from '#kernel/contract/tables.ts'

const beforeTenant = { wall: 'product' } as const
export default tables({
  contact: {
    member: 'reads',
    word: '员工',
    wall: 'chain',
    canonical: { name: 'name', mobile: 'phone' },
    changedBy: 'store',
    personal: { ctid_: ['name', 'mobile', 'licence_no'] },
  },
  // Who holds which role and works where: the first question of an audit.
  contact_store: { member: 'reads', word: '员工门店授权', wall: 'chain', changedBy: 'store' },
  role: { word: '角色', wall: 'chain' },
  role_permission: { word: '角色权限', wall: 'chain' },
  account: {
    word: '账号',
    wall: 'chain',
    changedBy: 'store',
    secret: ['password_hash', 'open_id', 'draft_key'],
    personal: { uid: ['account', 'open_id'] },
  },
  password_history: { word: '用过的密码', wall: 'chain', addedOnly: true, unaudited: 'hashes only', secret: ['password_hash'] },
  session: {
    word: '会话',
    wall: 'chain',
    unaudited: 'the login log tells of it',
    secret: ['token_hash'],
    personal: { uid: ['address', 'agent'] },
  },
  login_log: {
    word: '登录日志',
    wall: 'store',
    addedOnly: true,
    unaudited: 'a log itself',
    personal: { uid: ['account', 'address', 'agent'] },
  },
  store_withheld: { word: '门店授权', wall: 'store', says: { kind: { menu: '菜单', element: '操作' } } },
  menu: { word: '菜单', wall: 'chain' },
  element: { word: '页面元素', wall: 'chain' },
  // Readable from sister stores too, because a member's record is guarded wherever it is read.
  view_password: { word: '查看密码', wall: 'chain', changedBy: 'store', secret: ['password_hash'] },
  presence_proof: { word: '当面确认', wall: 'store', addedOnly: true },
  view_password_try: { word: '查看密码输错', wall: 'chain' },
  login_device: { word: '登录过的浏览器', wall: 'chain', unaudited: 'the login log tells of it', secret: ['device_hash'] },
  account_stars: { word: '常用页面', wall: 'chain', unaudited: 'a taste, not a deed' },
  login_guard: { ...beforeTenant, word: '登录失败次数', personal: { key: ['key'] } },
  captcha: { ...beforeTenant, word: '图形验证码', secret: ['answer_hash'] },
  login_code: { ...beforeTenant, word: '短信验证码', secret: ['code_hash', 'ticket_hash'], personal: { mobile: ['mobile', 'address'] } },
  wechat_task: { ...beforeTenant, word: '扫码任务', personal: { open_id: ['open_id', 'name'] } },
  setup_link: { ...beforeTenant, word: '首次设置链接', secret: ['token_hash'] },
})

export const functions: Functions = {
  // Accessed by the secret of a link, ticket, scene or token, by the caller, or for counting attempts.
  app: ['setup_link_take', 'ticket_spend', 'session_begin', 'session_end', 'login_noted', 'login_name_elsewhere', 'presence_proof_of'],
  door: [
    'session_open',
    'session_withheld',
    'session_locked',
    'login_begin',
    'login_candidates',
    'login_passed',
    'login_forgiven',
    'login_logged',
    'first_password_over',
    'captcha_keep',
    'captcha_take',
    'accounts_of_mobile',
    'code_ask',
    'code_check',
    'mobile_of_ticket',
    'wechat_task_make',
    'wechat_task_scanned',
  ],
  both: ['session_of', 'wechat_task_of', 'wechat_task_take'],
  owner: ['login_keys', 'setup_link_make'],
}
