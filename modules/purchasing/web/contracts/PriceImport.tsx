import { importCallsOf } from '#kernel/contract/index.ts'
import { ImportWizard, Screen, t, Until, useCall, useGo, useId, useWho } from '#kernel/web/index.ts'
import { purchasing } from '../../contract/endpoints.ts'
import { contractStates } from '../../contract/states.ts'

const calls = importCallsOf(purchasing, 'contract-prices')

/** A supplier's price list becomes the prices of a draft; what its columns mean is asked once for each supplier. */
export default function PriceImport() {
  const go = useGo()
  const { hid } = useWho()
  const contractId = useId('contractId')
  const of = useCall(purchasing['contracts.get'], { id: contractId })
  const leave = () => go(`/contract/list?contract=${contractId}`)
  return (
    <Screen note={of.data && `${of.data.contractNo} ${of.data.name} · ${of.data.supplierName}`}>
      <Until of={of}>
        {of.data &&
          (of.data.status === contractStates.is.draft ? (
            <ImportWizard
              calls={calls}
              hid={hid}
              what="协议价"
              more={{ contractId }}
              invalidates={[purchasing['contracts.get'], purchasing['contracts.list']]}
              onLeave={leave}
            />
          ) : (
            <p className="soft">{t`合同已生效，价格不能修改：请复制为新合同`}</p>
          ))}
      </Until>
    </Screen>
  )
}
