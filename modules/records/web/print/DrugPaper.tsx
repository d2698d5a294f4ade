/** A prescription of drugs as 处方管理办法 (卫生部令第53号) has it: head, Rp with its blank space struck, and who gives them out. */
import { ageOn, metaOf, showAge, showGender } from '#kernel/contract/index.ts'
import { PaperFacts, t, tr } from '#kernel/web/index.ts'
import { DrugLine } from '../../contract/prescribe.ts'
import type { RxPrint } from '../../contract/shapes.ts'

/** Younger ones have a green paper with the word for children on it (处方标准, annex 1). */
const CHILD = 14
const eyes = metaOf(DrugLine.shape.eye).options ?? {}

export function DrugContent({ of }: { of: RxPrint }) {
  const age = of.patient.birth ? ageOn(of.patient.birth, of.orderDate) : null
  const child = age !== null && age.years < CHILD
  return (
    <section className={child ? 'drug-paper child' : 'drug-paper'}>
      {child && <strong className="drug-mark">{t`儿科`}</strong>}
      <PaperFacts
        items={[
          ['姓名', of.patient.name],
          ['性别', tr(showGender(of.patient.gender))],
          ['年龄', showAge(of.patient.birth, of.orderDate)],
          ['病历号', of.patient.memberNo],
          ['科别', t`眼科`],
          ['费别', t`自费`],
          ['处方号', of.rxNo],
          ['开具日期', of.orderDate],
          ['电话', of.patient.mobile],
          ['临床诊断', of.diagnose],
          ['过敏史', of.allergy],
          ['有效期至', of.validUntil === of.orderDate ? t`当日有效` : of.validUntil],
        ]}
      />
      <div className="drug-rp">
        <h3>Rp</h3>
        <ol>
          {of.drugs.map((d) => (
            <li key={d.id}>
              <b>{d.name}</b> {[d.form, d.spec].filter(Boolean).join(' ')}
              <span className="drug-quantity">
                × {d.quantity} {d.unit}
              </span>
              <p>
                {t`用法`}：{[d.dose, d.frequency, d.route, d.eye && tr(eyes[d.eye] ?? ''), t`共 ${d.days} 天`].filter(Boolean).join('，')}
              </p>
              {d.note && <p>{d.note}</p>}
              {d.longReason && <p>{t`超过 7 日用量：${d.longReason}`}</p>}
              {d.allergyHit && <p>{t`已知“${d.allergyHit}”过敏，医师确认使用`}</p>}
            </li>
          ))}
        </ol>
        <p className="drug-blank">
          <span>{t`以下空白`}</span>
        </p>
      </div>
      {of.note && (
        <p>
          <strong>{t`医嘱`}：</strong>
          {of.note}
        </p>
      )}
      <Signs prescriber={of.signerName} />
    </section>
  )
}

/** Who prescribed, and the lines of those who check and give out. */
const Signs = ({ prescriber }: { prescriber: string | null }) => (
  <table className="drug-sign">
    <tbody>
      <tr>
        {[t`医师`, t`审核药师`, t`调配药师`, t`核对、发药药师`, t`药品金额`].map((who, i) => (
          <td key={who}>
            {who}
            <b>{i === 0 ? (prescriber ?? '') : ''}</b>
          </td>
        ))}
      </tr>
    </tbody>
  </table>
)
