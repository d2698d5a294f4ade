/** The foot of a list: which rows of how many, and the way to the others. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Select } from 'antd'
import { t } from '../i18n.ts'
import { unless } from '../screen/unless.ts'

export function Pager({
  page,
  size,
  total,
  go,
  resize,
}: {
  page: number
  size: number
  total: number
  go: (page: number) => void
  resize: (size: number) => void
}) {
  const pages = Math.max(1, Math.ceil(total / size))
  return (
    <nav className="pager num" aria-label={t`分页`}>
      {total > 0 && (
        <span>
          {(page - 1) * size + 1}–{Math.min(page * size, total)} / {total.toLocaleString('en-US')}
        </span>
      )}
      {pages > 1 && <Pages page={page} pages={pages} go={go} />}
      {total > 20 && (
        <Select
          size="small"
          aria-label={t`每页条数`}
          value={size}
          options={[20, 50, 100, 200].map((n) => ({ value: n, label: t`${n} 条/页` }))}
          onChange={resize}
        />
      )}
    </nav>
  )
}

const Pages = ({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) => (
  <>
    <button type="button" className="icon-btn" aria-label={t`上一页`} {...unless(page <= 1 && t`已是第一页`, () => go(page - 1))}>
      <ChevronLeft size={16} />
    </button>
    {stops(page, pages).map((n, i) =>
      n === null ? (
        <i key={`gap${i}`}>…</i>
      ) : (
        <button
          type="button"
          key={n}
          className={n === page ? 'page on' : 'page'}
          aria-current={n === page ? 'page' : undefined}
          onClick={() => go(n)}
        >
          {n}
        </button>
      ),
    )}
    <button type="button" className="icon-btn" aria-label={t`下一页`} {...unless(page >= pages && t`已是最后一页`, () => go(page + 1))}>
      <ChevronRight size={16} />
    </button>
  </>
)

/** Page numbers worth a button; null is a gap. */
function stops(page: number, pages: number): Array<number | null> {
  const near = [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])]
    .filter((n) => n >= 1 && n <= pages)
    .sort((a, b) => a - b)
  return near.flatMap((n, i) => (i > 0 && n - near[i - 1]! > 1 ? [null, n] : [n]))
}
