import { useSyncExternalStore } from 'react'

/** Below this width a list is cards. */
const PHONE = '(max-width: 639px)'
const phone = () => matchMedia(PHONE)
const onTurn = (tell: () => void) => {
  const query = phone()
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean => useSyncExternalStore(onTurn, () => phone().matches)
