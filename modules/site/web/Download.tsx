/** Browser requirements, checked on the spot; there is nothing to install. */
import { t } from '#kernel/web/i18n.ts'
import { Points } from './Points.tsx'
import { docsOpen } from '#kernel/web/session.ts'
import { Site } from './Site.tsx'

/** Browser features the product uses; the newest came with Chrome and Edge 116, Firefox 124, Safari 17.4 (caniuse.com, 2024). */
const needs = (): ReadonlyArray<readonly [string, boolean]> => [
  [t`现代的网络请求`, typeof AbortSignal.any === 'function'],
  [t`对话框`, typeof HTMLDialogElement !== 'undefined'],
  [t`实时更新`, typeof WebSocket !== 'undefined'],
  [t`页面样式`, CSS.supports('selector(:has(a))') && CSS.supports('color', 'color-mix(in srgb, red, blue)')],
]

export default function Download() {
  const tried = needs()
  const fit = tried.every(([, works]) => works)
  const devices = [
    [t`打印`, t`处方 A5、票据 80 毫米、标签 60 × 40 毫米，用系统打印机直接打，页边距已经排好。`],
    [t`扫码枪`, t`键盘模式的扫码枪插上就用，在任何页面扫码都会打开对应的单据或会员。`],
    [t`候诊大屏`, t`电视或任何能开浏览器的屏幕，用大屏账号登录即可叫号。`],
    [t`手机和平板`, t`同一个网址，窄屏时菜单会收起来；验光录入建议用带键盘的设备。`],
  ] as const
  return (
    <Site title={t`下载`}>
      <section className="plain">
        <h1>{t`不用下载，打开就用`}</h1>
        <p className="lead">{t`明眸在浏览器里运行，没有客户端要安装，升级也不用您动手。`}</p>
      </section>
      <section className="two">
        <div>
          <h2>{t`这台设备`}</h2>
          <p className={fit ? 'verdict ok' : 'verdict bad'} role="status">
            {fit ? t`这个浏览器可以使用明眸。` : t`这个浏览器太旧，请换用下面的版本。`}
          </p>
          <ul className="ticks">
            {tried.map(([what, works]) => (
              <li key={what} className={works ? 'ok' : 'bad'}>
                <b aria-hidden>{works ? '✓' : '✕'}</b> {what} <span className="sr">{works ? t`可以` : t`不行`}</span>
              </li>
            ))}
          </ul>
          <p className="soft">{t`需要 Chrome 或 Edge 116、Firefox 124、Safari 17.4 以上；屏幕宽 1366 像素以上最顺手。`}</p>
          <p className="soft">{t`想要桌面图标：在浏览器菜单里选“安装”或“创建快捷方式”。`}</p>
        </div>
        <div hidden={!docsOpen()}>
          <h2>{t`给开发者`}</h2>
          <p>{t`每个接口都有文档；机器可读的一份可以下载。`}</p>
          <p className="hero-ways">
            <a className="btn" href="/api/openapi.json" download="mingmou-openapi.json">{t`下载 OpenAPI`}</a>{' '}
            <a className="btn" href="/api/docs">{t`看接口文档`}</a>
          </p>
        </div>
      </section>
      <Points title={t`周边设备`} points={devices} inRow="four" />
    </Site>
  )
}
