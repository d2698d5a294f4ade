/** Frames that lie in the store, those that suit the eyes of the order first; one click takes one. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { DataTable, Dot, t, tr, useWho } from '#kernel/web/index.ts'
import { metaOf, type Tone } from '#kernel/contract/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { FrameOnHand } from '../../contract/simulate.ts'

const TONES: Readonly<Record<FrameOnHand['level'], Tone>> = { ok: 'ok', warn: 'warn', block: 'bad', unknown: 'neutral' }
const WORDS = metaOf(FrameOnHand.shape.level).options ?? {}
const mm = (n: number | null) => (n === null ? '—' : String(n))

export function FramesOnHand({ recordFrameId, onPick }: { recordFrameId: number; onPick: (productId: number) => void }) {
  const { hid } = useWho()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>{t`按瞳距找现有镜架`}</Button>
      <Drawer title={t`现有镜架`} open={open} onClose={() => setOpen(false)} size={860} destroyOnHidden>
        <DataTable
          of={frameOrders['frame.product-frames']}
          input={{ hid, recordFrameId }}
          name="frames"
          rowKey="productId"
          columns={[
            { key: 'name', sort: false, render: (f) => <strong>{f.name}</strong> },
            'brand',
            'version',
            'colour',
            { key: 'spec', sort: false, render: (f) => (f.a === null ? (f.spec ?? '') : `${f.a}□${f.dbl}`) },
            { key: 'apart', sort: false, align: 'right', render: (f) => mm(f.apart) },
            { key: 'level', sort: false, render: (f) => <Dot tone={TONES[f.level]}>{tr(WORDS[f.level] ?? f.level)}</Dot> },
            'onHand',
            'price',
          ]}
          filters={[{ key: 'text', width: 220 }, 'brand', 'fits']}
          onOpen={(f: FrameOnHand) => {
            onPick(f.productId)
            setOpen(false)
          }}
          empty={{ text: t`本店没有在架的镜架` }}
        />
      </Drawer>
    </>
  )
}
