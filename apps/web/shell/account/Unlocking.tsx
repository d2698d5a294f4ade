/** Shows the dialog of a record under a view password whenever a page is locked out of one. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { LOCKED, type LockedRecord } from '#kernel/web/screen/why.ts'

const Unlock = lazy(() => import('#modules/privacy/web/Unlock.tsx'))

export function Unlocking() {
  const [locked, setLocked] = useState<LockedRecord>()
  useEffect(() => {
    const onLocked = (event: Event) => setLocked((event as CustomEvent<LockedRecord>).detail)
    addEventListener(LOCKED, onLocked)
    return () => removeEventListener(LOCKED, onLocked)
  }, [])
  return (
    locked && (
      <Suspense>
        <Unlock record={locked} close={() => setLocked(undefined)} />
      </Suspense>
    )
  )
}
