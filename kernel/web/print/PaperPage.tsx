/** A declared paper on the screen: asks its calls, shows the sheet as the store prints it, offers its other sizes. */
import { FileDown } from 'lucide-react'
import { lazy, Suspense, useContext, useEffect, useState, type ReactNode } from 'react'
import { articleOf, type PaperStore } from '#kernel/contract/article.ts'
import {
  inTurn,
  isPaperSize,
  paperLabels,
  paperSizes,
  printedOf,
  usualSetting,
  wrongParam,
  type PaperCall,
  type Paper,
  type PaperPlace,
  type PaperSetting,
  type PaperSizeName,
  type PaperSheet,
} from '#kernel/contract/paper.ts'
import { WhoContext, useWho, type SignedIn } from '../access.tsx'
import { download } from '../calls/api.ts'
import { useCalls } from '../calls/query.ts'
import { language, speak, spokenWords, t, tr } from '../i18n.ts'
import { useParams, useScreen, useSearch } from '../nav.tsx'
import { keepLast } from './last.ts'
import { useCounted } from './log/prints.ts'
import { Empty, Loading } from '../screen/Screen.tsx'
import { Blocks, Codes } from './Blocks.tsx'
import { knownPrinter, ways } from './printer.ts'
import { PrintLog } from './log/PrintLog.tsx'
import { PrintSheet } from './PrintSheet.tsx'

/** How a printer speaks is fetched where one can be reached. */
const Direct = lazy(() => import('./Direct.tsx'))

export function PaperPage({ of: paper }: { of: Paper }) {
  const setting = useSetting()
  return (
    <Speaking wanted={setting.language}>
      <Places of={paper} setting={setting} />
    </Speaking>
  )
}
/** A paper the store prints in another language than its screens: its page speaks it, and no page after it. */
function Speaking({ wanted, children }: { wanted: PaperSetting['language']; children: ReactNode }) {
  const [other] = useState(() => wanted !== null && wanted !== language())
  const [ready, setReady] = useState(!other)
  useEffect(() => {
    if (wanted === null || !other) return
    const { pathname } = location
    // Without its texts it is printed in those of the screens.
    void speak(wanted).then(
      () => setReady(true),
      () => setReady(true),
    )
    return () => {
      if (location.pathname !== pathname) location.reload()
    }
  }, [wanted, other])
  return ready ? children : <Loading />
}
function Places({ of: paper, setting }: { of: Paper; setting: PaperSetting }) {
  const [search] = useSearch()
  const place: PaperPlace = { params: useParams(), search, hid: useWho().hid, origin: location.origin }
  const path = useScreen()?.path
  useEffect(() => {
    if (path) keepLast(path, place.hid)
  }, [path, place.hid])
  const size = isPaperSize(search.paper) && paper.sizes.includes(search.paper) ? search.paper : (setting.size ?? paper.sizes[0])
  if (wrongParam(paper, place.params) !== undefined) return <Empty text={t`单据地址不正确`} />
  const places = paper.each?.(place) ?? [place]
  return places.map((place, i) => (
    <OnePaper key={i} of={paper} at={place} size={size} setting={setting} further={i > 0} alone={places.length === 1} />
  ))
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
  /** The only one of its page. */
  alone: boolean
}
function OnePaper({ of: paper, at: place, size, setting, further, alone }: One) {
  const who = useContext(WhoContext)
  const { got, ready, waiting } = useAsked(paper, place)
  const words = spokenWords()
  const { mark, count } = useCounted(setting.reprint)
  const made = ready ? paper.sheet(got, words, { ...place, size }) : []
  const now = !further && ready && place.search.now === '1'
  // A counter with a printer of its own has it take what is printed by itself.
  const direct = alone && ready && paperSizes[size].kind === 'roll' && ways().length > 0
  const article = direct && who ? articleOf(made, { title: paper.title, size, store: storeOf(who, setting), words }) : undefined
  const sheets = ('blocks' in made ? [made] : made).map((sheet) => printedOf(sheet, size, setting))
  const [first] = sheets
  return (
    <PrintSheet
      paper={size}
      title={first?.title ?? paper.title}
      of={waiting}
      copies={setting.copies}
      now={now && !(direct && knownPrinter())}
      further={further}
      mark={mark}
      {...(setting.reprint ? { before: count } : {})}
      tools={
        <>
          <Sizes of={paper} size={size} />
          <Pdf />
          {setting.reprint && <PrintLog />}
          <Suspense>
            {article && <Direct article={article} size={size} copies={setting.copies} words={words} now={now} count={count} />}
          </Suspense>
        </>
      }
      logo={first?.logo ?? (setting.logo ? (who?.logo ?? null) : null)}
      {...(first?.tint ? { tint: first.tint } : {})}
      {...headOf(first)}
    >
      <Pages of={sheets} label={paperSizes[size].kind === 'label'} />
    </PrintSheet>
  )
}
/** What the calls of a paper answer: those that go by another's answer once that one is there. */
function useAsked(paper: Paper, place: PaperPlace) {
  const answers = new Map<PaperCall, unknown>()
  const [first, then] = inTurn(paper.calls)
  const sent = ([, { of: endpoint, input, dispensable, after }]: (typeof first)[number]) => {
    const asks = input(place, after && answers.get(after))
    return { endpoint, input: asks ?? {}, logged: dispensable, enabled: asks !== undefined }
  }
  const reads = useCalls(first.map(sent))
  for (const [i, [, call]] of first.entries()) answers.set(call, reads[i]?.data)
  const queries = [...reads, ...useCalls(then.map(sent))]
  const all = [...first, ...then]
  return {
    got: Object.fromEntries(all.map(([name], i) => [name, queries[i]?.data])),
    ready: queries.every((query, i) => !query.isLoading && (!query.error || all[i]?.[1].dispensable)),
    waiting: queries.map((query, i) => (all[i]?.[1].dispensable ? { ...query, error: null } : query)),
  }
}
/** Sheets one below the other; labels are a page each. */
const Pages = ({ of: sheets, label }: { of: ReadonlyArray<ReturnType<typeof printedOf>>; label: boolean }) =>
  sheets.map(({ blocks }, i) =>
    label ? (
      <section key={i} className="paper-page">
        <Blocks of={blocks} />
      </section>
    ) : (
      <Blocks key={i} of={blocks} />
    ),
  )
