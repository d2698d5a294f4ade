import { importCallsOf } from '#kernel/contract/index.ts'
import { ImportWizard, Screen, t, Until, useCall, useGo, useId, useWho } from '#kernel/web/index.ts'
import { purchasing } from '../../contract/endpoints.ts'
import { contractStates } from '../../contract/states.ts'

const calls = importCallsOf(purchasing, 'contract-prices')

/** Imports a supplier's price list into a draft; column meanings are asked once per supplier. */
export default function PriceImport() {
  const go = useGo()
  const { hid } = useWho()
  const contractId = useId('contractId')
  const contract = useCall(purchasing['contracts.get'], { id: contractId })
  const leave = () => go(`/contract/list?contract=${contractId}`)
  return (
    <Screen note={contract.data && `${contract.data.contractNo} ${contract.data.name} · ${contract.data.supplierName}`}>
      <Until of={contract}>
        {contract.data &&
          (contract.data.status === contractStates.is.draft ? (
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
