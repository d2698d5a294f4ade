/** The palette, the one source of colour: the component library's theme, the CSS variables and the charts are made of it. */
export const palette = {
  light: {
    bg: '#F3F6F5', rail: '#EAF0EE', panel: '#FFFFFF', sunken: '#F7FAF9', line: '#DFE6E4', lineStrong: '#C9D4D1',
    ink: '#14211F', ink2: '#4A5B58', ink3: '#586863', primary: '#0B6B66', primaryHover: '#0E7F79', primarySoft: '#E0F0EE', onPrimary: '#FFFFFF',
    od: '#A8541C', odSoft: '#FBF1E8', os: '#2C5AA8', osSoft: '#EBF1FA',
    ok: '#2B7A3F', okSoft: '#E6F3E9', warn: '#96650A', warnSoft: '#FBF2DC', bad: '#B3362B', badSoft: '#FBE9E7', info: '#2C5AA8',
  },
  dark: {
    bg: '#0F1716', rail: '#0C1312', panel: '#16201F', sunken: '#121B1A', line: '#263432', lineStrong: '#364744',
    ink: '#E1EAE7', ink2: '#A9B8B4', ink3: '#8A9A96', primary: '#4FBDB3', primaryHover: '#6BCBC2', primarySoft: '#15332F', onPrimary: '#06211E',
    od: '#E3A06A', odSoft: '#2A2119', os: '#86AEEB', osSoft: '#18233A',
    ok: '#6FBF83', okSoft: '#16291B', warn: '#DDB159', warnSoft: '#2C2412', bad: '#EC8478', badSoft: '#331B18', info: '#86AEEB',
  },
} as const
export type Mode = keyof typeof palette

/** `lineStrong` → `--c-line-strong`. */
export const variableOf = (name: string): string => `--c-${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`
