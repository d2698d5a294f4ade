/** The two families of calls the legacy client has for master data, each written once. */
import { del, done, get, page, post, put, type Endpoint, type Page, type z } from '#kernel/contract/index.ts'
import { kinds, OfId, OfStore, type Kind } from './kinds.ts'

type Shapes<K extends Kind> = (typeof kinds)[K]
type Row<K extends Kind> = z.output<Shapes<K>['row']>
type Listed<K extends Kind> = Endpoint<z.output<typeof OfStore>, Page<Row<K>>, never, z.input<typeof OfStore>, 'tx'>
type Deleted = Endpoint<z.output<typeof OfId>, null, never, z.input<typeof OfId>, 'tx'>
type Takes<K extends Kind, S extends 'save' | 'create' | 'edit'> = Endpoint<
  z.output<Shapes<K>[S]>,
  Row<K>,
  never,
  z.input<Shapes<K>[S]>,
  'tx'
>

export type LegacyCalls<P extends string, K extends Kind> = { readonly [N in `${P}.list`]: Listed<K> } & {
  readonly [N in `${P}.save`]: Takes<K, 'save'>
} & { readonly [N in `${P}.delete`]: Deleted }
export type CrudCalls<P extends string, K extends Kind> = { readonly [N in `${P}.list`]: Listed<K> } & {
  readonly [N in `${P}.get`]: Endpoint<z.output<typeof OfId>, Row<K>, never, z.input<typeof OfId>, 'tx'>
} & {
  readonly [N in `${P}.create`]: Takes<K, 'create'>
} & { readonly [N in `${P}.update`]: Takes<K, 'edit'> } & { readonly [N in `${P}.delete`]: Deleted }

const can = 'settings:edit'
const listOf = (kind: Kind, path: string) =>
  get(path, {
    can: 'session',
    summary: `${kind}: those of a store, in their order (size 0 = all)`,
    input: OfStore,
    output: page(kinds[kind].row),
  })
const deletion = { can, input: OfId, output: done() }

/** `…/updateOrinsert`, `…/list/{hid}`, `…/delete/{id}`; the older ones delete by GET. */
export const legacyCalls = <const P extends string, const K extends Kind>(
  prefix: P,
  kind: K,
  path: string,
  remove: 'get' | 'delete',
): LegacyCalls<P, K> =>
  ({
    [`${prefix}.list`]: listOf(kind, `${path}/list/{hid}`),
    [`${prefix}.save`]: post(`${path}/updateOrinsert`, {
      can,
      summary: `${kind}: creates or changes one`,
      input: kinds[kind].save,
      output: kinds[kind].row,
    }),
    [`${prefix}.delete`]:
      remove === 'get'
        ? get(`${path}/delete/{id}`, { ...deletion, summary: `${kind}: deletes one nothing uses`, pure: false })
        : del(`${path}/delete/{id}`, { ...deletion, summary: `${kind}: deletes one nothing uses` }),
  }) as unknown as LegacyCalls<P, K>

/** List, get, create, update and delete under `/v1/{product}/…`. */
export const crudCalls = <const P extends string, const K extends Kind>(prefix: P, kind: K, path: string): CrudCalls<P, K> =>
  ({
    [`${prefix}.list`]: listOf(kind, path),
    [`${prefix}.get`]: get(`${path}/{id}`, { can: 'session', summary: `${kind}: one`, input: OfId, output: kinds[kind].row }),
    [`${prefix}.create`]: post(path, { can, summary: `${kind}: a new one`, input: kinds[kind].create, output: kinds[kind].row }),
    [`${prefix}.update`]: put(`${path}/{id}`, { can, summary: `${kind}: changes one`, input: kinds[kind].edit, output: kinds[kind].row }),
    [`${prefix}.delete`]: del(`${path}/{id}`, { ...deletion, summary: `${kind}: deletes one nothing uses` }),
  }) as unknown as CrudCalls<P, K>
