/** English: the dictionaries of the modules and of the kernel as one. */

const files = import.meta.glob<Readonly<Record<string, string>>>(
  ['../../modules/*/contract/en.json', '../../kernel/web/en.json', './en.json'],
  { import: 'default' },
)

export async function english(): Promise<Readonly<Record<string, string>>> {
  return Object.assign({}, ...(await Promise.all(Object.values(files).map((load) => load())))) as Record<string, string>
}
