/** Regions, schools, grades and classes, each with how many children; folded by arrows, chosen by Enter. */
import { Input } from 'antd'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { t } from '#kernel/web/index.ts'
import { sameSelection, type Selection, type TreeNode } from './selection.ts'
import { matching } from './tree.ts'

interface TreeProps {
  nodes: readonly TreeNode[]
  chosen: Selection
  choose: (to: Selection) => void
  /** Children of no node, under the tree: a label, how many, and what shows them. */
  rest: ReadonlyArray<{ readonly label: string; readonly n: number; readonly show: () => void }>
}
/** Keys of the nodes above what is chosen: they are open from the beginning. */
const pathTo = (nodes: readonly TreeNode[], chosen: Selection, above: readonly string[] = []): readonly string[] =>
  nodes.flatMap((node) =>
    sameSelection(node.selection, chosen) && Object.keys(chosen).length ? above : pathTo(node.children, chosen, [...above, node.key]),
  )

export function SchoolTree({ nodes, chosen, choose, rest }: TreeProps) {
  const [typed, setTyped] = useState('')
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map())
  const shown = matching(nodes, typed)
  const path = new Set(pathTo(nodes, chosen))
  // A few regions stand open, so that schools are seen without a press.
  const isOpen = (node: TreeNode, depth: number) => folded.get(node.key) ?? (typed !== '' || depth === 0 || path.has(node.key))
  const fold = (node: TreeNode, open: boolean) => setFolded(new Map(folded).set(node.key, open))
  const lines = flat(shown, isOpen)
  return (
    <nav className="panel school-tree" aria-label={t`学校和班级`}>
      <div className="school-find">
        <Input
          allowClear
          aria-label={t`查找学校或班级`}
          placeholder={t`校名、班级`}
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
        />
      </div>
      <div role="tree" aria-label={t`学校和班级`} className="school-nodes" tabIndex={-1}>
        {lines.map(({ node, depth }, i) => (
          <Line
            key={node.key}
            node={node}
            depth={depth}
            open={isOpen(node, depth)}
            current={Object.keys(node.selection).length > 0 && sameSelection(node.selection, chosen)}
            focusable={i === 0}
            fold={(open) => fold(node, open)}
            choose={() => (Object.keys(node.selection).length ? choose(node.selection) : fold(node, !isOpen(node, depth)))}
          />
        ))}
      </div>
      <Rest of={rest} />
    </nav>
  )
}
const Rest = ({ of: rest }: { of: TreeProps['rest'] }) => (
  <div className="school-rest">
    {rest
      .filter(({ n }) => n > 0)
      .map(({ label, n, show }) => (
        <button key={label} type="button" className="school-node" onClick={show}>
          <span className="school-label">{label}</span>
          <span className="school-number">{n.toLocaleString()}</span>
        </button>
      ))}
  </div>
)
function flat(
  nodes: readonly TreeNode[],
  isOpen: (node: TreeNode, depth: number) => boolean,
  depth = 0,
): Array<{ node: TreeNode; depth: number }> {
  return nodes.flatMap((node) => [{ node, depth }, ...(isOpen(node, depth) ? flat(node.children, isOpen, depth + 1) : [])])
}

interface LineProps {
  node: TreeNode
  depth: number
  open: boolean
  current: boolean
  focusable: boolean
  fold: (open: boolean) => void
  choose: () => void
}
function Line({ node, depth, open, current, focusable, fold, choose }: LineProps) {
  const folds = node.children.length > 0
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const lines = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
    if (step) lines[lines.indexOf(event.currentTarget) + step]?.focus()
    else if (event.key === 'ArrowRight' && folds) fold(true)
    else if (event.key === 'ArrowLeft' && folds) fold(false)
    else if (event.key === 'Enter' || event.key === ' ') choose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={current}
      {...(folds ? { 'aria-expanded': open } : {})}
      tabIndex={current || focusable ? 0 : -1}
      className="school-node"
      style={{ paddingLeft: 8 + depth * 14 }}
      onClick={choose}
      onKeyDown={onKeyDown}
    >
      <span className="school-fold" aria-hidden onClick={(e) => (e.stopPropagation(), fold(!open))}>
        {folds && (open ? <ChevronDown size={14} /> : <ChevronRight size={14} />)}
      </span>
      <span className="school-label" title={node.label}>
        {node.label}
      </span>
      {node.mark && <span className="warn">{node.mark}</span>}
      <span className="school-number">{node.counts.present.toLocaleString()}</span>
    </div>
  )
}
