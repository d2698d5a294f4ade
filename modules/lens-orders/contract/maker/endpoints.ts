/** Calls of the files makers are sent. All ours. */
import { binary, flag, get, id, outside, put, z } from '#kernel/contract/index.ts'
import { version } from '../shapes.save.ts'
import { makerFormat, MakerProfile, SentFile } from './job.ts'

const OfOrder = z.object({ id: id('订单') })
const OfSupplier = z.object({ id: id('供应商') })
export const makerCalls = {
  'maker.profile': get('/supplier/{id}/maker-profile', {
    can: 'order:view',
    summary: 'Ours: how a supplier wants its files; Excel with our columns where nobody said',
    input: OfSupplier,
    output: MakerProfile,
  }),
  'maker.profile.save': put('/supplier/{id}/maker-profile', {
    can: 'order:send',
    summary: 'Ours: says how a supplier wants its files; what is left out stays',
    input: MakerProfile.omit({ supplierId: true })
      .partial()
      .extend({ id: id('供应商') }),
    output: MakerProfile,
  }),
  'orders.files': get('/order/{id}/files', {
    can: 'order:view',
    summary: 'Ours: files of an order its maker was sent, the last first, and whether the order was changed since',
    input: OfOrder,
    output: z.array(SentFile),
  }),
  'orders.file.make': outside.post('/order/{id}/files', {
    can: 'order:send',
    summary:
      'Ours: makes the file of an order as its maker wants it, and keeps it with hash, time and person; ' +
      'with `sends` the order is at its maker’s thereby',
    input: OfOrder.extend({ format: makerFormat.optional(), sends: flag('发给厂家').default(false), version: version.optional() }),
    output: SentFile,
    fails: ['order_no_supplier'],
    timeout: 60,
  }),
  'orders.file': outside.get('/order/file/{sentId}', {
    can: 'order:view',
    summary: 'Ours: a file that was sent, byte for byte',
    input: z.object({ sentId: id('发送记录') }),
    reads: 'nobody',
    output: binary(),
    binary: true,
    timeout: 60,
  }),
}
