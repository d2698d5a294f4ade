import { sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { defaults, optionFields, type OptionKey, type Options } from '../contract/options.ts'

/** All options of a store. Unset keys, and values that no longer fit their field, get the default. */
export async function optionsOf(cx: Cx, hid: number): Promise<Options> {
  const rows = await cx.db.rows({ key: 'string', value: 'unknown' }, sql`select key, value from store_option where hid = ${hid}`)
  return {
    ...defaults,
    ...Object.fromEntries(
      // `in` does not narrow a string to literal keys.
      rows.filter((r) => r.key in defaults && optionFields[r.key as OptionKey].safeParse(r.value).success).map((r) => [r.key, r.value]),
    ),
  }
}
/** Saves the named options only. */
export async function saveOptions(
  cx: Cx,
  { hid, ...changes }: { hid: number } & { readonly [K in OptionKey]?: Options[K] | undefined },
): Promise<{ hid: number } & Options> {
  ownStore(cx, hid)
  for (const [key, value] of Object.entries(changes)) {
    if (value !== undefined)
      await cx.db.run(
        sql`
          insert into store_option (hid, key, value)
          values (${hid}, ${key}, ${JSON.stringify(value)}::jsonb)
          on conflict (oid, hid, key) do update
          set value = excluded.value
        `,
      )
  }
  return { hid, ...(await optionsOf(cx, hid)) }
}
/** An option of the store `hid` as jsonb SQL, for queries that need it per row. */
export const settingIn = (hid: Sql, key: OptionKey): Sql =>
  sql`
    coalesce(
      (select o.value from store_option o where o.hid = ${hid} and o.key = ${key}), ${JSON.stringify(defaults[key])}::jsonb
    )
  `
/** An option of a store. */
export async function settingOf<K extends OptionKey>(cx: Cx, hid: number, key: K): Promise<Options[K]> {
  const row = await cx.db.one({ value: 'unknown' }, sql`select value from store_option where hid = ${hid} and key = ${key}`)
  const parsed = optionFields[key].safeParse(row?.value)
  return parsed.success ? parsed.data : defaults[key]
}
