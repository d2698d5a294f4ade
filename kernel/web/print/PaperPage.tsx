/** A declared paper on the screen: asks its calls, shows the sheet as the store prints it, offers its other sizes. */
import { useContext } from 'react'
import {
  isPaperSize,
  paperLabels,
  paperSizes,
  printedOf,
  usualSetting,
  type Paper,
  type PaperPlace,
  type PaperSetting,
  type PaperSizeName,
  type Sheet,
} from '#kernel/contract/paper.ts'
import { WhoContext, useWho } from '../access.tsx'
import { useCalls } from '../calls/query.ts'
import { language, t, tr } from '../i18n.ts'
import { useParams, useScreen, useSearch } from '../nav.tsx'
import { Blocks, Codes } from './Blocks.tsx'
import { PrintSheet } from './PrintSheet.tsx'

export function PaperPage({ of }: { of: Paper }) {
  const [search] = useSearch()
  const place: PaperPlace = { params: useParams(), search, hid: useWho().hid, origin: location.origin }
  const setting = useSetting()
  const size = isPaperSize(search.paper) && of.sizes.includes(search.paper) ? search.paper : (setting.size ?? of.sizes[0])
  const places = of.each?.(place) ?? [place]
  return places.map((at, i) => <OnePaper key={i} of={of} at={at} size={size} setting={setting} further={i > 0} />)
}
/** How the store prints the paper of this path. */
function useSetting(): PaperSetting {
  const who = useContext(WhoContext)
  const path = useScreen()?.path ?? ''
  return who?.hospitalSettings?.printSetup.papers?.[path] ?? usualSetting
}

interface One {
  of: Paper
  at: PaperPlace
  size: PaperSizeName
  setting: PaperSetting
  /** Below another one of the same page. */
  further: boolean
}
function OnePaper({ of, at, size, setting, further }: One) {
  const who = useContext(WhoContext)
  const calls = Object.entries(of.calls)
  const asked = useCalls(
    calls.map(([, { of: endpoint, input, dispensable, when }]) => ({
      endpoint,
      input: input(at),
      logged: dispensable,
      enabled: when?.(at) ?? true,
    })),
  )
  const ready = asked.every((query, i) => !query.isLoading && (!query.error || calls[i]?.[1].dispensable))
  const got = Object.fromEntries(calls.map(([name], i) => [name, asked[i]?.data]))
  const words = { t, tr, english: language() === 'en' }
  const made = ready ? of.sheet(got, words, { ...at, size }) : []
  const sheets = ('blocks' in made ? [made] : made).map((sheet) => printedOf(sheet, size, setting))
  const waiting = asked.map((query, i) => (calls[i]?.[1].dispensable ? { ...query, error: null } : query))
  const label = paperSizes[size].kind === 'label'
  const [first] = sheets
  return (
    <PrintSheet
      paper={size}
      title={first?.title ?? of.title}
      of={waiting}
      copies={setting.copies}
      now={!further && ready && at.search.now === '1'}
      further={further}
      tools={<Sizes of={of} size={size} />}
      logo={setting.logo ? (who?.logo ?? null) : null}
      {...headOf(first)}
    >
      {label
        ? sheets.map((sheet, i) => (
            <section key={i} className="paper-page">
              <Blocks of={sheet.blocks} />
            </section>
          ))
        : sheets.map((sheet, i) => <Blocks key={i} of={sheet.blocks} />)}
    </PrintSheet>
  )
}
const headOf = (sheet: Sheet | undefined) => ({
  ...(sheet?.clinic === undefined ? {} : { clinic: sheet.clinic }),
  ...(sheet?.codes ? { code: <Codes of={sheet.codes} /> } : {}),
  ...(sheet?.signatures ? { signatures: sheet.signatures } : {}),
  ...(sheet?.foot ? { foot: <span>{sheet.foot}</span> } : {}),
})

/** The other sizes of this paper; kept in the address. */
function Sizes({ of, size }: { of: Paper; size: PaperSizeName }) {
  const [, setSearch] = useSearch()
  if (of.sizes.length === 1) return null
  return (
    <select
      className="paper-size"
      aria-label={t`纸张`}
      value={size}
      onChange={(event) => setSearch({ paper: event.target.value === of.sizes[0] ? undefined : event.target.value })}
    >
      {of.sizes.map((each) => (
        <option key={each} value={each}>
          {tr(paperLabels[each])}
        </option>
      ))}
    </select>
  )
}
