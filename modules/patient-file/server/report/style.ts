const FONTS = 'system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif'
const PRINT = [
  'body{padding:0;font-size:12.4px;line-height:1.45}.say{font-size:19px;margin:7px 0 6px}',
  'section{margin-top:7px}.code .qr{width:64px}article>section>svg{width:94%}',
  'article.en{font-size:11.6px}article.en>section>svg{width:86%}',
  'article .fine{font-size:9.5px;margin-top:3px}nav{display:none}',
  'svg,li,footer,.figures{break-inside:avoid}',
].join('')
const NARROW = [
  'header,footer{display:block}header p{text-align:left;margin-top:4px}',
  '.figures{grid-template-columns:1fr}.figures>div,.figures>div:first-child{padding:7px 0}',
  '.figures>div+div{border-left:0;border-top:1px solid #bbb}.code{width:auto;margin-top:10px}',
  'h1{font-size:21px}svg text,text.dim,.dim text{font-size:17px}svg text.last{font-size:19px}',
].join('')
/** Styles of the report: black on white on screen and paper, one A4 page, one column on a phone. */
export const STYLE = `
*{box-sizing:border-box;margin:0}
body{font:14px/1.55 ${FONTS};color:#111;background:#fff;font-variant-numeric:tabular-nums;padding:12px}
input[name=lang]{position:absolute;opacity:0;pointer-events:none}
nav{max-width:682px;margin:0 auto 8px;text-align:right}
nav label{display:inline-block;padding:6px 14px;border:1px solid #999;border-radius:4px;cursor:pointer}
#zh:checked~nav label[for=zh],#en:checked~nav label[for=en]{background:#111;color:#fff;border-color:#111}
#zh:focus-visible~nav label[for=zh],#en:focus-visible~nav label[for=en]{outline:2px solid #06c;outline-offset:2px}
#zh:checked~article.en,#en:checked~article.zh{display:none}
article{max-width:682px;margin:0 auto}
header{display:flex;justify-content:space-between;align-items:flex-end;gap:16px;border-bottom:2px solid #111;padding-bottom:8px}
header p{font-size:13px;text-align:right;color:#444}
h1{font-size:24px;line-height:1.2}
h2{font-size:15px;margin:0 0 3px}
h3{font-size:13px;font-weight:400;color:#444}
.say{font-size:21px;font-weight:650;line-height:1.4;margin:10px 0 8px}
section{margin-top:10px}
.figures{display:grid;grid-template-columns:repeat(3,1fr);border:solid #111;border-width:1px 0;margin-top:0}
.figures>div{padding:7px 12px}
.figures>div+div{border-left:1px solid #bbb}
.figures>div:first-child{padding-left:0}
.figures b{font-size:21px;font-weight:650}
.figures span{font-size:13px}
.figures i{font-style:normal;font-size:12px;white-space:nowrap}
.dim,.dim text,text.dim{font-size:12px;color:#555;fill:#555}
svg{display:block;width:100%;height:auto}
svg text{font:11px system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;fill:#333}
svg text.last{font-size:12.5px;font-weight:650;fill:#000}
ul,ol{padding-left:20px}
li{margin:2px 0}
.warn{border:1px solid #111;padding:5px 8px;margin-top:6px}
footer{display:flex;justify-content:space-between;gap:16px;align-items:flex-end;border-top:2px solid #111;margin-top:10px;padding-top:8px}
.date{font-size:22px;font-weight:650}
.code{width:132px;text-align:center;flex:none}
.code .qr{width:76px;margin:0 auto}
small{font-size:10px;color:#555}
.fine{font-size:10.5px;color:#555;margin-top:5px;overflow-wrap:anywhere}
@page{size:A4;margin:11mm 14mm}
@media print{${PRINT}}
@media (max-width:560px){${NARROW}}
`
