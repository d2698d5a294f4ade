/** A choice from an endpoint: loads or searches rows and gives the chosen one's value. */
import { Select } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#kernel/contract/index.ts'
import type { Callable, ListRowOf, SentOf } from '../calls/api.ts'
import { t } from '../i18n.ts'
import { useCall } from '../calls/query.ts'
import { rowsOf } from '../table/paging.ts'
import { byName } from '../find/byName.ts'

type Listed = Callable & Pick<Endpoint, 'input' | 'output'>

export interface ChooseProps<E extends Listed> {
  of: E
  input: SentOf<E>
  /** Field of the row that is the value. */
  value: keyof ListRowOf<E> & string
  /** What a row is called. */
  label: (row: ListRowOf<E>) => string
  chosen: string | number | null | undefined
  onChange: (value: string | number | undefined, row: ListRowOf<E> | undefined) => void
  /** Input field that searches on the server; without it the rows loaded are filtered here. */
  search?: keyof SentOf<E> & string
  /** Label of the chosen one while its row is not loaded. */
  chosenLabel?: string | undefined
  id?: string
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
}

export function Choose<const E extends Listed>({
  of: endpoint,
  input,
  value,
  label,
  chosen,
  onChange,
  search,
  chosenLabel,
  id,
  placeholder,
  disabled,
  autoFocus,
}: ChooseProps<E>) {
  const [typed, setTyped] = useState('')
  const narrowed = search && typed ? { ...input, [search]: typed } : input
  const query = useCall(endpoint, narrowed as SentOf<E>, { keep: true, enabled: !search || typed !== '' })
  const rows = rowsOf(query.data).rows as Array<ListRowOf<E> & object>
  const keyOf = (row: object) => (row as Record<string, string | number>)[value]!
  const options = rows.map((row) => ({ value: keyOf(row), label: label(row) }))
  // Beside what is found the former choice is no finding: Enter would take it back.
  const searching = Boolean(search) && typed !== ''
  if (!searching && chosen !== null && chosen !== undefined && chosenLabel && !options.some((o) => o.value === chosen))
    options.unshift({ value: chosen, label: chosenLabel })
  return (
    <Select
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      allowClear
      autoFocus={autoFocus ?? false}
      disabled={disabled ?? false}
      placeholder={placeholder ?? (search ? t`输入后选择` : t`请选择`)}
      showSearch={search ? { filterOption: false, onSearch: setTyped, searchValue: typed } : byName}
      loading={query.isFetching}
      notFoundContent={search && typed === '' ? t`输入后选择` : t`没有找到`}
      value={chosen ?? null}
      options={options}
      onChange={(v: string | number | null) => {
        // The list closes in its own time; a save by key asks at once whether somebody still looks for something.
        setTyped('')
        onChange(
          v ?? undefined,
          rows.find((r) => keyOf(r) === v),
        )
      }}
    />
  )
}
