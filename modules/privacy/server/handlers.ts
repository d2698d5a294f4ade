import { implement } from '#kernel/server/index.ts'
import { hashPassword, setViewPassword, viewPasswordOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { privacy } from '../contract/endpoints.ts'
import { auditedKinds, auditRows, exportAudit, unlockRows } from './audit.ts'
import { breakGlass, checkViewPassword, lockAgain } from './unlock.ts'

export default implement(privacy, {
  'patients.check-view-password': checkViewPassword,
  'privacy.break-glass': breakGlass,
  'privacy.lock': async (cx) => {
    await lockAgain(cx, { ctid: cx.who.ctid })
    return null
  },
  'privacy.view-password.get': (cx, { hid }) => viewPasswordOf(cx, ownStore(cx, hid)),
  'privacy.view-password.save': async (out, { hid, password }) => {
    ownStore(out, hid)
    const hashed = password === null ? null : await hashPassword(password)
    return out.tx(async (cx) => {
      await setViewPassword(cx, hid, hashed)
      await lockAgain(cx, { hid })
      return viewPasswordOf(cx, hid)
    })
  },
  'privacy.unlocks': unlockRows,
  'privacy.audit': auditRows,
  'privacy.audit.kinds': auditedKinds,
  'privacy.audit.export': exportAudit,
})
