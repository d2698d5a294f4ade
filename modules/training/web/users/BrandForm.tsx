/** What a brand costs the store and how it counts. */
import { Form, Until, t, toast, useCall, useWho } from '#kernel/web/index.ts'
import type { BrandCode } from '../../contract/brands.ts'
import { training } from '../../contract/endpoints.ts'
import { stale } from '../stale.ts'

export function BrandForm({ brand, onDone }: { brand: BrandCode; onDone: () => void }) {
  const { hid } = useWho()
  const brands = useCall(training['train.brands'], { hid })
  const own = brands.data?.find((b) => b.brand === brand)
  return (
    <Until of={brands}>
      {own && (
        <Form
          of={training['train.brands.save']}
          fixed={{ hid, brand, version: own.version }}
          initial={own}
          invalidates={[training['train.brands'], ...stale]}
          fields={[
            { key: 'label', span: 12 },
            'unit',
            'price',
            'validDays',
            'status',
            { key: 'classThree', span: 12, hint: t`药监综械注函〔2023〕354号：没有注册证号、医生处方和知情同意不能开始训练` },
            { key: 'registrationNo', span: 12, when: (v) => v.classThree === true },
          ]}
          onDone={() => (toast(t`品牌已保存`, 'ok'), onDone())}
          onLeave={onDone}
        />
      )}
    </Until>
  )
}