const storeOf = (who: SignedIn, setting: PaperSetting): PaperStore => ({ head: who, foot: who.printFoot, logo: who.logo, setting })
const headOf = (sheet: PaperSheet | undefined) => ({
  ...(sheet?.clinic === undefined ? {} : { clinic: sheet.clinic }),
  ...(sheet?.codes ? { code: <Codes of={sheet.codes} /> } : {}),
  ...(sheet?.signatures ? { signatures: sheet.signatures } : {}),
  ...(sheet?.foot ? { foot: <span>{sheet.foot}</span> } : {}),
})

/** The institution's call: any declared paper by its address. */
const PDF = { method: 'GET', path: '/v1/{product}/papers/pdf', binary: true, timeout: 60 } as const
/** The paper of this address as the server draws it: to be sent, or kept. */
function Pdf() {
  const { hid } = useWho()
  const [making, setMaking] = useState(false)
  const fetchIt = async () => {
    if (making) return
    setMaking(true)
    // What is refused has been told.
    await download(PDF, { hid, path: location.pathname + location.search, language: language() }).catch(() => undefined)
    setMaking(false)
  }
  return (
    <button type="button" className="btn" aria-busy={making} onClick={() => void fetchIt()}>
      <FileDown size={15} aria-hidden /> PDF
    </button>
  )
}

/** The other sizes of this paper; kept in the address. */
function Sizes({ of: paper, size }: { of: Paper; size: PaperSizeName }) {
  const [, setSearch] = useSearch()
  if (paper.sizes.length === 1) return null
  return (
    <select
      className="paper-size"
      aria-label={t`纸张`}
      value={size}
      onChange={(event) => setSearch({ paper: event.target.value === paper.sizes[0] ? undefined : event.target.value })}
    >
      {paper.sizes.map((each) => (
        <option key={each} value={each}>
          {tr(paperLabels[each])}
        </option>
      ))}
    </select>
  )
}
