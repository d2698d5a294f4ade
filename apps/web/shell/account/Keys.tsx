/** The keys of the house, on one sheet: opened by `?` and from the account's menu. */
import { Modal } from 'antd'
import { t } from '#kernel/web/i18n.ts'

type Group = readonly [title: string, keys: ReadonlyArray<readonly [key: string, what: string]>]
const groups = (): readonly Group[] => [
  [
    t`到处可用`,
    [
      ['Ctrl K', t`搜索会员、单号、操作和功能`],
      ['Ctrl B', t`展开或收起菜单`],
      ['?', t`显示这张键表`],
      ['Esc', t`关闭；表单会保留草稿`],
      [t`扫码`, t`扫到的码在任何页面都打开它的东西`],
    ],
  ],
  [
    t`列表`,
    [
      ['↑ ↓', t`上一行、下一行`],
      ['Enter', t`打开`],
      ['/', t`筛选`],
      ['n', t`新建`],
    ],
  ],
  [
    t`表单`,
    [
      ['Ctrl S', t`保存`],
      ['Ctrl P', t`打印（打印页）`],
    ],
  ],
  [
    t`验光格`,
    [
      ['Enter', t`下一格（Shift 上一格）`],
      ['↑ ↓', t`加减一步 0.25`],
      ['PgUp PgDn', t`加减四步`],
      ['Alt ↑ ↓', t`另一只眼`],
      ['Ctrl D', t`右眼抄到左眼`],
      ['325', '−3.25'],
      ['+75', '+0.75'],
    ],
  ],
]

export default function Keys({ close }: { close: () => void }) {
  return (
    <Modal open title={t`键盘`} onCancel={close} footer={null} width={680}>
      <div className="keys">
        {groups().map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    {key.split(' ').map((k) => (
                      <kbd key={k}>{k}</kbd>
                    ))}
                  </dt>
                  <dd className="num">{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
