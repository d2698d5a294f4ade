/** The examinations of a day as tables on paper and on the result page, right eye first. */
import { eyeOf, show, showDioptre, showNumber, sphericalEquivalent, type Power } from '#kernel/contract/index.ts'
import { PaperEyes, PaperFacts, t, tr } from '#kernel/web/index.ts'
import { refractionFields, refractionKinds, visualFields } from '../../contract/fields.ts'
import { bmi } from '../../contract/formulas.ts'
import type { ExamRefraction, Report } from '../../contract/shapes.ts'

const grade = (n: number | null) => (n === null ? '' : n.toFixed(1))
const mm = (n: number | null, decimals = 2) => (n === null ? '' : showNumber(n, decimals))
const se = (power: Power | null) => (power ? showDioptre(sphericalEquivalent(power), 3) : '')

export const ReportTables = ({ of }: { of: Report }) => (
  <>
    {of.visual && <Visual of={of.visual} />}
    {of.refractions.map((r) => (
      <Refraction key={r.id} of={r} />
    ))}
    {of.pd && (
      <>
        <h3>{t`瞳距`}</h3>
        <PaperFacts
          items={[
            ['远用瞳距', mm(of.pd.pdFar, 1)],
            ['右眼', mm(of.pd.pdFarOd, 1)],
            ['左眼', mm(of.pd.pdFarOs, 1)],
            ['近用瞳距', mm(of.pd.pdNear, 1)],
          ]}
        />
      </>
    )}
    {of.bioMeter && <Biometry of={of.bioMeter} />}
    {of.iop && (
      <>
        <h3>
          {t`眼压 mmHg`} <small>{of.iop.iopTime}</small>
        </h3>
        <PaperEyes
          columns={[
            ['iop', '眼压'],
            ['cct', '角膜厚度 µm'],
          ]}
          od={{ iop: mm(of.iop.iopOd, 1), cct: mm(of.iop.cctOd, 0) }}
          os={{ iop: mm(of.iop.iopOs, 1), cct: mm(of.iop.cctOs, 0) }}
        />
      </>
    )}
    {of.heightWeight && (
      <>
        <h3>{t`身高体重`}</h3>
        <PaperFacts
          items={[
            ['身高 cm', mm(of.heightWeight.height, 1)],
            ['体重 kg', mm(of.heightWeight.weight, 1)],
            [
              'BMI',
              of.heightWeight.height && of.heightWeight.weight ? showNumber(bmi(of.heightWeight.weight, of.heightWeight.height), 1) : '',
            ],
          ]}
        />
      </>
    )}
  </>
)

type VisualRow = NonNullable<Report['visual']>
const Visual = ({ of }: { of: VisualRow }) => {
  const code = (eye: 'Od' | 'Os') => (of[`ucvaCode${eye}`] ? tr(show(visualFields[`ucvaCode${eye}`], of[`ucvaCode${eye}`])) : '')
  return (
    <>
      <h3>{t`视力（五分记录）`}</h3>
      <PaperEyes
        columns={[
          ['ucva', '裸眼'],
          ['cva', '戴镜'],
          ['bcva', '矫正'],
          ['near', '近视力'],
        ]}
        od={{ ucva: grade(of.ucvaOd) || code('Od'), cva: grade(of.cvaOd), bcva: grade(of.bcvaOd), near: grade(of.nearOd) }}
        os={{ ucva: grade(of.ucvaOs) || code('Os'), cva: grade(of.cvaOs), bcva: grade(of.bcvaOs), near: grade(of.nearOs) }}
        {...((of.ucvaOu ?? of.cvaOu ?? of.bcvaOu) ? { ou: { ucva: grade(of.ucvaOu), cva: grade(of.cvaOu), bcva: grade(of.bcvaOu) } } : {})}
      />
    </>
  )
}
const Refraction = ({ of }: { of: ExamRefraction }) => (
  <>
    <h3>
      {tr(refractionKinds[of.kind])}{' '}
      <small>
        {[of.device, of.cycloplegia === null ? '' : tr(show(refractionFields.cycloplegia, of.cycloplegia)), of.examTime.slice(11, 16)]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </h3>
    <PaperEyes
      columns={[
        ['ds', '球镜 S'],
        ['dc', '柱镜 C'],
        ['ax', '轴位 A'],
        ['se', '等效球镜'],
        ['add', '下加 ADD'],
        ['va', '视力'],
        ['pd', '瞳距 mm'],
      ]}
      od={{
        ds: of.dsOd === null ? '' : showDioptre(of.dsOd),
        dc: of.dcOd === null ? '' : showDioptre(of.dcOd),
        ax: of.axOd ?? '',
        se: se(eyeOf(of, 'Od')),
        add: of.addOd === null ? '' : showDioptre(of.addOd),
        va: grade(of.vaOd),
        pd: mm(of.pdOd, 1),
      }}
      os={{
        ds: of.dsOs === null ? '' : showDioptre(of.dsOs),
        dc: of.dcOs === null ? '' : showDioptre(of.dcOs),
        ax: of.axOs ?? '',
        se: se(eyeOf(of, 'Os')),
        add: of.addOs === null ? '' : showDioptre(of.addOs),
        va: grade(of.vaOs),
        pd: mm(of.pdOs, 1),
      }}
    />
  </>
)
const Biometry = ({ of }: { of: NonNullable<Report['bioMeter']> }) => (
  <>
    <h3>
      {t`生物测量`} <small>{of.device ?? ''}</small>
    </h3>
    <PaperEyes
      columns={[
        ['al', '眼轴 mm'],
        ['k1', '平K D'],
        ['k2', '陡K D'],
        ['acd', '前房 mm'],
        ['lt', '晶体 mm'],
        ['vt', '玻璃体 mm'],
        ['cct', '角膜 µm'],
        ['wtw', '直径 mm'],
      ]}
      od={{
        al: mm(of.alOd),
        k1: mm(of.k1Od),
        k2: mm(of.k2Od),
        acd: mm(of.acdOd),
        lt: mm(of.ltOd),
        vt: mm(of.vtOd),
        cct: mm(of.cctOd, 0),
        wtw: mm(of.wtwOd, 1),
      }}
      os={{
        al: mm(of.alOs),
        k1: mm(of.k1Os),
        k2: mm(of.k2Os),
        acd: mm(of.acdOs),
        lt: mm(of.ltOs),
        vt: mm(of.vtOs),
        cct: mm(of.cctOs, 0),
        wtw: mm(of.wtwOs, 1),
      }}
    />
  </>
)
