/**
 * A document of nodes as the thread hands it over, and how the readers find their way in it: by local name, whatever prefix and case a
 * maker uses.
 */
export interface Node {
  /** Without its prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
  children: Node[]
  text: string
}

const same = (name: string, alternatives: string): boolean =>
  alternatives === '*' || alternatives.split('|').some((a) => a.toLowerCase() === name.toLowerCase())

/** Nodes a reader has looked at: a leaf nobody looked at is told as not taken. */
const read = new WeakSet<Node>()
const looked = <N extends Node | undefined>(node: N): N => {
  if (node) read.add(node)
  return node
}
/** Children by name; `Sphere|Sphare` takes either spelling. */
export const childrenOf = (node: Node | undefined, name: string): Node[] =>
  node?.children.filter((c) => same(c.name, name)).map(looked) ?? []
/** The first node along a path of names. */
export const nodeAt = (node: Node | undefined, path: string): Node | undefined =>
  looked(path.split('/').reduce<Node | undefined>((found, step) => found?.children.find((c) => same(c.name, step)), node))
/** Its text, without what surrounds it; undefined when there is no such node or nothing in it. */
export const textAt = (node: Node | undefined, path: string): string | undefined => nodeAt(node, path)?.text.trim() || undefined
/** An attribute, whatever its case. */
export const attribute = (node: Node | undefined, name: string): string | undefined =>
  Object.entries(node?.attributes ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
/** Every node below with a name, in the order of the document. */
export function* below(node: Node, name: string): Generator<Node> {
  for (const child of node.children) {
    if (same(child.name, name)) yield looked(child)
    yield* below(child, name)
  }
}
/** Leaves with a text that no reader looked at, each by its path. */
export function* unread(node: Node, path = ''): Generator<readonly [name: string, value: string]> {
  for (const child of node.children) {
    const name = path ? `${path}/${child.name}` : child.name
    if (child.children.length) yield* unread(child, name)
    else if (!read.has(child)) yield [name, child.text]
  }
}
