/** How this store prints: per paper its size, copies, what is left out, whether it is printed by itself. */
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
  const may = useCan()('print:edit')
  const papers = useCall(institution['papers.list'], { hid })
  const save = useSend(institution['papers.save'], {
    invalidates: [institution['papers.list']],
    onSuccess: () => toast(t`已保存，重新打开页面后的单据按此打印`, 'ok'),
  })
  const props = (paper: PaperRow): One => ({
    of: paper,
    disabled: !may || save.isPending,
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
            { title: t`预览`, cell: (paper) => <Preview of={paper} /> },
          ]}
        />
      </Until>
    </section>
  )
}

/** The receipt printer of this counter. */
function Counter() {
  const [known, setKnown] = useState(knownPrinter)
  const found = ways()
  if (!found.length)
    return <p className="hint">{t`这个浏览器不能直接连接小票机，小票由浏览器打印；用 Chrome 或 Edge 并以 https 打开即可直接打印。`}</p>
  return (
    <p className="hint">
      {known ? t`本机的小票机已连接（${known.way === 'usb' ? 'USB' : t`串口`}）` : t`本机还没有连接小票机，小票由浏览器打印`}{' '}
      {found.map((way) => (
        <button key={way} type="button" className="link" onClick={() => void choosePrinter(way).then(() => setKnown(knownPrinter()))}>
          {way === 'usb' ? t`连接小票机（USB）` : t`连接小票机（串口）`}
        </button>
      ))}
      {known && <button type="button" className="link" onClick={() => (forgetPrinter(), setKnown(undefined))}>{t`断开`}</button>}
    </p>
  )
}

interface One {
  of: PaperRow
  disabled: boolean
  set: (change: Change) => void
}
const Size = ({ of, disabled, set }: One) => (
  <Select
    aria-label={t`${tr(of.title)} 纸张`}
    disabled={disabled}
    value={of.size ?? of.sizes[0] ?? null}
    options={of.sizes.map((size) => ({ value: size, label: tr(paperLabels[size]) }))}
    onChange={(size) => set({ size: size === of.sizes[0] ? null : size })}
    style={{ width: 168 }}
  />
)
const Copies = ({ of, disabled, set }: One) => (
  <InputNumber
    aria-label={t`${tr(of.title)} 份数`}
    disabled={disabled}
    min={1}
    max={5}
    value={of.copies}
    onChange={(copies) => copies && set({ copies })}
    style={{ width: 64 }}
  />
)
const Automatic = ({ of, disabled, set }: One) =>
  !of.byItself ? (
    '—'
  ) : (
    <Checkbox
      aria-label={t`${tr(of.title)} 完成后自动打印`}
      disabled={disabled}
      checked={of.automatic}
      onChange={({ target }) => set({ automatic: target.checked })}
    />
  )
const Reprint = ({ of, disabled, set }: One) => (
  <Checkbox
    aria-label={t`${tr(of.title)} 标明补打`}
    disabled={disabled}
    checked={of.reprint}
    onChange={({ target }) => set({ reprint: target.checked })}
  />
)
const LANGUAGES = [
  { value: 'screen', label: '随界面' },
  { value: 'zh', label: '简体中文' },
  { value: 'en', label: 'English' },
] as const
const Spoken = ({ of, disabled, set }: One) => (
  <Select<(typeof LANGUAGES)[number]['value']>
    aria-label={t`${tr(of.title)} 语言`}
    disabled={disabled}
    value={of.language ?? 'screen'}
    options={LANGUAGES.map(({ value, label }) => ({ value, label: tr(label) }))}
    onChange={(language) => set({ language: language === 'screen' ? null : language })}
    style={{ width: 112 }}
  />
)
/** The last real paper of this kind that was opened at this counter, as it is printed now. */
function Preview({ of }: { of: PaperRow }) {
  const last = lastOf(of.paper, useWho().hid)
  if (!last)
    return (
      <span className="soft" title={t`本机还没有打开过这种单据`}>
        —
      </span>
    )
  return <Link className="link" to={of.size ? `${last}?paper=${encodeURIComponent(of.size)}` : last}>{t`最近一张`}</Link>
}
/** The parts of a paper that may be left out; what is ticked is printed. */
const Parts = ({ of, disabled, set }: One) => (
  <span className="print-parts">
    <Checkbox disabled={disabled} checked={of.logo} onChange={({ target }) => set({ logo: target.checked })}>
      {t`标志`}
    </Checkbox>
    {of.priced && (
      <Checkbox disabled={disabled} checked={of.prices} onChange={({ target }) => set({ prices: target.checked })}>
        {t`价格`}
      </Checkbox>
    )}
    {of.blocks.map(({ name, label }) => (
      <Checkbox
        key={name}
        disabled={disabled}
        checked={!of.hidden.includes(name)}
        onChange={({ target }) => set({ hidden: target.checked ? of.hidden.filter((each) => each !== name) : [...of.hidden, name] })}
      >
        {tr(label)}
      </Checkbox>
    ))}
  </span>
)
