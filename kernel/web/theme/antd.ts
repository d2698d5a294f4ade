/** The component library in our palette. */
import { theme, type ThemeConfig } from 'antd'
import { palette, type ColourMode } from './tokens.ts'

const FAMILIES = [
  'Inter Variable',
  'PingFang SC',
  'HarmonyOS Sans SC',
  'MiSans',
  'Microsoft YaHei UI',
  'Microsoft YaHei',
  'Noto Sans CJK SC',
]
const FONT = [...FAMILIES.map((family) => `"${family}"`), 'system-ui', 'sans-serif'].join(',')

export const clinicTheme = (mode: ColourMode, fontSize: number): ThemeConfig => ({
  algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
  cssVar: { key: 'clinic' },
  hashed: false,
  token: { ...coloursOf(mode), ...typeOf(fontSize), ...shape },
  components: componentsOf(mode, fontSize),
})

type Tokens = NonNullable<ThemeConfig['token']>
function coloursOf(mode: ColourMode): Tokens {
  const p = palette[mode]
  const raised = mode === 'dark' ? '#1B2725' : '#FFFFFF'
  return {
    colorPrimary: p.primary,
    colorInfo: p.info,
    colorSuccess: p.ok,
    colorWarning: p.warn,
    colorError: p.bad,
    colorLink: p.primary,
    colorLinkHover: p.primaryHover,
    colorTextBase: p.ink,
    colorBgBase: p.panel,
    colorText: p.ink,
    colorTextSecondary: p.ink2,
    colorTextTertiary: p.ink3,
    colorTextPlaceholder: p.ink3,
    colorBgLayout: p.bg,
    colorBgContainer: p.panel,
    colorBgElevated: raised,
    colorBorder: p.lineStrong,
    colorBorderSecondary: p.line,
    colorBorderDisabled: p.line,
    colorSplit: p.line,
    colorTextLightSolid: p.onPrimary,
    colorFillAlter: p.sunken,
    colorFillTertiary: mode === 'dark' ? '#1E2A28' : '#EFF4F2',
    controlItemBgActive: p.primarySoft,
    controlItemBgHover: p.sunken,
  }
}

const typeOf = (fontSize: number): Tokens => ({
  fontFamily: FONT,
  fontSize,
  fontSizeSM: fontSize - 2,
  fontSizeLG: fontSize + 1,
  lineHeight: 1.5,
  fontWeightStrong: 600,
})

const shape: Tokens = {
  borderRadius: 5,
  borderRadiusSM: 4,
  borderRadiusLG: 8,
  borderRadiusXS: 3,
  controlHeight: 32,
  controlHeightSM: 26,
  controlHeightLG: 40,
  sizeUnit: 4,
  sizeStep: 3,
  wireframe: false,
  motionDurationFast: '0.06s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.18s',
  boxShadow: '0 1px 2px rgb(16 32 29 / .06), 0 8px 24px rgb(16 32 29 / .10)',
  boxShadowSecondary: '0 2px 6px rgb(16 32 29 / .08), 0 12px 32px rgb(16 32 29 / .14)',
  controlOutlineWidth: 2,
  lineWidthFocus: 2,
}

function componentsOf(mode: ColourMode, fontSize: number): NonNullable<ThemeConfig['components']> {
  const p = palette[mode]
  return {
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      fontWeight: 500,
      contentFontSize: fontSize,
      colorPrimary: p.primary,
      colorPrimaryHover: p.primaryHover,
    },
    Input: { activeShadow: `0 0 0 2px ${p.primarySoft}` },
    Select: { optionSelectedBg: p.primarySoft, optionSelectedFontWeight: 600 },
    Tabs: { horizontalItemPadding: '8px 2px', horizontalItemGutter: 24, titleFontSize: fontSize },
    Tag: { defaultBg: p.sunken, defaultColor: p.ink2 },
    Modal: { titleFontSize: 15 },
    Drawer: { paddingLG: 20 },
    Segmented: { itemSelectedBg: p.panel, trackBg: mode === 'dark' ? '#0F1716' : '#E6ECEA' },
  }
}
