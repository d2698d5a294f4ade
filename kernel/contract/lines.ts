/** Text broken into lines, for whatever draws it: dots of a receipt printer, points of a page. */

/** Characters as wide as they are high: Chinese, Japanese, Korean and the punctuation set with them. */
const WIDE =
  '\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff' +
  '\\ufe30-\\ufe4f\\uff00-\\uff60\\uffe0-\\uffe6\\u{20000}-\\u{3fffd}'
/** No line begins with these, none ends with those. */
const CLOSING = '，。、；：？！）》」』】〉％…”’,.;:?!)\\]}%'
const OPENING = '（《「『【〈“‘(\\[{'
/** What stays together: blanks, one wide character, or a word of narrow ones; brackets and points stay with what they belong to. */
const UNIT = new RegExp(`\\s+|[${OPENING}]*(?:[${WIDE}]|[^\\s${WIDE}]+)[${CLOSING}]*`, 'gu')

/** Width of a text by the widths of its characters. */
export const widthOf = (text: string, advance: (char: string) => number): number => [...text].reduce((sum, char) => sum + advance(char), 0)
/** Width of what of a text cannot be broken. */
export const leastOf = (text: string, advance: (char: string) => number): number =>
  (text.match(UNIT) ?? []).reduce((most, unit) => Math.max(most, widthOf(unit.trim(), advance)), 0)

/** Lines of a text, none wider than `width` unless one character is; a word that is wider than a line is broken. */
export function linesOf(text: string, width: number, advance: (char: string) => number): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    let used = 0
    const put = (piece: string, wanted: number) => {
      // A hair of room: sums of fractions differ in their last digit.
      if (line && used + wanted > width + 0.001) {
        lines.push(line.trimEnd())
        line = ''
        used = 0
        if (!piece.trim()) return
      }
      line += piece
      used += wanted
    }
    for (const unit of paragraph.match(UNIT) ?? []) {
      const wanted = widthOf(unit, advance)
      if (widthOf(unit.trimEnd(), advance) <= width) put(unit, wanted)
      else for (const char of unit) put(char, advance(char))
    }
    return [...lines, line.trimEnd()]
  })
}

/** Widths of columns that together fill the page: none narrower than its longest word unless all together do not fit. */
export function widthsOf(columns: ReadonlyArray<{ least: number; most: number }>, width: number): number[] {
  const all = (field: 'least' | 'most') => columns.reduce((sum, column) => sum + column[field], 0)
  const [least, most] = [all('least'), all('most')]
  if (least > width) return columns.map((column) => (column.least * width) / least)
  if (most <= width) return columns.map((column) => (most ? column.most * (width / most) : width / columns.length))
  return columns.map((column) => column.least + ((column.most - column.least) * (width - least)) / (most - least))
}
