/** The component library with our palette, language and manners. Loaded with the first screen that is not public. */
import '#kernel/web/theme/widgets.css'
import '#kernel/web/theme/paper.css'
import './shell.css'
import { ConfigProvider } from 'antd'
import en from 'antd/es/locale/en_US'
import zh from 'antd/es/locale/zh_CN'
import { useEffect, useMemo, type ReactNode } from 'react'
import { fetchLate } from '#kernel/web/days/late.tsx'
import { byName, clearByKey, loadPinyin } from '#kernel/web/find/byName.ts'
import { language, t } from '#kernel/web/i18n.ts'
import { returnFocus } from './focus.ts'
import { clinicTheme } from '#kernel/web/theme/antd.ts'
import { useFontSize, useMode } from '#kernel/web/theme/mode.ts'

/** What stands in an empty list of the component library, instead of its drawing of a box. */
const nothing = () => <p className="nothing">{t`没有可选的内容`}</p>
const SEARCHED = { showSearch: byName }

export default function Themed({ children }: { children: ReactNode }) {
  const mode = useMode()
  const size = useFontSize()
  const theme = useMemo(() => clinicTheme(mode, size), [mode, size])
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([loadPinyin(), fetchLate()]), 2000)
    document.addEventListener('keydown', clearByKey)
    const stop = returnFocus()
    return () => {
      stop()
      clearTimeout(timer)
      document.removeEventListener('keydown', clearByKey)
    }
  }, [])
  return (
    <ConfigProvider
      theme={theme}
      locale={language() === 'en' ? en : zh}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      select={SEARCHED}
      renderEmpty={nothing}
    >
      {children}
    </ConfigProvider>
  )
}
