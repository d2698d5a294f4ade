/**
 * What screens are made of. Chunks that must stay small (main, login) import the files they need instead; `screen/Moves.tsx` and
 * `family/FamilyList.tsx` are imported by the screens that show them, because every list would carry their menus and drawers along.
 */
export { call, download, fetchFile, save, type Callable, type SentOf, type OutOf, type ListRowOf } from './calls/api.ts'
export { CallFailed } from './calls/catalogue.ts'
export { useCall, useSend, keyOf, queries } from './calls/query.ts'
export { useLive } from './calls/live.ts'
export { t, tr, trSentence, language } from './i18n.ts'
export { useKeys, useLetters } from './keys.ts'
export { topLayer } from './layers.ts'
export { toast, confirm } from './notice.ts'
export { keepToken, logout, product, setting, token } from './session.ts'
export { offerLogin, renew, useWhyOver } from './calls/over.ts'
export { Link, useGo, useId, useParams, useSearch, showCurrent, useScreen } from './nav.tsx'
export { Can, useCan, useHolds, useWho, type MenuEntry } from './access.tsx'
export { Scrolls } from './table/Scrolls.tsx'
export { Screen, Panel, Until, Loading, Empty, Failed, type ScreenProps, type WaitingState } from './screen/Screen.tsx'
export { OnTop } from './screen/OnTop.tsx'
export { useTabs } from './screen/tabs.tsx'
export { DateRange, DayPicker, MomentPicker } from './days/index.tsx'
export { DataTable } from './table/DataTable.tsx'
export { anyDay, lastMonth, useDays } from './table/days.ts'
export type { TableColumn } from './table/columns.tsx'
export { Grid } from './table/Grid.tsx'
export { Rows } from './table/Rows.tsx'
export { columnsOf } from './table/columns.tsx'
export { ActionBar } from './form/ActionBar.tsx'
export { Form, eyeHints, type FormItem } from './form/Form.tsx'
export { Together } from './together/Together.tsx'
export type { FormState } from './form/useForm.ts'
export { useSettled } from './form/useSettled.ts'
export { type FormRule, type FormValues } from './form/check.ts'
export { type LineColumn } from './form/Lines.tsx'
export { Signature, SignaturePad } from './print/Signature.tsx'
export { Choose } from './form/Choose.tsx'
export { Reason } from './form/Reason.tsx'
export { byName } from './find/byName.ts'
export { EyeGrid } from './eye/EyeGrid.tsx'
export { Act } from './screen/Act.tsx'
export { unless, type DisabledReason } from './screen/unless.ts'
export {
  Age,
  Badge,
  Compared,
  Dot,
  EyeTag,
  Facts,
  Figures,
  Key,
  Money,
  Rx,
  Status,
  dayFromToday,
  today,
  weekday,
} from './screen/pieces.tsx'
export { BarFact, PatientBar } from './screen/PatientBar.tsx'
export { Drawn, Strokes } from './print/picture/Strokes.tsx'
export { usePrintedByItself } from './print/automatic.ts'
export { Chart, axisOf, type Colours } from './chart/Chart.tsx'
export { useScanner } from './screen/scanner.ts'
export { ImportWizard, Qr } from './lazily.ts'
export { Slot } from './slot/Slot.tsx'
