/** What lies over the page. */
const LAYER = '.ant-drawer, .ant-modal-root, dialog'
const POPUP = '.ant-select-dropdown, .ant-picker-dropdown, .ant-popover'

/** Gives the focus back to what had it when the last layer over the page is taken away; answers how to stop. */
export function returnFocus(): () => void {
  let last: HTMLElement | undefined
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && !target.closest(`${LAYER}, ${POPUP}`)) last = target
  }
  const isLayer = (node: Node) => node instanceof Element && (node.matches(LAYER) || node.querySelector(LAYER) !== null)
  const watch = new MutationObserver((changes) => {
    if (!changes.some(({ removedNodes }) => [...removedNodes].some(isLayer))) return
    if (document.activeElement === document.body && !document.querySelector(LAYER) && last?.isConnected) last.focus({ preventScroll: true })
  })
  document.addEventListener('focusin', onFocus)
  watch.observe(document.body, { childList: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    watch.disconnect()
  }
}
