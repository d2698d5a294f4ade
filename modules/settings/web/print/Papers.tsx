/** Print settings of the store per document: size, copies, omitted parts, automatic printing. */
import { Checkbox, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { paperLabels } from '#kernel/contract/index.ts'
import { Link, Rows, Until, t, toast, tr, useCall, useCan, useSend, useWho } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { choosePrinter, forgetPrinter, knownPrinter, ways } from '#kernel/web/print/printer.ts'
import { lastOf } from '#kernel/web/print/last.ts'
import type { PaperRow } from '#modules/institution/contract/shapes.papers.ts'

type Change = Partial<Pick<PaperRow, 'size' | 'copies' | 'logo' | 'prices' | 'automatic' | 'reprint' | 'language' | 'hidden'>>

export function Papers() {
  const { hid } = useWho()
  const mayEdit = useCan()('print:edit')
  const papers = useCall(institution['papers.list'], { hid })
  const save = useSend(institution['papers.save'], {
    invalidates: [institution['papers.list']],
    onSuccess: () => toast(t`已保存，重新打开页面后的单据按此打印`, 'ok'),
  })
  const props = (paper: PaperRow): One => ({
    paper,
    disabled: !mayEdit || save.isPending,
    set: (change) => save.mutate({ hid, paper: paper.paper, ...change }),
  })
  return (
    <section className="panel print-settings">
      <h2>{t`单据打印`}</h2>
      <p className="hint">{t`抬头和页脚在旁边设置，标志在机构信息里；打印时仍可换一种纸。`}</p>
      <Counter />
      <Until of={papers}>
        <Rows
          rows={papers.data ?? []}
          rowKey={(paper) => paper.paper}
          columns={[
            { title: t`单据`, cell: (paper) => <strong>{tr(paper.title)}</strong> },
            { title: t`纸张`, cell: (paper) => <Size {...props(paper)} /> },
            { title: t`份数`, cell: (paper) => <Copies {...props(paper)} /> },
            { title: t`印出的内容`, cell: (paper) => <Parts {...props(paper)} /> },
            { title: t`完成后自动打印`, cell: (paper) => <Automatic {...props(paper)} /> },
            { title: t`标明补打`, cell: (paper) => <Reprint {...props(paper)} /> },
            { title: t`语言`, cell: (paper) => <Spoken {...props(paper)} /> },
            { title: t`预览`, cell: (paper) => <Preview paper={paper} /> },
          ]}
        />
      </Until>
    </section>
  )
}

/** Receipt printer of this counter. */
function Counter() {
  const [printer, setPrinter] = useState(knownPrinter)
  const printerWays = ways()
  if (!printerWays.length)
    return <p className="hint">{t`这个浏览器不能直接连接小票机，小票由浏览器打印；用 Chrome 或 Edge 并以 https 打开即可直接打印。`}</p>
  return (
    <p className="hint">
      {printer ? t`本机的小票机已连接（${printer.way === 'usb' ? 'USB' : t`串口`}）` : t`本机还没有连接小票机，小票由浏览器打印`}{' '}
      {printerWays.map((way) => (
        <button key={way} type="button" className="link" onClick={() => void choosePrinter(way).then(() => setPrinter(knownPrinter()))}>
          {way === 'usb' ? t`连接小票机（USB）` : t`连接小票机（串口）`}
        </button>
      ))}
      {printer && <button type="button" className="link" onClick={() => (forgetPrinter(), setPrinter(undefined))}>{t`断开`}</button>}
    </p>
  )
}

interface One {
  paper: PaperRow
  disabled: boolean
  set: (change: Change) => void
}
const Size = ({ paper, disabled, set }: One) => (
  <Select
    aria-label={t`${tr(paper.title)} 纸张`}
    disabled={disabled}
    value={paper.size ?? paper.sizes[0] ?? null}
    options={paper.sizes.map((size) => ({ value: size, label: tr(paperLabels[size]) }))}
    onChange={(size) => set({ size: size === paper.sizes[0] ? null : size })}
    style={{ width: 168 }}
  />
)
const Copies = ({ paper, disabled, set }: One) => (
  <InputNumber
    aria-label={t`${tr(paper.title)} 份数`}
    disabled={disabled}
    min={1}
    max={5}
    value={paper.copies}
    onChange={(copies) => copies && set({ copies })}
    style={{ width: 64 }}
  />
)
const Automatic = ({ paper, disabled, set }: One) =>
  !paper.byItself ? (
    '—'
  ) : (
    <Checkbox
      aria-label={t`${tr(paper.title)} 完成后自动打印`}
      disabled={disabled}
      checked={paper.automatic}
      onChange={({ target }) => set({ automatic: target.checked })}
    />
  )
const Reprint = ({ paper, disabled, set }: One) => (
  <Checkbox
    aria-label={t`${tr(paper.title)} 标明补打`}
    disabled={disabled}
    checked={paper.reprint}
    onChange={({ target }) => set({ reprint: target.checked })}
  />
)
const LANGUAGES = [
  { value: 'screen', label: '随界面' },
  { value: 'zh', label: '简体中文' },
  { value: 'en', label: 'English' },
] as const
const Spoken = ({ paper, disabled, set }: One) => (
  <Select<(typeof LANGUAGES)[number]['value']>
    aria-label={t`${tr(paper.title)} 语言`}
    disabled={disabled}
    value={paper.language ?? 'screen'}
    options={LANGUAGES.map(({ value, label }) => ({ value, label: tr(label) }))}
    onChange={(language) => set({ language: language === 'screen' ? null : language })}
    style={{ width: 112 }}
  />
)
/** The last document of this kind opened at this counter, rendered with the current settings. */
function Preview({ paper }: { paper: PaperRow }) {
  const last = lastOf(paper.paper, useWho().hid)
  if (!last)
    return (
      <span className="soft" title={t`本机还没有打开过这种单据`}>
        —
      </span>
    )
  return <Link className="link" to={paper.size ? `${last}?paper=${encodeURIComponent(paper.size)}` : last}>{t`最近一张`}</Link>
}
/** Optional parts of a document; ticked ones are printed. */
const Parts = ({ paper, disabled, set }: One) => (
  <span className="print-parts">
    <Checkbox disabled={disabled} checked={paper.logo} onChange={({ target }) => set({ logo: target.checked })}>
      {t`标志`}
    </Checkbox>
    {paper.priced && (
      <Checkbox disabled={disabled} checked={paper.prices} onChange={({ target }) => set({ prices: target.checked })}>
        {t`价格`}
      </Checkbox>
    )}
    {paper.blocks.map(({ name, label }) => (
      <Checkbox
        key={name}
        disabled={disabled}
        checked={!paper.hidden.includes(name)}
        onChange={({ target }) => set({ hidden: target.checked ? paper.hidden.filter((each) => each !== name) : [...paper.hidden, name] })}
      >
        {tr(label)}
      </Checkbox>
    ))}
  </span>
)
