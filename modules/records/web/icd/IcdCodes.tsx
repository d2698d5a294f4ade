/**
 * The national diagnosis codes of an organisation: brought in from its province's list, found beside the shared ones wherever a diagnosis
 * is written.
 */
import { callsOf } from '#kernel/contract/index.ts'
import { Screen, t } from '#kernel/web/index.ts'
import { FamilyList } from '#kernel/web/family/FamilyList.tsx'
import { icdCodes } from '../../contract/icd10.ts'

const calls = callsOf(icdCodes)
export default function IcdCodes() {
  return (
    <Screen fill note={t`从国家或本省的编码表导入；与通用编码同号的，以这里的名称为准`}>
      <FamilyList families={icdCodes} calls={calls} name="icd10-codes" empty={t`还没有导入国家临床版编码，诊断使用通用的 ICD-10 编码`} />
    </Screen>
  )
}
