/** What screens are made of. Chunks that must stay small (main, login) import the files they need instead. */
export {
  call,
  download,
  fetchFile,
  save,
  freshKey,
  type Callable,
  type SentOf,
  type OutOf,
  type RowOf,
  type Download,
} from './calls/api.ts'
export { CallFailed } from './calls/catalogue.ts'
export { useCall, useSend, keyOf, queries } from './calls/query.ts'
export { useLive, type Live, type LiveEvent } from './calls/live.ts'
export { t, tr, language, chooseLanguage } from './i18n.ts'
export { toast, confirm, type Question } from './notice.ts'
export { token, logout } from './session.ts'
export { Link, useGo, useId, useParams, useSearch, showCurrent, useScreen } from './nav.tsx'
export { Can, useCan, useHolds, useWho, type Who, type MenuEntry } from './access.tsx'
export { Screen, Panel, Until, Loading, Empty, Failed, type ScreenProps, type Waiting } from './screen/Screen.tsx'
export { useTabs } from './screen/tabs.tsx'
export { DateRange } from './form/DateRange.tsx'
export { DataTable, type DataTableProps } from './table/DataTable.tsx'
export type { Column } from './table/columns.tsx'
export type { Filter } from './table/Filters.tsx'
export { Grid } from './table/Grid.tsx'
export { Rows, type RowsColumn } from './table/Rows.tsx'
export { columnsOf } from './table/columns.tsx'
export { Form, type FormItem, type FormProps } from './form/Form.tsx'
export type { FormState } from './form/useForm.ts'
export { type Rule, type Values, type Problem } from './form/check.ts'
export { Control } from './form/Control.tsx'
export { Lines, type LineColumn } from './form/Lines.tsx'
export { ActionBar } from './form/ActionBar.tsx'
export { Choose } from './form/Choose.tsx'
export { EyeGrid, type EyeGridProps } from './eye/EyeGrid.tsx'
export { Moves } from './screen/Moves.tsx'
export { Age, Badge, Dioptre, Dot, EyeTag, Facts, Figures, Key, Money, Rx, Status, dayFromToday, today, weekday } from './screen/pieces.tsx'
export { PatientBar, type PatientBarProps } from './screen/PatientBar.tsx'
export { PrintSheet, Sheet, PaperEyes, PaperTable, PaperFacts, type Paper } from './print/PrintSheet.tsx'
export { Chart, axisOf, type ChartProps, type Colours } from './chart/Chart.tsx'
export { useScanner } from './screen/scanner.ts'
export { components, type LoadScreen } from './components.ts'
export { provideBadge, provideSearch, type Found, type SearchProvider } from './registry.ts'
export { Barcode, ImportWizard, Qr } from './lazily.ts'
export type { ImportWizardProps } from './import/ImportWizard.tsx'
