/** The texts that say which words may not be used, with their day. */
export const sources = {
  myopia: {
    title: '关于进一步规范儿童青少年近视矫正工作切实加强监管的通知（国卫办监督发〔2019〕11号，六部门）',
    date: '2019-03-26',
    sentence: '不得使用“康复”“恢复”“降低度数”“近视治愈”“近视克星”等表述误导近视儿童青少年和家长',
  },
  medical: {
    title: '医疗广告管理办法（工商总局、卫生部令第26号）第七条',
    date: '2006-11-10',
    sentence: '医疗广告不得保证治愈，不得宣传治愈率、有效率，不得利用患者的名义、形象作证明',
  },
  advert: {
    title: '中华人民共和国广告法第九条',
    date: '2021-04-29',
    sentence: '广告不得使用“国家级”“最高级”“最佳”等用语',
  },
  health: {
    title: '中华人民共和国广告法第十六条',
    date: '2021-04-29',
    sentence: '医疗、药品、医疗器械广告不得含有表示功效、安全性的断言或者保证',
  },
  gift: {
    title: '中华人民共和国广告法第八条',
    date: '2021-04-29',
    sentence: '附带赠送商品或者服务的，应当明示品种、规格、数量、期限和方式',
  },
} as const
export type WordingSource = keyof typeof sources
