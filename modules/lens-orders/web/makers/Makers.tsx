/** How each supplier wants the files of its orders: format, our number there, its names for our goods, its columns. */
import { Empty, Form, Screen, t, toast, tr, Until, useCall, useSearch, type FormState, type LineColumn } from '#kernel/web/index.ts'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { lensOrders } from '../../contract/endpoints.ts'
import { makerFields } from '../../contract/maker/table.ts'
import '../orders.css'

export default function Makers() {
  const [search, setSearch] = useSearch()
  const supplierId = Number(search.supplierId) || undefined
  return (
    <Screen note={t`发给厂家的文件按这里的格式生成；已发出的文件不变`}>
      <div className="maker-choose">
        <label className="sr" htmlFor="maker-supplier">{t`供应商`}</label>
        <SupplierPicker id="maker-supplier" chosen={supplierId} onChange={(id) => setSearch({ supplierId: id })} />
      </div>
      {supplierId ? <Profile key={supplierId} supplierId={supplierId} /> : <Empty text={t`先选择供应商`} />}
    </Screen>
  )
}

const names: readonly string[] = ['ours', 'theirs']
const columns = (): ReadonlyArray<string | LineColumn> => [
  { key: 'field', width: 220, options: makerFields.map(({ field, heading }) => ({ value: field, label: tr(heading) })) },
  { key: 'heading', width: 220 },
]
const isTable = ({ values }: FormState): boolean => values.format !== 'dcs'

function Profile({ supplierId }: { supplierId: number }) {
  const profile = useCall(lensOrders['maker.profile'], { id: supplierId })
  return (
    <Until of={profile}>
      {profile.data && (
        <Form
          of={lensOrders['maker.profile.save']}
          fixed={{ id: supplierId }}
          initial={profile.data}
          invalidates={[lensOrders['maker.profile']]}
          onDone={() => toast(t`已保存`, 'ok')}
          fields={[
            { key: 'format', span: 4 },
            { key: 'account', span: 4 },
            { key: 'height', span: 4, hint: t`DCS 文件里的瞳高从哪里量起` },
            { key: 'names', span: 12, columns: names, blank: {} },
            { render: (form) => isTable(form) && <p className="soft">{t`列留空时按我方的列，只写有内容的`}</p> },
            { key: 'columns', span: 12, columns: columns(), blank: {} },
            { key: 'extra', span: 12, hint: t`只用于 DCS：每行一条，如 LAB=A1` },
          ]}
        />
      )}
    </Until>
  )
}
