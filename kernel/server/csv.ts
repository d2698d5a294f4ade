/** One line of a CSV file, as RFC 4180 (2005) writes it. */
export const stringifyRow = (cells: ReadonlyArray<unknown>): string =>
  `${cells
    .map((cell) => {
      const text = cell === null || cell === undefined ? '' : String(cell)
      return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    })
    .join(',')}\r\n`
